import { parametersFor } from '../protocol/chat-parameters.js';
import type {
  ChatMessage,
  ChatRequest,
  ChatTool,
  ChatToolChoice,
  FilePart,
  ToolCallPart,
  ToolResultPart,
} from '../protocol/chat-request.contract.js';
import {
  isImage,
  partsOf,
  readArguments,
  resultText,
  roleOf,
  splitSystem,
} from '../protocol/message-parts.contract.js';

/** Anthropic requires a limit. Sent if the request has none. */
const DEFAULT_MAX_TOKENS = 32_000;

/** Writes a request in the format of Anthropic's messages: https://docs.anthropic.com/en/api/messages */
export function toAnthropicBody({
  modelName,
  messages,
  tools,
  responseFormat,
  parameters,
}: ChatRequest): object {
  const {
    extra_body: extraBody,
    output_config: outputConfig,
    ...others
  } = parametersFor('anthropic', parameters);
  const { system, chat } = splitSystem(messages);
  const schema = responseFormat?.json_schema.schema;
  const choice =
    tools && toToolChoice(tools.tool_choice, tools.disable_parallel_tool_calls === true);
  return {
    model: modelName,
    max_tokens: DEFAULT_MAX_TOKENS,
    ...others,
    ...((outputConfig ?? schema) && {
      output_config: {
        ...outputConfig,
        ...(schema && { format: { type: 'json_schema', schema } }),
      },
    }),
    ...(system.length > 0 && { system: system.map((text) => ({ type: 'text', text })) }),
    messages: chat.map(toMessage),
    ...(tools && { tools: tools.tools.map(toTool), ...(choice && { tool_choice: choice }) }),
    ...extraBody,
  };
}

function toMessage(message: ChatMessage): object {
  return {
    // The results of tools are a part of what the user says.
    role: roleOf(message) === 'assistant' ? 'assistant' : 'user',
    content: partsOf(message).map((part) => {
      switch (part.type) {
        case 'text':
          return part;
        case 'file':
          return toFile(part);
        case 'tool_call':
          return toToolUse(part);
        default:
          return toToolResult(part);
      }
    }),
  };
}

function toFile(file: FilePart): object {
  const source =
    'url' in file.source
      ? { type: 'url', url: file.source.url }
      : { type: 'base64', media_type: file.mediaType, data: file.source.base64 };
  if (isImage(file)) return { type: 'image', source };
  return { type: 'document', source, ...(file.name !== null && { title: file.name }) };
}

function toToolUse(part: ToolCallPart): object {
  const { tool_call_id: id, tool_call: call } = part;
  return { type: 'tool_use', id, name: call.name, input: readArguments(part) };
}

function toToolResult(result: ToolResultPart): object {
  return { type: 'tool_result', tool_use_id: result.tool_call_id, content: resultText(result) };
}

function toTool(tool: ChatTool): object {
  if (tool.type === 'raw') return tool.raw;
  const { name, description, parameters, strict } = tool.function;
  return {
    name,
    ...(description !== undefined && { description }),
    input_schema: parameters ?? { type: 'object', properties: {} },
    ...(strict !== undefined && { strict }),
  };
}

function toToolChoice(
  choice: ChatToolChoice | undefined,
  isSequential: boolean,
): object | undefined {
  const parallel = isSequential && { disable_parallel_tool_use: true };
  if (!choice) return parallel ? { type: 'auto', ...parallel } : undefined;
  switch (choice.type) {
    case 'none':
      return { type: 'none' };
    case 'zero_or_more':
      return { type: 'auto', ...parallel };
    case 'one_or_more':
      return { type: 'any', ...parallel };
    default:
      return { type: 'tool', name: choice.function_name, ...parallel };
  }
}
