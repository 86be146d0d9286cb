import { type Json, printExactJson } from '../../lib/json/exact-json.js';
import type { TemplateMessage, VersionDetail } from '../prompt-editor/version.js';
import { listMessages } from '../prompt-editor/template-messages.js';
import { formatLabel } from '../prompt-editor/template-formats.js';
import { getProviderLabel } from '../prompt-editor/providers.js';
import type { ComparedMessage } from './pair-messages.js';

/** A part of a version besides its messages, as text to compare. */
export interface WrittenPart {
  title: string;
  text: string;
}

/** A version as texts, to compare it. */
export interface WrittenVersion {
  messages: WrittenMessage[];
  parts: WrittenPart[];
}

export type WrittenMessage = ComparedMessage & Pick<TemplateMessage, 'role'>;

/** Writes a version as texts that can be compared word by word. */
export function writeVersion(version: VersionDetail): WrittenVersion {
  const { modelProvider, modelName, templateFormat } = version;
  return {
    messages: listMessages(version).map((message) => ({
      role: message.role,
      roleName: message.roleName,
      text: writeContent(message.content),
    })),
    parts: [
      { title: 'Model', text: `${modelName} · ${getProviderLabel(modelProvider)}` },
      { title: 'Template format', text: formatLabel(templateFormat) },
      { title: 'Parameters', text: print(version.invocationParameters.json) },
      { title: 'Tools', text: version.tools ? print(version.tools.json) : '' },
      {
        title: 'Response format',
        text: version.responseFormat ? print(version.responseFormat.json) : '',
      },
      { title: 'Metadata', text: print(version.metadata) },
    ],
  };
}

/** Writes a message as one text, to compare or copy it. */
export function writeContent(content: TemplateMessage['content']): string {
  return content
    .map((part) => {
      switch (part.__typename) {
        case 'TextContentPart':
          return part.text.text;
        case 'ToolCallContentPart':
          return `${part.toolCall.toolCall.name}(${part.toolCall.toolCall.arguments})`;
        default:
          return print(part.toolResult.result);
      }
    })
    .join('\n\n');
}

function print(value: unknown): string {
  return printExactJson(value as Json);
}
