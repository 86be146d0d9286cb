// npm: ai@6.0.326 @ai-sdk/openai@3.0.141 zod@4.6.7
// npm: @opentelemetry/api@1.9.0 @opentelemetry/sdk-trace-node@2.2.0 @opentelemetry/exporter-trace-otlp-proto@0.208.0
/** Vercel's AI SDK 6, whose telemetry is switched on for each call. */
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { openai } from '@ai-sdk/openai';
import { embed, generateText, stepCountIs, streamText, tool } from 'ai';
import { z } from 'zod';

const processor = new BatchSpanProcessor(new OTLPTraceExporter());
const provider = new NodeTracerProvider({ spanProcessors: [processor] });
provider.register();

const weather = {
  system: 'You are a weather bot',
  maxRetries: 0,
  stopWhen: stepCountIs(3),
  tools: {
    get_weather: tool({
      description: 'The weather of a city',
      inputSchema: z.object({ city: z.string() }),
      execute: async () => 'sunny, 22 degrees',
    }),
  },
  experimental_telemetry: {
    isEnabled: true,
    functionId: 'weather_bot',
    metadata: { sessionId: 'weather-session', userId: 'ada' },
  },
};

await generateText({
  ...weather,
  model: openai.chat('gpt-4o-mini'),
  prompt: 'Weather in Paris?',
});
const stream = streamText({
  ...weather,
  model: openai.chat('gpt-4o-mini'),
  prompt: 'And tomorrow?',
});
await stream.consumeStream();
await embed({
  model: openai.textEmbeddingModel('text-embedding-3-small'),
  value: 'Weather in Paris?',
  experimental_telemetry: weather.experimental_telemetry,
});
await generateText({
  ...weather,
  model: openai.chat('missing-model'),
  prompt: 'Weather in Paris?',
}).catch(() => {});
await provider.shutdown();
