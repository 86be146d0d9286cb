// npm: genkit@1.42.0 @genkit-ai/compat-oai@1.42.0 openai@7.59.0
// npm: @opentelemetry/exporter-trace-otlp-proto@0.52.1 @opentelemetry/sdk-trace-base@1.25.1
/** Genkit, whose telemetry goes to an exporter of OpenTelemetry. */
import { openAI } from '@genkit-ai/compat-oai/openai';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { genkit, z } from 'genkit';
import { enableTelemetry, flushTracing } from 'genkit/tracing';

await enableTelemetry({ spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())] });

const ai = genkit({ plugins: [openAI({ apiKey: process.env.OPENAI_API_KEY })] });
const weather = ai.defineTool(
  {
    name: 'get_weather',
    description: 'The weather of a city',
    inputSchema: z.object({ city: z.string() }),
    outputSchema: z.string(),
  },
  async () => 'sunny, 22 degrees',
);
const bot = ai.defineFlow(
  { name: 'weather_bot', inputSchema: z.string(), outputSchema: z.string() },
  async (question) => {
    const answer = await ai.generate({
      model: openAI.model('gpt-4o-mini'),
      system: 'You are a weather bot',
      prompt: question,
      tools: [weather],
    });
    return answer.text;
  },
);

await bot('Weather in Paris?');
await bot('And tomorrow?');
await ai
  .generate({ model: openAI.model('missing-model'), prompt: 'Weather in Paris?' })
  .catch(() => {});
await ai.embed({
  embedder: openAI.embedder('text-embedding-3-small'),
  content: 'Weather in Paris?',
});
await flushTracing();
