import type {
  ContentBlock,
  ConverseStreamCommandInput,
  Message,
  Tool,
  ToolChoice,
} from '@aws-sdk/client-bedrock-runtime';
import { numberValue } from '../../kernel/json/json.js';
import { parametersFor } from '../protocol/chat-parameters.js';
import type {
  ChatMessage,
  ChatRequest,
  ChatTool,
  ChatToolChoice,
  FilePart,
} from '../protocol/chat-request.contract.js';
import {
  isImage,
  partsOf,
  readArguments,
  resultText,
  roleOf,
  splitSystem,
} from '../protocol/message-parts.contract.js';

/**
 * Writes a request in the format of Bedrock's Converse:
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html
 */
export function toBedrockInput({
  modelName,
  messages,
  tools,
  responseFormat,
  parameters,
}: ChatRequest): ConverseStreamCommandInput {
  const given = parametersFor('aws', parameters);
  const { system, chat } = splitSystem(messages);
  const schema = responseFormat?.json_schema;
  const choice = tools?.tool_choice && toToolChoice(tools.tool_choice);
  return {
    modelId: modelName,
    messages: chat.map(toMessage),
    ...(system.length > 0 && { system: system.map((text) => ({ text })) }),
    inferenceConfig: {
      ...(given.max_tokens !== undefined && { maxTokens: numberValue(given.max_tokens) }),
      ...(given.temperature !== undefined && { temperature: numberValue(given.temperature) }),
      ...(given.top_p !== undefined && { topP: numberValue(given.top_p) }),
      ...(given.stop_sequences && { stopSequences: given.stop_sequences }),
    },
    // Bedrock has no choice that forbids tools; without tools, none is called.
    ...(tools &&
      tools.tool_choice?.type !== 'none' && {
        toolConfig: { tools: tools.tools.map(toTool), ...(choice && { toolChoice: choice }) },
      }),
    ...(schema && {
      outputConfig: {
        textFormat: {
          type: 'json_schema',
          structure: {
            jsonSchema: {
              name: schema.name,
              schema: JSON.stringify(schema.schema ?? {}),
              ...(schema.description !== undefined && { description: schema.description }),
            },
          },
        },
      },
    }),
  };
}

function toMessage(message: ChatMessage): Message {
  return {
    role: roleOf(message) === 'assistant' ? 'assistant' : 'user',
    content: partsOf(message).map((part): ContentBlock => {
      switch (part.type) {
        case 'text':
          return { text: part.text };
        case 'file':
          return toFile(part);
        case 'tool_call': {
          const { name } = part.tool_call;
          const input = toPlain(readArguments(part)) as Record<string, never>;
          return { toolUse: { toolUseId: part.tool_call_id, name, input } };
        }
        default: {
          const content = [{ text: resultText(part) }];
          return { toolResult: { toolUseId: part.tool_call_id, content } };
        }
      }
    }),
  };
}

/** Bedrock takes only content, and names without punctuation. */
function toFile(file: FilePart): ContentBlock {
  const [, subtype = ''] = file.mediaType.split('/');
  const source =
    'url' in file.source
      ? { s3Location: { uri: file.source.url } }
      : { bytes: Buffer.from(file.source.base64, 'base64') };
  if (isImage(file)) return { image: { format: subtype as 'png', source } };
  const name = (file.name ?? 'file').replaceAll(/[^\p{L}\p{N}()[\] -]+/gu, ' ').trim() || 'file';
  const format = { plain: 'txt', markdown: 'md' }[subtype] ?? subtype;
  return { document: { format: format as 'pdf', name, source } };
}

function toTool(tool: ChatTool): Tool {
  if (tool.type === 'raw') return toPlain(tool.raw) as Tool;
  const { name, description, parameters, strict } = tool.function;
  return {
    toolSpec: {
      name,
      ...(description !== undefined && { description }),
      inputSchema: { json: toPlain(parameters ?? { type: 'object' }) as Record<string, never> },
      ...(strict !== undefined && { strict }),
    },
  };
}

/** The SDK does not know the numbers that `parseJson` keeps exact. */
function toPlain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function toToolChoice(choice: ChatToolChoice): ToolChoice | undefined {
  switch (choice.type) {
    case 'none':
      return undefined;
    case 'zero_or_more':
      return { auto: {} };
    case 'one_or_more':
      return { any: {} };
    default:
      return { tool: { name: choice.function_name } };
  }
}
