// npm: @mastra/core@1.71.0 @mastra/observability@1.17.9 @mastra/otel-exporter@1.4.0 @ai-sdk/openai@3.0.141 zod@4.6.7
// npm: @opentelemetry/api@1.9.0 @opentelemetry/exporter-trace-otlp-proto@0.208.0
/** Mastra with its exporter for OpenTelemetry. */
import { createOpenAI } from '@ai-sdk/openai';
import { Agent } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { createTool } from '@mastra/core/tools';
import { Observability } from '@mastra/observability';
import { OtelExporter } from '@mastra/otel-exporter';
import { z } from 'zod';

const openai = createOpenAI({ baseURL: process.env.OPENAI_BASE_URL });
const getWeather = createTool({
  id: 'get_weather',
  description: 'The weather of a city',
  inputSchema: z.object({ city: z.string() }),
  execute: async () => 'sunny, 22 degrees',
});
const agent = (model) =>
  new Agent({
    id: `weather_bot_${model}`,
    name: 'weather_bot',
    instructions: 'You are a weather bot',
    model: openai.chat(model),
    tools: { get_weather: getWeather },
    maxRetries: 0,
  });
const exporter = new OtelExporter({
  provider: {
    custom: { endpoint: `${process.env.COLLECTOR}/v1/traces`, protocol: 'http/protobuf' },
  },
});
const mastra = new Mastra({
  agents: { bot: agent('gpt-4o-mini'), broken: agent('missing-model') },
  observability: new Observability({
    configs: { otel: { serviceName: 'weather-bot', exporters: [exporter] } },
  }),
  logger: false,
});

const options = { tracingOptions: { metadata: { sessionId: 'weather-session', userId: 'ada' } } };
await mastra.getAgent('bot').generate('Weather in Paris?', options);
const stream = await mastra.getAgent('bot').stream('And tomorrow?', options);
await stream.consumeStream();
await mastra
  .getAgent('broken')
  .generate('Weather in Paris?', options)
  .catch(() => {});
await mastra.observability.shutdown();
