import type { GenerateContentParameters } from '@google/genai';
import { parametersFor } from '../protocol/chat-parameters.js';
import type {
  ChatMessage,
  ChatRequest,
  ChatTool,
  ChatToolChoice,
  FilePart,
  ToolResultPart,
} from '../protocol/chat-request.contract.js';
import { partsOf, readArguments, roleOf, splitSystem } from '../protocol/message-parts.contract.js';

/**
 * Writes the parameters of Google's SDK, which writes the body of the request:
 * https://ai.google.dev/api/generate-content
 */
export function toGoogleParameters({
  modelName,
  messages,
  tools,
  responseFormat,
  parameters,
}: ChatRequest): GenerateContentParameters {
  const given = parametersFor('google', parameters);
  const { system, chat } = splitSystem(messages);
  const names = namesOfCalls(messages);
  const config = {
    temperature: given.temperature,
    maxOutputTokens: given.max_output_tokens,
    stopSequences: given.stop_sequences,
    presencePenalty: given.presence_penalty,
    frequencyPenalty: given.frequency_penalty,
    topP: given.top_p,
    topK: given.top_k,
    ...(given.thinking_config && {
      thinkingConfig: {
        thinkingBudget: given.thinking_config.thinking_budget,
        thinkingLevel: given.thinking_config.thinking_level?.toUpperCase(),
        includeThoughts: given.thinking_config.include_thoughts,
      },
    }),
    ...(system.length > 0 && { systemInstruction: { parts: system.map((text) => ({ text })) } }),
    ...(responseFormat && {
      responseMimeType: 'application/json',
      responseJsonSchema: responseFormat.json_schema.schema,
    }),
    // The SDK would rewrite tools, and drop what it does not know of them.
    ...(tools && {
      httpOptions: {
        extraBody: {
          tools: toTools(tools.tools),
          ...(tools.tool_choice && { toolConfig: toToolConfig(tools.tool_choice) }),
        },
      },
    }),
  };
  return {
    model: modelName,
    contents: chat.map((message) => toContent(message, names)),
    config,
  } as GenerateContentParameters;
}

function toContent(message: ChatMessage, names: ReadonlyMap<string, string>): object {
  return {
    role: roleOf(message) === 'assistant' ? 'model' : 'user',
    parts: partsOf(message).map((part) => {
      switch (part.type) {
        case 'text':
          return { text: part.text };
        case 'file':
          return toFile(part);
        case 'tool_call': {
          const { name } = part.tool_call;
          return { functionCall: { id: part.tool_call_id, name, args: readArguments(part) } };
        }
        default:
          return toFunctionResponse(part, names);
      }
    }),
  };
}

/** Google wants to know the function of a result, which a prompt says only at its call. */
function namesOfCalls(messages: readonly ChatMessage[]): Map<string, string> {
  const calls = messages.flatMap(partsOf).filter((part) => part.type === 'tool_call');
  return new Map(calls.map(({ tool_call_id: id, tool_call: { name } }) => [id, name]));
}

function toFunctionResponse(
  { tool_call_id: id, tool_result: result }: ToolResultPart,
  names: ReadonlyMap<string, string>,
): object {
  const isObject = typeof result === 'object' && result !== null && !Array.isArray(result);
  const response = isObject ? result : { result };
  return { functionResponse: { id, name: names.get(id) ?? id, response } };
}

function toFile({ mediaType, source }: FilePart): object {
  return 'url' in source
    ? { fileData: { mimeType: mediaType, fileUri: source.url } }
    : { inlineData: { mimeType: mediaType, data: source.base64 } };
}

/** Converts tools: all functions are one tool; each of the provider's own tools is another. */
function toTools(tools: readonly ChatTool[]): object[] {
  const functionDeclarations = tools.flatMap((tool) => {
    if (tool.type === 'raw') return [];
    const { name, description, parameters } = tool.function;
    return {
      name,
      ...(description !== undefined && { description }),
      ...(parameters && { parametersJsonSchema: parameters }),
    };
  });
  return [
    ...(functionDeclarations.length > 0 ? [{ functionDeclarations }] : []),
    ...tools.flatMap((tool) => (tool.type === 'raw' ? [tool.raw] : [])),
  ];
}

function toToolConfig(choice: ChatToolChoice): object {
  switch (choice.type) {
    case 'none':
      return { functionCallingConfig: { mode: 'NONE' } };
    case 'zero_or_more':
      return { functionCallingConfig: { mode: 'AUTO' } };
    case 'one_or_more':
      return { functionCallingConfig: { mode: 'ANY' } };
    default:
      return {
        functionCallingConfig: { mode: 'ANY', allowedFunctionNames: [choice.function_name] },
      };
  }
}
