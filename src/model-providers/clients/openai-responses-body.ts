import type {
  ChatMessage,
  ChatRequest,
  ChatTool,
  FilePart,
} from '../protocol/chat-request.contract.js';
import { isImage, partsOf, resultText, roleOf, urlOf } from '../protocol/message-parts.contract.js';
import { parametersFor } from '../protocol/chat-parameters.js';
import { toOpenAIToolChoice } from './openai-chat-body.js';

/**
 * Writes a request in the format of OpenAI's responses:
 * https://platform.openai.com/docs/api-reference/responses/create
 * Leaves out the parameters that only chat completions have: penalties, seed and stop sequences.
 */
export function toOpenAIResponsesBody({
  modelName,
  messages,
  tools,
  responseFormat,
  parameters,
}: ChatRequest): object {
  const given = parametersFor('openai', parameters);
  const maxTokens = given.max_completion_tokens ?? given.max_tokens;
  return {
    model: modelName,
    // The provider does not keep the answer.
    store: false,
    ...(given.temperature !== undefined && { temperature: given.temperature }),
    ...(given.top_p !== undefined && { top_p: given.top_p }),
    ...(maxTokens !== undefined && { max_output_tokens: maxTokens }),
    ...(given.reasoning_effort && { reasoning: { effort: given.reasoning_effort } }),
    input: messages.flatMap(toItems),
    ...(tools && {
      tools: tools.tools.map(toTool),
      ...(tools.tool_choice && {
        tool_choice: toOpenAIToolChoice(tools.tool_choice, (name) => ({ type: 'function', name })),
      }),
      ...(tools.disable_parallel_tool_calls && { parallel_tool_calls: false }),
    }),
    ...(responseFormat && {
      text: { format: { type: 'json_schema', ...responseFormat.json_schema } },
    }),
    ...given.extra_body,
  };
}

/** Writes a message and, after it, its tool calls and their results, which are items of their own. */
function toItems(message: ChatMessage): object[] {
  const role = roleOf(message);
  const content: object[] = [];
  const others: object[] = [];
  for (const part of partsOf(message)) {
    switch (part.type) {
      case 'text':
        content.push({
          type: role === 'assistant' ? 'output_text' : 'input_text',
          text: part.text,
        });
        break;
      case 'file':
        content.push(toFile(part));
        break;
      case 'tool_call': {
        const { name, arguments: args } = part.tool_call;
        others.push({ type: 'function_call', call_id: part.tool_call_id, name, arguments: args });
        break;
      }
      case 'tool_result': {
        const output = resultText(part);
        others.push({ type: 'function_call_output', call_id: part.tool_call_id, output });
        break;
      }
    }
  }
  if (content.length === 0 || role === 'tool') return others;
  return [{ role, content }, ...others];
}

function toFile(file: FilePart): object {
  if (isImage(file)) return { type: 'input_image', image_url: urlOf(file), detail: 'auto' };
  if ('url' in file.source) return { type: 'input_file', file_url: file.source.url };
  return { type: 'input_file', filename: file.name ?? 'file', file_data: urlOf(file) };
}

function toTool(tool: ChatTool): object {
  return tool.type === 'raw' ? tool.raw : { type: 'function', ...tool.function };
}
