import {
  createMessage,
  createPart,
  type MessageDraft,
  type MessageRole,
  type PartDraft,
} from '../../../components/prompt-editor/message-draft.js';
import type { TemplateFormat } from '../../../components/prompt-editor/template-formats.js';
import { isObject, type Json, printExactJson } from '../../../lib/json/exact-json.js';
import {
  readListAt,
  readStructureAt,
  readTextAt,
} from '../../../lib/openinference/attribute-path.js';

const ROLES: Record<string, MessageRole> = {
  system: 'SYSTEM',
  developer: 'SYSTEM',
  user: 'USER',
  assistant: 'AI',
  ai: 'AI',
  model: 'AI',
  tool: 'TOOL',
};

/** Messages before their variables were replaced. */
export interface ConvertedTemplate {
  messages: MessageDraft[];
  format: TemplateFormat;
}

/**
 * Reads the template of a span that this playground recorded: the messages of a version, and the
 * variables. Undefined for all other templates, because nobody can tell their syntax.
 */
export function convertTemplate(attributes: Json): ConvertedTemplate | undefined {
  const template = readStructureAt(attributes, 'llm.prompt_template.template');
  const variables = readStructureAt(attributes, 'llm.prompt_template.variables');
  if (!isObject(template) || !isObject(variables)) return undefined;
  const messages = readListAt(template, 'messages').map(convertMessage);
  const known = messages.filter((message) => message !== undefined);
  if (known.length === 0 || known.length < messages.length) return undefined;
  const format = findFormat(known, Object.keys(variables));
  return format && { messages: known, format };
}

function convertMessage(message: Json): MessageDraft | undefined {
  const roleName = readTextAt(message, 'role') ?? '';
  const role = ROLES[roleName];
  if (!role || !isObject(message)) return undefined;
  const { content } = message;
  const list = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  const parts = (Array.isArray(list) ? list : []).map(convertPart);
  const known = parts.filter((part) => part !== undefined);
  if (known.length === 0 || known.length < parts.length) return undefined;
  return {
    ...createMessage(role),
    roleName: roleName === 'developer' ? roleName : undefined,
    parts: known,
  };
}

function convertPart(part: Json): PartDraft | undefined {
  const { key } = createPart('text');
  const id = readTextAt(part, 'tool_call_id') ?? '';
  switch (readTextAt(part, 'type')) {
    case 'text':
      return { key, kind: 'text', text: readTextAt(part, 'text') ?? '' };
    case 'tool_call': {
      const name = readTextAt(part, 'tool_call.name') ?? '';
      const given = readTextAt(part, 'tool_call.arguments') ?? '{}';
      return { key, kind: 'call', id, name, arguments: given };
    }
    case 'tool_result':
      return isObject(part)
        ? { key, kind: 'result', id, result: printExactJson(part['tool_result']) }
        : undefined;
    default:
      return undefined;
  }
}

/** The syntax is not recorded, but the variables tell. Undefined if they do not. */
function findFormat(
  messages: readonly MessageDraft[],
  names: readonly string[],
): TemplateFormat | undefined {
  const texts = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])),
  );
  const isFound = (before: string, after: string) =>
    names.length > 0 &&
    names.every((name) => {
      const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
      const pattern = new RegExp(`${before}\\s*${escaped}\\s*${after}`);
      return texts.some((text) => pattern.test(text));
    });
  if (isFound(String.raw`\{\{[{&#^]?`, String.raw`\}\}`)) return 'MUSTACHE';
  if (isFound(String.raw`(?<!\{)\{`, String.raw`\}(?!\})`)) return 'F_STRING';
  return undefined;
}
