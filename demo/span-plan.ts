import type { Attributes, AttributeValue } from '@opentelemetry/api';

/** The content and duration of one span of a story. Its children run during it. */
export interface SpanPlan {
  name: string;
  attributes: Attributes;
  /** Milliseconds before the first child starts, and after the last one ends. */
  beforeMs: number;
  afterMs: number;
  children?: SpanPlan[];
  /** Whether children start together instead of in sequence. */
  parallel?: boolean;
  /** The exception that ended the span. */
  exception?: { type: string; message: string; stack: string };
}

/** A trace in a project with its start time. */
export interface TracePlan {
  project: string;
  startTimeMs: number;
  root: SpanPlan;
}

export interface Message {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content?: string;
  imageUrl?: string;
  toolCalls?: { id: string; name: string; arguments: string }[];
  toolCallId?: string;
}

export interface Document {
  id: string;
  content: string;
  score?: number;
  metadata?: Record<string, string | number>;
}

/** Returns OpenInference attributes for chat messages. */
export function messageAttributes(prefix: string, messages: readonly Message[]): Attributes {
  const out: Record<string, AttributeValue> = {};
  messages.forEach((message, i) => {
    const at = `${prefix}.${i}.message`;
    out[`${at}.role`] = message.role;
    if (message.imageUrl) {
      out[`${at}.contents.0.message_content.type`] = 'text';
      out[`${at}.contents.0.message_content.text`] = message.content ?? '';
      out[`${at}.contents.1.message_content.type`] = 'image';
      out[`${at}.contents.1.message_content.image.image.url`] = message.imageUrl;
    } else if (message.content !== undefined) {
      out[`${at}.content`] = message.content;
    }
    if (message.toolCallId) out[`${at}.tool_call_id`] = message.toolCallId;
    message.toolCalls?.forEach((call, k) => {
      out[`${at}.tool_calls.${k}.tool_call.id`] = call.id;
      out[`${at}.tool_calls.${k}.tool_call.function.name`] = call.name;
      out[`${at}.tool_calls.${k}.tool_call.function.arguments`] = call.arguments;
    });
  });
  return out;
}

/** Returns OpenInference attributes for retrieved or reranked documents. */
export function documentAttributes(prefix: string, documents: readonly Document[]): Attributes {
  const out: Record<string, AttributeValue> = {};
  documents.forEach((document, i) => {
    const at = `${prefix}.${i}.document`;
    out[`${at}.id`] = document.id;
    out[`${at}.content`] = document.content;
    if (document.score !== undefined) out[`${at}.score`] = document.score;
    if (document.metadata) out[`${at}.metadata`] = JSON.stringify(document.metadata);
  });
  return out;
}

export interface LlmCall {
  model: string;
  provider: string;
  input: Message[];
  output: Message;
  parameters?: Record<string, unknown>;
  tools?: object[];
  /** How many messages, from the first, the provider reads from its cache, with the tools. */
  cachedMessages?: number;
}

/** Returns attributes for an LLM span, assuming four characters per token. */
export function llmAttributes(call: LlmCall): Attributes {
  const tokens = (messages: readonly Message[]) =>
    Math.ceil(
      messages.reduce((sum, m) => sum + textOf(m).length + (m.imageUrl ? 3400 : 16), 0) / 4,
    );
  const promptTokens = (messages: readonly Message[]) =>
    tokens(messages) + 60 * (call.tools?.length ?? 0);
  const prompt = promptTokens(call.input);
  const { cachedMessages = 0 } = call;
  const completion = tokens([call.output]);
  const tools: Record<string, AttributeValue> = {};
  call.tools?.forEach((tool, i) => {
    tools[`llm.tools.${i}.tool.json_schema`] = JSON.stringify(tool);
  });
  return {
    'openinference.span.kind': 'LLM',
    'llm.provider': call.provider,
    'llm.system': call.provider,
    'llm.model_name': call.model,
    'llm.invocation_parameters': JSON.stringify(call.parameters ?? { temperature: 0.2 }),
    'input.value': JSON.stringify({
      messages: call.input.map(({ role, content }) => ({ role, content })),
    }),
    'input.mime_type': 'application/json',
    'output.value': textOf(call.output),
    'output.mime_type': 'text/plain',
    'llm.token_count.prompt': prompt,
    'llm.token_count.completion': completion,
    'llm.token_count.total': prompt + completion,
    ...(cachedMessages > 0 && {
      'llm.token_count.prompt_details.cache_read': promptTokens(
        call.input.slice(0, cachedMessages),
      ),
    }),
    ...messageAttributes('llm.input_messages', call.input),
    ...messageAttributes('llm.output_messages', [call.output]),
    ...tools,
  };
}

function textOf(message: Message): string {
  return message.content ?? JSON.stringify(message.toolCalls ?? []);
}
