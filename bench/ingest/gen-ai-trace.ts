import type { SpanAttribute } from './requests.js';

const BYTES = 2_000;
const SPANS = 10;

const text = (key: string, stringValue: string): SpanAttribute => ({ key, value: { stringValue } });
const int = (key: string, intValue: number): SpanAttribute => ({ key, value: { intValue } });

/** Builds a trace in OpenTelemetry's `gen_ai` conventions: an agent that calls a model and tools. Spans are of about 2 KB. */
export function genAiTrace(prose: (length: number) => string): SpanAttribute[][] {
  return Array.from({ length: SPANS }, (_, place) => {
    if (place === 0) return agent(prose);
    return place % 2 === 0 ? chat(place, prose) : tool(prose);
  });
}

function agent(prose: (length: number) => string): SpanAttribute[] {
  return [
    text('gen_ai.operation.name', 'invoke_agent'),
    text('gen_ai.agent.name', 'support'),
    text('gen_ai.input.messages', messages('user', prose(BYTES * 0.5))),
    text('gen_ai.output.messages', messages('assistant', prose(BYTES * 0.5))),
  ];
}

function chat(place: number, prose: (length: number) => string): SpanAttribute[] {
  return [
    text('gen_ai.operation.name', 'chat'),
    text('gen_ai.provider.name', 'openai'),
    text('gen_ai.request.model', 'gpt-4o-mini'),
    { key: 'gen_ai.request.temperature', value: { doubleValue: 0.2 } },
    text('gen_ai.response.id', 'chatcmpl-123'),
    text('gen_ai.response.model', 'gpt-4o-mini-2024-07-18'),
    text('gen_ai.system_instructions', JSON.stringify([part(prose(BYTES * 0.2))])),
    text('gen_ai.input.messages', messages('user', prose(BYTES * 0.5))),
    text('gen_ai.output.messages', messages('assistant', prose(BYTES * 0.3))),
    int('gen_ai.usage.input_tokens', 200 + place),
    int('gen_ai.usage.output_tokens', 90 + place),
  ];
}

function tool(prose: (length: number) => string): SpanAttribute[] {
  return [
    text('gen_ai.operation.name', 'execute_tool'),
    text('gen_ai.tool.name', 'search_orders'),
    text('gen_ai.tool.call.id', 'call_1'),
    text('gen_ai.tool.call.arguments', JSON.stringify({ query: prose(BYTES * 0.2) })),
    text('gen_ai.tool.call.result', JSON.stringify({ found: prose(BYTES * 0.8) })),
  ];
}

function messages(role: string, content: string): string {
  return JSON.stringify([{ role, parts: [part(content)] }]);
}

function part(content: string): { type: string; content: string } {
  return { type: 'text', content };
}
