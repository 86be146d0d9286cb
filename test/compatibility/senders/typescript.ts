import {
  agent,
  ANSWER,
  ASKED,
  call,
  conversation,
  embedding,
  failure,
  FAILURE,
  FOLLOW_UP,
  tool,
  TOOL_CALL,
  turn,
  type Sender,
} from './scenario.js';

const MODEL = 'gpt-4o-mini';
const MODEL_OF_ANSWER = 'gpt-4o-mini-2024-07-18';
const NO_DETAILS = { cacheRead: null, reasoning: null };
const NO_REASONING = { reasoning: null };
const NO_USAGE = { ...NO_DETAILS, prompt: null, completion: null, isPriced: false };

/** Frameworks and SDKs of observability in TypeScript. */
export const TYPESCRIPT: Sender[] = [
  {
    folder: 'vercel-ai-sdk-6',
    name: 'Vercel AI SDK 6',
    language: 'TypeScript',
    version: 'ai 6.0.326',
    recorded: '2026-11-30',
    setUp: 'experimental_telemetry: { isEnabled: true }',
    expected: agent({
      kinds: {
        'ai.generateText': 'AGENT',
        'ai.generateText.doGenerate': 'LLM',
        'ai.streamText': 'AGENT',
        'ai.streamText.doStream': 'LLM',
        'ai.toolCall': 'TOOL',
        'ai.embed': 'CHAIN',
        'ai.embed.doEmbed': 'EMBEDDING',
      },
      calls: [
        ...conversation(MODEL).slice(0, 2),
        call(MODEL, FOLLOW_UP, TOOL_CALL),
        call(MODEL, FOLLOW_UP, ANSWER),
        embedding(),
        failure('missing-model', ASKED),
      ],
      tools: [tool('ai.toolCall'), tool('ai.toolCall')],
      turns: [
        turn(ASKED, ANSWER),
        turn(FOLLOW_UP, ANSWER),
        turn(ASKED, null),
        turn(ASKED, null, FAILURE),
      ],
    }),
  },
  {
    folder: 'vercel-ai-sdk-5',
    name: 'Vercel AI SDK 5',
    language: 'TypeScript',
    version: 'ai 5.0.277',
    recorded: '2026-11-30',
    setUp: 'experimental_telemetry: { isEnabled: true }',
    expected: agent({
      kinds: {
        'ai.generateText': 'AGENT',
        'ai.generateText.doGenerate': 'LLM',
        'ai.streamText': 'AGENT',
        'ai.streamText.doStream': 'LLM',
        'ai.toolCall': 'TOOL',
        'ai.embed': 'CHAIN',
        'ai.embed.doEmbed': 'EMBEDDING',
      },
      calls: [
        // `generateText` is without details of the usage.
        ...conversation(MODEL, NO_DETAILS).slice(0, 2),
        call(MODEL, FOLLOW_UP, TOOL_CALL),
        call(MODEL, FOLLOW_UP, ANSWER),
        embedding(),
        failure('missing-model', ASKED),
      ],
      tools: [tool('ai.toolCall'), tool('ai.toolCall')],
      turns: [
        turn(ASKED, ANSWER),
        turn(FOLLOW_UP, ANSWER),
        turn(ASKED, null),
        turn(ASKED, null, FAILURE),
      ],
    }),
  },
  {
    folder: 'vercel-ai-sdk-7',
    name: 'Vercel AI SDK 7',
    language: 'TypeScript',
    version: 'ai 7.0.173, @ai-sdk/otel 1.0.173',
    recorded: '2026-11-30',
    setUp: 'registerTelemetry(new OpenTelemetry())',
    expected: agent({
      kinds: {
        'invoke_agent gpt-4o-mini': 'AGENT',
        'invoke_agent missing-model': 'AGENT',
        'step 1': 'CHAIN',
        'step 2': 'CHAIN',
        'chat gpt-4o-mini': 'LLM',
        'chat missing-model': 'LLM',
        'execute_tool get_weather': 'TOOL',
        'embeddings text-embedding-3-small': 'EMBEDDING',
      },
      calls: [
        ...conversation(MODEL, NO_REASONING).slice(0, 2),
        call(MODEL, FOLLOW_UP, TOOL_CALL, NO_REASONING),
        call(MODEL, FOLLOW_UP, ANSWER, NO_REASONING),
        // One embedding is a span in another of its name, and counts once.
        embedding({ input: null, prompt: null, isPriced: false }),
        embedding({ input: null }),
        failure('missing-model', ASKED),
      ],
      tools: [tool('execute_tool get_weather'), tool('execute_tool get_weather')],
      turns: [
        turn(ASKED, ANSWER),
        turn(FOLLOW_UP, ANSWER),
        turn(null, null),
        turn(ASKED, null, FAILURE),
      ],
      sessions: [],
    }),
  },
  {
    folder: 'langfuse-js',
    name: 'Langfuse',
    language: 'TypeScript',
    version: '@langfuse/otel 5.11.1, @langfuse/openai 5.11.1',
    recorded: '2026-11-30',
    setUp: 'new LangfuseSpanProcessor({ baseUrl }), observeOpenAI(new OpenAI())',
    expected: agent({
      kinds: { weather_bot: 'AGENT', 'OpenAI.chat': 'LLM', get_weather: 'TOOL' },
      // A failing call has the status UNSET, and the level ERROR.
      calls: [...conversation(MODEL_OF_ANSWER), failure('missing-model', ASKED)],
    }),
  },
  {
    folder: 'genkit',
    name: 'Genkit',
    language: 'TypeScript',
    version: 'genkit 1.42.0',
    recorded: '2026-11-30',
    setUp: 'enableTelemetry({ spanProcessors })',
    expected: agent({
      kinds: {
        weather_bot: 'CHAIN',
        generate: 'CHAIN',
        'openai/gpt-4o-mini': 'LLM',
        'openai/missing-model': 'LLM',
        'openai/text-embedding-3-small': 'EMBEDDING',
        get_weather: 'TOOL',
      },
      calls: [
        ...conversation(MODEL, NO_DETAILS).slice(0, 2),
        call(MODEL, FOLLOW_UP, TOOL_CALL, NO_DETAILS),
        call(MODEL, FOLLOW_UP, ANSWER, NO_DETAILS),
        failure('missing-model', ASKED),
        // It does not tell the usage of embeddings.
        embedding({ prompt: null, isPriced: false }),
      ],
      tools: [tool('get_weather'), tool('get_weather')],
      turns: [
        turn(ASKED, ANSWER),
        turn(FOLLOW_UP, ANSWER),
        turn(ASKED, null, FAILURE),
        turn(ASKED, null),
      ],
      sessions: [],
    }),
  },
  {
    folder: 'mastra',
    name: 'Mastra',
    language: 'TypeScript',
    version: '@mastra/otel-exporter 1.4.0, @mastra/core 1.71.0',
    recorded: '2026-11-30',
    setUp: 'new OtelExporter({ provider: { custom: { endpoint } } })',
    expected: agent(
      {
        kinds: {
          'invoke_agent weather_bot': 'AGENT',
          'model_generation gpt-4o-mini': 'LLM',
          'model_generation missing-model': 'LLM',
          'agent_step weather_bot': 'CHAIN',
          'chat gpt-4o-mini': 'LLM',
          'chat missing-model': 'LLM',
          'model_chunk weather_bot': 'CHAIN',
          'execute_tool get_weather': 'TOOL',
        },
        // Calls are without messages, and their tool calls are only in the step around them.
        calls: [
          call(null, ASKED, ANSWER, NO_USAGE),
          call(MODEL, null, null),
          call(MODEL, null, ANSWER),
          call(null, FOLLOW_UP, ANSWER, NO_USAGE),
          call(MODEL, null, null),
          call(MODEL, null, ANSWER),
          failure(null, ASKED, { error: null }),
          failure('missing-model', null, { error: null }),
        ],
        tools: [tool('execute_tool get_weather'), tool('execute_tool get_weather')],
      },
      'execute_tool get_weather',
    ),
  },
];
