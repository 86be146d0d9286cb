import type { SpanAttribute } from './requests.js';

const text = (key: string, stringValue: string): SpanAttribute => ({ key, value: { stringValue } });
const int = (key: string, intValue: number): SpanAttribute => ({ key, value: { intValue } });

const TOOLS = ['search_orders', 'read_policy', 'send_mail', 'find_customer'];

interface Message {
  role: string;
  content: string;
  tool?: string;
}

/**
 * Returns the attributes of ten spans of an agent: the whole, and five calls of a model with four calls of
 * tools between them. As instrumentations do, each call of the model has all messages so far, once as the
 * request and once as attributes, together with the instructions and the tools, which are always the same.
 * @param prose returns a text that no other call got.
 * @param shared returns the same text for the same number.
 */
export function agentTrace(
  prose: (length: number) => string,
  shared: (length: number) => string,
): SpanAttribute[][] {
  const tools = TOOLS.map((name) => ({
    name,
    description: shared(300 + name.length),
    parameters: { type: 'object', properties: { query: { type: 'string' } } },
  }));
  const question = prose(400);
  const messages: Message[] = [
    { role: 'system', content: shared(2000) },
    { role: 'user', content: question },
  ];
  const calls: SpanAttribute[][] = [];
  for (const tool of TOOLS) {
    calls.push(callModel(messages, tools, { role: 'assistant', content: prose(60), tool }));
    const result = prose(1500);
    calls.push([
      text('openinference.span.kind', 'TOOL'),
      text('tool.name', tool),
      text('input.value', JSON.stringify({ query: prose(60) })),
      text('output.value', result),
    ]);
    messages.push({ role: 'tool', content: result });
  }
  const answer = prose(1200);
  calls.push(callModel(messages, tools, { role: 'assistant', content: answer }));
  const whole = [
    text('openinference.span.kind', 'AGENT'),
    text('input.value', question),
    text('output.value', answer),
  ];
  return [whole, ...calls];
}

/** Adds the reply to the messages. */
function callModel(messages: Message[], tools: object[], reply: Message): SpanAttribute[] {
  const attributes = [
    text('openinference.span.kind', 'LLM'),
    text('llm.model_name', 'gpt-4o-mini'),
    text('llm.provider', 'openai'),
    text('input.value', JSON.stringify({ model: 'gpt-4o-mini', messages, tools })),
    text('input.mime_type', 'application/json'),
    text('output.value', JSON.stringify({ choices: [{ message: reply }] })),
    text('output.mime_type', 'application/json'),
    ...messages.flatMap(({ role, content }, i) => [
      text(`llm.input_messages.${i}.message.role`, role),
      text(`llm.input_messages.${i}.message.content`, content),
    ]),
    text('llm.output_messages.0.message.role', reply.role),
    text('llm.output_messages.0.message.content', reply.content),
    ...tools.map((tool, i) => text(`llm.tools.${i}.tool.json_schema`, JSON.stringify(tool))),
    int('llm.token_count.prompt', 200 + messages.length),
    int('llm.token_count.completion', 90 + messages.length),
  ];
  messages.push(reply);
  return attributes;
}
