// npm: openai@7.59.0 @arizeai/openinference-instrumentation-openai@4.2.7 @arizeai/openinference-core@2.7.1
// npm: @opentelemetry/api@1.9.0 @opentelemetry/sdk-trace-node@2.2.0 @opentelemetry/exporter-trace-otlp-proto@0.208.0
/** OpenAI's JavaScript SDK with OpenInference's instrumentation. */
import { setSession } from '@arizeai/openinference-core';
import { OpenAIInstrumentation } from '@arizeai/openinference-instrumentation-openai';
import { context } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import OpenAI from 'openai';

const processor = new BatchSpanProcessor(new OTLPTraceExporter());
const provider = new NodeTracerProvider({ spanProcessors: [processor] });
provider.register();
const instrumentation = new OpenAIInstrumentation({ tracerProvider: provider });
instrumentation.manuallyInstrument(OpenAI);

const client = new OpenAI({ maxRetries: 0 });
const messages = [
  { role: 'system', content: 'You are a weather bot' },
  { role: 'user', content: 'Weather in Paris?' },
];
const tools = [
  {
    type: 'function',
    function: {
      name: 'get_weather',
      description: 'The weather of a city',
      parameters: { type: 'object', properties: { city: { type: 'string' } } },
    },
  },
];

async function ask(model = 'gpt-4o-mini') {
  const answer = await client.chat.completions.create({ model, messages, tools });
  messages.push(answer.choices[0].message);
  return answer.choices[0].message;
}

await context.with(setSession(context.active(), { sessionId: 'weather-session' }), async () => {
  const message = await ask();
  const tool_call_id = message.tool_calls[0].id;
  messages.push({ role: 'tool', tool_call_id, content: 'sunny, 22 degrees' });
  await ask();
  messages.push({ role: 'user', content: 'And tomorrow?' });
  const stream = await client.chat.completions.create({
    model: 'gpt-4o-mini',
    messages,
    tools,
    stream: true,
    stream_options: { include_usage: true },
  });
  for await (const chunk of stream) void chunk;
  await client.embeddings.create({ model: 'text-embedding-3-small', input: 'Weather in Paris?' });
  await ask('missing-model').catch(() => {});
});
await provider.shutdown();
