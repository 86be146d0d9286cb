// npm: ai@7.0.173 @ai-sdk/openai@4.0.118 @ai-sdk/otel@1.0.173 zod@4.6.7
// npm: @opentelemetry/api@1.9.0 @opentelemetry/sdk-trace-node@2.2.0 @opentelemetry/exporter-trace-otlp-proto@0.208.0
/** Vercel's AI SDK 7, whose telemetry is a package of its own. */
import { openai } from '@ai-sdk/openai';
import { OpenTelemetry } from '@ai-sdk/otel';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { embed, generateText, isStepCount, registerTelemetry, streamText, tool } from 'ai';
import { z } from 'zod';

const processor = new BatchSpanProcessor(new OTLPTraceExporter());
const provider = new NodeTracerProvider({ spanProcessors: [processor] });
provider.register();
registerTelemetry(new OpenTelemetry());

const weather = {
  instructions: 'You are a weather bot',
  maxRetries: 0,
  stopWhen: isStepCount(3),
  tools: {
    get_weather: tool({
      description: 'The weather of a city',
      inputSchema: z.object({ city: z.string() }),
      execute: async () => 'sunny, 22 degrees',
    }),
  },
  telemetry: { isEnabled: true, functionId: 'weather_bot' },
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
  model: openai.embeddingModel('text-embedding-3-small'),
  value: 'Weather in Paris?',
  telemetry: weather.telemetry,
});
await generateText({
  ...weather,
  model: openai.chat('missing-model'),
  prompt: 'Weather in Paris?',
}).catch(() => {});
await provider.shutdown();
