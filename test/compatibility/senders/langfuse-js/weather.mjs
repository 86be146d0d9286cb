// npm: @langfuse/otel@5.11.1 @langfuse/openai@5.11.1 @langfuse/tracing@5.11.1 openai@7.59.0
// npm: @opentelemetry/api@1.9.0 @opentelemetry/core@2.2.0 @opentelemetry/sdk-trace-base@2.2.0
// npm: @opentelemetry/sdk-trace-node@2.2.0 @opentelemetry/exporter-trace-otlp-http@0.208.0
/** Langfuse's JavaScript SDK: its wrapper of OpenAI, and observations for tools and agents. */
import { observeOpenAI } from '@langfuse/openai';
import { LangfuseSpanProcessor } from '@langfuse/otel';
import { observe, propagateAttributes, startActiveObservation } from '@langfuse/tracing';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import OpenAI from 'openai';

const processor = new LangfuseSpanProcessor({
  publicKey: 'pk-lf-stand-in',
  secretKey: 'sk-lf-stand-in',
  baseUrl: process.env.COLLECTOR,
});
const provider = new NodeTracerProvider({ spanProcessors: [processor] });
provider.register();

const client = observeOpenAI(new OpenAI({ maxRetries: 0 }));
const messages = [{ role: 'system', content: 'You are a weather bot' }];
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
const getWeather = observe(async () => 'sunny, 22 degrees', {
  name: 'get_weather',
  asType: 'tool',
});

async function ask(model) {
  const answer = await client.chat.completions.create({ model, messages, tools });
  messages.push(answer.choices[0].message);
  return answer.choices[0].message;
}

function turn(question, model = 'gpt-4o-mini') {
  return startActiveObservation(
    'weather_bot',
    async (agent) => {
      agent.update({ input: question });
      messages.push({ role: 'user', content: question });
      let message = await ask(model);
      for (const call of message.tool_calls ?? []) {
        const content = await getWeather(JSON.parse(call.function.arguments));
        messages.push({ role: 'tool', tool_call_id: call.id, content });
        message = await ask(model);
      }
      agent.update({ output: message.content });
    },
    { asType: 'agent' },
  );
}

await propagateAttributes({ sessionId: 'weather-session', userId: 'ada' }, async () => {
  await turn('Weather in Paris?');
  await turn('And tomorrow?');
  await turn('Weather in Paris?', 'missing-model').catch(() => {});
});
await provider.shutdown();
