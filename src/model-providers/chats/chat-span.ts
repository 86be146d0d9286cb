import { SemanticConventions as Names } from '@arizeai/openinference-semantic-conventions';
import type {
  ChatMessage,
  ChatRequest,
  ChatTool,
  ContentPart,
} from '../protocol/chat-request.contract.js';
import { partsOf, resultText, roleOf, textOf, urlOf } from '../protocol/message-parts.contract.js';
import { type JsonObject, stringifyJson } from '../../kernel/json/json.js';
import type { RecordedSpan } from '../../spans/span-recorder.js';
import type { ChatAnswer } from './chat-answer.js';

/** The facts about a chat once it has ended. */
export interface EndedChat {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  parentId?: string | null;
  name: string;
  /** As in the attribute `llm.provider`. */
  provider: string;
  request: ChatRequest;
  /** The messages before their variables were replaced, and the variables. */
  template?: { messages: readonly ChatMessage[]; variables: JsonObject } | undefined;
  answer: ChatAnswer;
  /** Why it failed; null if it did not. */
  error: Error | null;
  startTime: Date;
  endTime: Date;
  /** Further attributes, such as `user.id`. */
  attributes?: JsonObject | undefined;
}

/**
 * Describes a chat as an LLM span of OpenInference:
 * https://github.com/Arize-ai/openinference/blob/main/spec/semantic_conventions.md
 */
export function toChatSpan(chat: EndedChat): RecordedSpan {
  const { traceId, spanId, parentId = null, name, answer, error, startTime, endTime } = chat;
  const events: RecordedSpan['events'] = [];
  if (answer.firstPieceAt) {
    events.push({ name: 'First Token Stream Event', time: answer.firstPieceAt, attributes: {} });
  }
  if (error) {
    const attributes = { 'exception.type': error.name, 'exception.message': error.message };
    events.push({ name: 'exception', time: endTime, attributes });
  }
  return {
    traceId,
    spanId,
    parentId,
    name,
    kind: 'LLM',
    startTime,
    endTime,
    statusCode: error ? 'ERROR' : 'OK',
    statusMessage: error?.message ?? '',
    attributes: { ...describeRequest(chat), ...describeAnswer(answer), ...chat.attributes },
    events,
  };
}

function describeRequest({ request, provider, template }: EndedChat): JsonObject {
  const { type, ...family } = request.parameters;
  const parameters: unknown = (family as Record<string, unknown>)[type];
  const attributes: JsonObject = {
    [Names.LLM_PROVIDER]: provider,
    [Names.LLM_MODEL_NAME]: request.modelName,
    [Names.LLM_INVOCATION_PARAMETERS]: stringifyJson({
      ...(parameters as object),
      ...(request.tools?.tool_choice && { tool_choice: request.tools.tool_choice }),
      ...(request.responseFormat && { response_format: request.responseFormat }),
    }),
    [Names.LLM_INPUT_MESSAGES]: request.messages.map((message) => ({
      message: describeMessage(message),
    })),
  };
  if (request.tools) {
    attributes[Names.LLM_TOOLS] = request.tools.tools.map((tool) => ({
      tool: { json_schema: stringifyJson(toJsonSchema(tool)) },
    }));
  }
  if (template) {
    attributes[Names.PROMPT_TEMPLATE_TEMPLATE] = stringifyJson({ messages: template.messages });
    attributes[Names.PROMPT_TEMPLATE_VARIABLES] = stringifyJson(template.variables);
  }
  const question = request.messages.findLast((message) => roleOf(message) === 'user');
  const asked = question && textOf(question);
  if (asked) {
    attributes[Names.INPUT_VALUE] = asked;
    attributes[Names.INPUT_MIME_TYPE] = 'text/plain';
  }
  return attributes;
}

function describeAnswer(answer: ChatAnswer): JsonObject {
  const { text, reasoning, toolCalls, usage, finishReason } = answer;
  const attributes: JsonObject = {};
  if (text !== '' || toolCalls.length > 0 || reasoning !== '') {
    const message: JsonObject = { role: 'assistant' };
    if (reasoning !== '') message['contents'] = describeThoughts(reasoning, text);
    else if (text !== '') message['content'] = text;
    if (toolCalls.length > 0) message['tool_calls'] = toolCalls.map(describeToolCall);
    attributes[Names.LLM_OUTPUT_MESSAGES] = [{ message }];
  }
  if (text !== '' || toolCalls.length > 0) {
    attributes[Names.OUTPUT_VALUE] =
      text === '' ? stringifyJson(toolCalls.map((call) => ({ ...call }))) : text;
    attributes[Names.OUTPUT_MIME_TYPE] = text === '' ? 'application/json' : 'text/plain';
  }
  if (finishReason !== null) attributes[Names.LLM_FINISH_REASON] = finishReason;
  if (!usage) return attributes;
  const { promptTokens, completionTokens } = usage;
  return {
    ...attributes,
    [Names.LLM_TOKEN_COUNT_PROMPT]: promptTokens,
    [Names.LLM_TOKEN_COUNT_COMPLETION]: completionTokens,
    [Names.LLM_TOKEN_COUNT_TOTAL]: promptTokens + completionTokens,
    ...(usage.cacheReadTokens > 0 && {
      [Names.LLM_TOKEN_COUNT_PROMPT_DETAILS_CACHE_READ]: usage.cacheReadTokens,
    }),
    ...(usage.cacheWriteTokens > 0 && {
      [Names.LLM_TOKEN_COUNT_PROMPT_DETAILS_CACHE_WRITE]: usage.cacheWriteTokens,
    }),
    ...(usage.reasoningTokens > 0 && {
      [Names.LLM_TOKEN_COUNT_COMPLETION_DETAILS_REASONING]: usage.reasoningTokens,
    }),
  };
}

/** The parts of an answer in the order in which they arrived. */
function describeThoughts(reasoning: string, text: string): JsonObject[] {
  const parts: JsonObject[] = [{ type: 'reasoning', text: reasoning }];
  if (text !== '') parts.push({ type: 'text', text });
  return parts.map((part) => ({ message_content: part }));
}

function describeMessage(message: ChatMessage): JsonObject {
  const parts = partsOf(message);
  const described: JsonObject = { role: roleOf(message) };
  const contents = parts.flatMap(describePart);
  const [only] = contents;
  if (contents.length === 1 && only?.['type'] === 'text') described['content'] = only['text']!;
  else if (contents.length > 0) {
    described['contents'] = contents.map((content) => ({ message_content: content }));
  }
  const calls = parts.filter((part) => part.type === 'tool_call');
  if (calls.length > 0) {
    described['tool_calls'] = calls.map(
      ({ tool_call_id: id, tool_call: { name, arguments: args } }) =>
        describeToolCall({ id, name, arguments: args }),
    );
  }
  const result = parts.find((part) => part.type === 'tool_result');
  if (result) {
    described['tool_call_id'] = result.tool_call_id;
    described['content'] = resultText(result);
  }
  return described;
}

function describePart(part: ContentPart): JsonObject[] {
  if (part.type === 'text') return [{ type: 'text', text: part.text }];
  if (part.type !== 'file') return [];
  return [{ type: 'image', image: { image: { url: urlOf(part) } } }];
}

function describeToolCall({
  id,
  name,
  arguments: args,
}: {
  id: string;
  name: string;
  arguments: string;
}): JsonObject {
  return { tool_call: { id, function: { name, arguments: args } } };
}

function toJsonSchema(tool: ChatTool): object {
  return tool.type === 'raw' ? tool.raw : { type: 'function', function: tool.function };
}
