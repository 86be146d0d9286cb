import type {
  ChatMessage,
  ChatRequest,
  ChatTool,
  ChatToolChoice,
  FilePart,
  ToolCallPart,
  ToolResultPart,
} from '../protocol/chat-request.contract.js';
import { isImage, partsOf, resultText, roleOf, urlOf } from '../protocol/message-parts.contract.js';
import { parametersFor } from '../protocol/chat-parameters.js';

/**
 * Writes a request in the format of OpenAI's chat completions, which most other providers have
 * adopted: https://platform.openai.com/docs/api-reference/chat/create
 */
export function toOpenAIChatBody({
  modelName,
  messages,
  tools,
  responseFormat,
  parameters,
}: ChatRequest): object {
  const { extra_body: extraBody, ...others } = parametersFor('openai', parameters);
  return {
    model: modelName,
    ...others,
    messages: messages.flatMap(toMessages),
    ...(tools && {
      tools: tools.tools.map(toTool),
      ...(tools.tool_choice && {
        tool_choice: toOpenAIToolChoice(tools.tool_choice, (name) => ({
          type: 'function',
          function: { name },
        })),
      }),
      ...(tools.disable_parallel_tool_calls && { parallel_tool_calls: false }),
    }),
    ...(responseFormat && { response_format: responseFormat }),
    ...extraBody,
  };
}

type WrittenPart =
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: { url: string } }
  | { type: 'file'; file: { filename: string; file_data: string } };

/** Writes a message. Each result of a tool becomes a message of its own. */
function toMessages(message: ChatMessage): object[] {
  const parts = partsOf(message);
  const results = parts.filter((part) => part.type === 'tool_result').map(toToolMessage);
  const content = parts.flatMap((part) => {
    if (part.type === 'text') return [part];
    return part.type === 'file' ? [toFile(part)] : [];
  });
  const calls = parts.filter((part) => part.type === 'tool_call').map(toToolCall);
  const role = roleOf(message);
  if (role === 'tool') return results;
  if (content.length === 0 && calls.length === 0) return results;
  const written = {
    role,
    // Not every provider accepts a list where one text is enough.
    content: content.length === 0 ? null : simplify(content),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  return [written, ...results];
}

function simplify(content: WrittenPart[]): unknown {
  const [only] = content;
  return content.length === 1 && only?.type === 'text' ? only.text : content;
}

function toFile(file: FilePart): WrittenPart {
  if (isImage(file)) {
    return { type: 'image_url', image_url: { url: urlOf(file) } };
  }
  return { type: 'file', file: { filename: file.name ?? 'file', file_data: urlOf(file) } };
}

function toToolCall({ tool_call_id: id, tool_call: call }: ToolCallPart): object {
  return { id, type: 'function', function: { name: call.name, arguments: call.arguments } };
}

function toToolMessage(result: ToolResultPart): object {
  return { role: 'tool', tool_call_id: result.tool_call_id, content: resultText(result) };
}

function toTool(tool: ChatTool): object {
  return tool.type === 'raw' ? tool.raw : tool;
}

/** Writes a choice of tools as both of OpenAI's interfaces do, except for that of one function. */
export function toOpenAIToolChoice(
  choice: ChatToolChoice,
  toFunction: (name: string) => object,
): unknown {
  switch (choice.type) {
    case 'none':
      return 'none';
    case 'zero_or_more':
      return 'auto';
    case 'one_or_more':
      return 'required';
    default:
      return toFunction(choice.function_name);
  }
}
