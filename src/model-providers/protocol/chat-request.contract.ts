import type { JsonObject, RawNumber } from '../../kernel/json/json.js';

/** The request to a model. It has the shapes of prompt versions, which therefore need no translation. */
export interface ChatRequest {
  modelName: string;
  messages: readonly ChatMessage[];
  tools: ChatTools | null;
  responseFormat: ChatResponseFormat | null;
  /** In the format of any family. Each client translates those of other families. */
  parameters: ChatParameters;
}

/** A message, with its variables replaced. */
export interface ChatMessage {
  /** `model` and `ai` mean `assistant`, `developer` means `system`. */
  role: 'user' | 'assistant' | 'model' | 'ai' | 'tool' | 'system' | 'developer';
  content: string | readonly ContentPart[];
}

export type ContentPart = TextPart | ToolCallPart | ToolResultPart | FilePart;

export interface TextPart {
  type: 'text';
  text: string;
}

export interface ToolCallPart {
  type: 'tool_call';
  tool_call_id: string;
  /** The arguments are JSON, as text. */
  tool_call: { type: 'function'; name: string; arguments: string };
}

export interface ToolResultPart {
  type: 'tool_result';
  tool_call_id: string;
  /** Any JSON. */
  tool_result: unknown;
}

/** An image or another file. */
export interface FilePart {
  type: 'file';
  /** Such as `image/png` or `application/pdf`. */
  mediaType: string;
  /** The content in base64, or its address, which the provider fetches. */
  source: { base64: string } | { url: string };
  name: string | null;
}

export interface ChatTools {
  tools: readonly ChatTool[];
  tool_choice?: ChatToolChoice | undefined;
  /** Whether to ask without the choice if the provider refuses it. */
  isChoiceOptional?: boolean | undefined;
  disable_parallel_tool_calls?: boolean | undefined;
}

/** A function of the application, or a tool of the provider in the provider's format. */
export type ChatTool =
  | {
      type: 'function';
      function: {
        name: string;
        description?: string | undefined;
        parameters?: JsonObject | undefined;
        strict?: boolean | undefined;
      };
    }
  | { type: 'raw'; raw: JsonObject };

export type ChatToolChoice =
  | { type: 'none' | 'zero_or_more' | 'one_or_more' }
  | { type: 'specific_function'; function_name: string };

/** A JSON schema that the answer must meet. */
export interface ChatResponseFormat {
  type: 'json_schema';
  json_schema: {
    name: string;
    description?: string | undefined;
    schema?: JsonObject | undefined;
    strict?: boolean | undefined;
  };
}

/** Parameters of the model, by the family of its provider. */
export type ChatParameters =
  | { type: 'openai'; openai: OpenAIParameters }
  | { type: 'anthropic'; anthropic: AnthropicParameters }
  | { type: 'google'; google: GoogleParameters }
  | { type: 'aws'; aws: BedrockParameters };

type Numeric = number | RawNumber | undefined;

export interface OpenAIParameters {
  temperature?: Numeric;
  top_p?: Numeric;
  max_tokens?: Numeric;
  max_completion_tokens?: Numeric;
  frequency_penalty?: Numeric;
  presence_penalty?: Numeric;
  seed?: Numeric;
  stop?: string[] | undefined;
  reasoning_effort?: string | undefined;
  extra_body?: JsonObject | undefined;
}

export interface AnthropicParameters {
  temperature?: Numeric;
  top_p?: Numeric;
  max_tokens?: Numeric;
  stop_sequences?: string[] | undefined;
  output_config?: { effort?: string | undefined } | undefined;
  thinking?: object | undefined;
  extra_body?: JsonObject | undefined;
}

export interface GoogleParameters {
  temperature?: Numeric;
  top_p?: Numeric;
  top_k?: Numeric;
  max_output_tokens?: Numeric;
  presence_penalty?: Numeric;
  frequency_penalty?: Numeric;
  stop_sequences?: string[] | undefined;
  thinking_config?:
    | {
        thinking_budget?: Numeric;
        thinking_level?: string | undefined;
        include_thoughts?: boolean | undefined;
      }
    | undefined;
}

export interface BedrockParameters {
  temperature?: Numeric;
  top_p?: Numeric;
  max_tokens?: Numeric;
  stop_sequences?: string[] | undefined;
}
