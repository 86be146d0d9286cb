import type { Framework, TargetLiterals } from './framework.js';

const register = ({ project, server }: TargetLiterals) =>
  `import { register } from "@arizeai/phoenix-otel";

const provider = register({ projectName: ${project}, url: ${server} });`;

/** Adds an import above `register`, and lines below it. */
const registerWith =
  (imports: string, lines: string): Framework['setup'] =>
  (target) =>
    `${imports}\n${register(target)}\n${lines}`;

/** Exporters send in batches, so a short program has to wait for the last one. */
const FLUSH = 'await provider.shutdown(); // sends the remaining spans';

/** A framework in TypeScript, whose traces go through `@arizeai/phoenix-otel`. */
function typescript({
  install,
  example,
  ...framework
}: Pick<Framework, 'id' | 'title' | 'packages' | 'before'> & {
  install: readonly string[];
  example: string;
  setup?: Framework['setup'];
}): Framework {
  return {
    language: 'TypeScript',
    setup: register,
    run: 'npx tsx app.ts',
    key: 'PHOENIX_API_KEY',
    install: `npm install ${['@arizeai/phoenix-otel', ...install].join(' ')}`,
    example: `${example}\n${FLUSH}`,
    ...framework,
  };
}

/** The TypeScript frameworks of the gallery. */
export const TYPESCRIPT_FRAMEWORKS: readonly Framework[] = [
  typescript({
    id: 'vercel-ai-sdk',
    title: 'Vercel AI SDK',
    packages: ['ai'],
    install: ['ai', '@ai-sdk/openai', '@ai-sdk/otel'],
    setup: registerWith(
      `import { OpenTelemetry } from "@ai-sdk/otel";
import { registerTelemetry } from "ai";`,
      'registerTelemetry(new OpenTelemetry());',
    ),
    example: `import { openai } from "@ai-sdk/openai";
import { generateText } from "ai";

const { text } = await generateText({ model: openai("gpt-5-mini"), prompt: "Why is the sky blue?" });
console.log(text);`,
  }),
  typescript({
    id: 'vercel-ai-sdk-6',
    title: 'Vercel AI SDK 5, 6',
    packages: ['ai'],
    before: 7,
    install: ['ai@6', '@ai-sdk/openai@3'],
    setup: (target) =>
      `${register(target)}\n// Each call also needs: experimental_telemetry: { isEnabled: true }`,
    example: `import { openai } from "@ai-sdk/openai";
import { generateText } from "ai";

const { text } = await generateText({
  model: openai("gpt-5-mini"),
  prompt: "Why is the sky blue?",
  experimental_telemetry: { isEnabled: true },
});
console.log(text);`,
  }),
  typescript({
    id: 'openai-js',
    title: 'OpenAI',
    packages: ['openai'],
    install: ['@arizeai/openinference-instrumentation-openai', 'openai'],
    setup: registerWith(
      `import { OpenAIInstrumentation } from "@arizeai/openinference-instrumentation-openai";
import OpenAI from "openai";`,
      'new OpenAIInstrumentation({ tracerProvider: provider }).manuallyInstrument(OpenAI);',
    ),
    example: `const answer = await new OpenAI().responses.create({
  model: "gpt-5-mini",
  input: "Why is the sky blue?",
});
console.log(answer.output_text);`,
  }),
  typescript({
    id: 'anthropic-js',
    title: 'Anthropic',
    packages: ['@anthropic-ai/sdk'],
    install: ['@arizeai/openinference-instrumentation-anthropic', '@anthropic-ai/sdk'],
    setup: registerWith(
      `import Anthropic from "@anthropic-ai/sdk";
import { AnthropicInstrumentation } from "@arizeai/openinference-instrumentation-anthropic";`,
      'new AnthropicInstrumentation({ tracerProvider: provider }).manuallyInstrument(Anthropic);',
    ),
    example: `const answer = await new Anthropic().messages.create({
  model: "claude-sonnet-4-5",
  max_tokens: 1024,
  messages: [{ role: "user", content: "Why is the sky blue?" }],
});
console.log(answer.content);`,
  }),
  typescript({
    id: 'langchain-js',
    title: 'LangChain.js',
    packages: ['langchain', '@langchain/core', '@langchain/langgraph'],
    install: [
      '@arizeai/openinference-instrumentation-langchain',
      '@langchain/core',
      '@langchain/openai',
    ],
    setup: registerWith(
      `import { LangChainInstrumentation } from "@arizeai/openinference-instrumentation-langchain";
import * as callbacks from "@langchain/core/callbacks/manager";`,
      'new LangChainInstrumentation({ tracerProvider: provider }).manuallyInstrument(callbacks);',
    ),
    example: `import { ChatOpenAI } from "@langchain/openai";

const answer = await new ChatOpenAI({ model: "gpt-5-mini" }).invoke("Why is the sky blue?");
console.log(answer.content);`,
  }),
  {
    id: 'mastra',
    title: 'Mastra',
    language: 'TypeScript',
    packages: ['@mastra/core'],
    install:
      'npm install @mastra/core @mastra/observability @mastra/otel-exporter @opentelemetry/exporter-trace-otlp-proto',
    setup: ({ project, traces }) => `import { Mastra } from "@mastra/core/mastra";
import { Observability } from "@mastra/observability";
import { OtelExporter } from "@mastra/otel-exporter";

const headers: Record<string, string> = { "x-project-name": ${project} };
if (process.env.PHOENIX_API_KEY) headers.Authorization = \`Bearer \${process.env.PHOENIX_API_KEY}\`;
const custom = { endpoint: ${traces}, protocol: "http/protobuf" as const, headers };
const exporters = [new OtelExporter({ provider: { custom } })];
const observability = new Observability({ configs: { otel: { serviceName: "my-app", exporters } } });`,
    example: `import { Agent } from "@mastra/core/agent";

const instructions = "Answer in one sentence.";
const model = "openai/gpt-5-mini";
const agent = new Agent({ id: "teacher", name: "Teacher", instructions, model });
const mastra = new Mastra({ agents: { teacher: agent }, observability });
console.log((await mastra.getAgent("teacher").generate("Why is the sky blue?")).text);
await observability.shutdown(); // sends the remaining spans`,
    run: 'npx tsx app.ts',
    key: 'PHOENIX_API_KEY',
  },
  typescript({
    id: 'typescript',
    title: 'Your own code',
    packages: [],
    install: [],
    setup: ({ project, server }) => `import { register, traceChain } from "@arizeai/phoenix-otel";

const provider = register({ projectName: ${project}, url: ${server} });`,
    example: `const answer = traceChain(async (question: string) => "42", { name: "answer" });

await answer("What is the meaning of life?");`,
  }),
];
