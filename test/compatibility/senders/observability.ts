import {
  agent,
  ANSWER,
  ASKED,
  call,
  callsOnly,
  conversation,
  embedding,
  failure,
  FAILURE,
  FOLLOW_UP,
  TOOL_CALL,
  turn,
  type Sender,
} from './scenario.js';

const MODEL = 'gpt-4o-mini';
const MODEL_OF_ANSWER = 'gpt-4o-mini-2024-07-18';
const NO_DETAILS = { cacheRead: null, reasoning: null };
const NO_REASONING = { reasoning: null };
const NO_USAGE = { ...NO_DETAILS, prompt: null, completion: null, isPriced: false };

/** SDKs of observability, around the SDK of OpenAI. */
export const OBSERVABILITY: Sender[] = [
  {
    folder: 'traceloop-openai',
    name: 'Traceloop (OpenLLMetry) with OpenAI',
    language: 'Python',
    version: 'traceloop-sdk 0.62.4',
    recorded: '2026-11-30',
    setUp: 'Traceloop.init(api_endpoint=…) and its decorators',
    expected: agent(
      {
        kinds: {
          'weather_bot.workflow': 'CHAIN',
          'failing_bot.workflow': 'CHAIN',
          'ask_model.task': 'CHAIN',
          'openai.chat': 'LLM',
          'get_weather.tool': 'TOOL',
        },
        calls: [...conversation(MODEL), failure('missing-model', FOLLOW_UP)],
        turns: [turn(ASKED, ANSWER), turn(FOLLOW_UP, ANSWER), turn(null, null, FAILURE)],
      },
      'get_weather.tool',
    ),
  },
  {
    folder: 'langfuse-python',
    name: 'Langfuse',
    language: 'Python',
    version: 'langfuse 5.0.4',
    recorded: '2026-11-30',
    setUp: 'LANGFUSE_BASE_URL, its decorator and its wrapper of OpenAI',
    expected: agent({
      kinds: { weather_bot: 'AGENT', 'OpenAI-generation': 'LLM', get_weather: 'TOOL' },
      calls: [...conversation(MODEL_OF_ANSWER), failure('missing-model', ASKED)],
      turns: [
        turn(ASKED, ANSWER),
        turn(FOLLOW_UP, ANSWER),
        // Arguments of a function of which one is not the question.
        turn(/Weather in Paris/, null, FAILURE),
      ],
    }),
  },
  {
    folder: 'langsmith',
    name: 'LangSmith with LangChain and OpenAI',
    language: 'Python',
    version: 'langsmith 0.15.1',
    recorded: '2026-11-30',
    setUp: 'LANGSMITH_OTEL_ENABLED=true',
    expected: agent({
      kinds: {
        LangGraph: 'CHAIN',
        model: 'CHAIN',
        tools: 'CHAIN',
        ChatOpenAI: 'LLM',
        get_weather: 'TOOL',
        weather_bot: 'CHAIN',
      },
      calls: [
        ...conversation(MODEL).slice(0, 2),
        // It sends the status OK with an exception.
        failure('missing-model', ASKED, { error: null }),
        call(MODEL, FOLLOW_UP, ANSWER),
      ],
      turns: [turn(ASKED, ANSWER), turn(ASKED, null), turn(FOLLOW_UP, ANSWER)],
    }),
  },
  {
    folder: 'mlflow',
    name: 'MLflow Tracing with OpenAI',
    language: 'Python',
    version: 'mlflow 3.17.2',
    recorded: '2026-11-30',
    setUp: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT and mlflow.openai.autolog()',
    expected: agent({
      kinds: { weather_bot: 'AGENT', Completions: 'LLM', get_weather: 'TOOL' },
      calls: [...conversation(MODEL_OF_ANSWER, NO_REASONING), failure('missing-model', ASKED)],
      turns: [
        turn(/Weather in Paris/, ANSWER),
        turn(/And tomorrow/, ANSWER),
        turn(/Weather in Paris/, null, FAILURE),
      ],
      // It keeps the session of a trace to itself.
      sessions: [],
    }),
  },
  {
    folder: 'litellm',
    name: 'LiteLLM',
    language: 'Python',
    version: 'litellm 1.110.2',
    recorded: '2026-11-30',
    setUp: "litellm.callbacks = ['otel']",
    expected: {
      kinds: { litellm_request: ['EMBEDDING', 'LLM'], raw_gen_ai_request: ['CHAIN', 'UNKNOWN'] },
      calls: [...conversation(MODEL, NO_DETAILS), embedding(), failure('missing-model', FOLLOW_UP)],
      tools: [],
      turns: [
        turn(ASKED, TOOL_CALL),
        turn(ASKED, ANSWER),
        turn(FOLLOW_UP, ANSWER),
        turn(ASKED, null),
        turn(FOLLOW_UP, null, FAILURE),
      ],
      sessions: [],
    },
  },
  {
    folder: 'openlit',
    name: 'OpenLIT with OpenAI',
    language: 'Python',
    version: 'openlit 1.45.0',
    recorded: '2026-11-30',
    setUp: 'openlit.init(otlp_endpoint=…)',
    expected: {
      kinds: {
        'chat gpt-4o-mini': 'LLM',
        'chat missing-model': 'LLM',
        'embeddings text-embedding-3-small': 'EMBEDDING',
        POST: 'UNKNOWN',
      },
      calls: [
        ...conversation(MODEL, NO_REASONING),
        embedding(),
        // A failing call is without messages.
        failure('missing-model', null),
      ],
      tools: [],
      turns: [
        turn(ASKED, TOOL_CALL),
        turn(ASKED, ANSWER),
        turn(FOLLOW_UP, ANSWER),
        turn(ASKED, null),
        turn(null, null, FAILURE),
      ],
      sessions: [],
    },
  },
  {
    folder: 'logfire-openai',
    name: 'Logfire with OpenAI',
    language: 'Python',
    version: 'logfire 5.4.0',
    recorded: '2026-11-30',
    setUp: 'logfire.configure(send_to_logfire=False), logfire.instrument_openai()',
    expected: {
      kinds: {
        'weather-bot': 'UNKNOWN',
        "Chat Completion with 'gpt-4o-mini'": 'LLM',
        "Chat Completion with 'missing-model'": 'LLM',
        "streaming response from 'gpt-4o-mini' took 0.06s": 'LLM',
        "Responses API with 'gpt-4o-mini'": 'LLM',
        "Embedding Creation with 'text-embedding-3-small'": 'EMBEDDING',
      },
      calls: [
        ...conversation(MODEL).slice(0, 2),
        // The answer of a stream is a span of its own.
        call(MODEL, FOLLOW_UP, null, NO_USAGE),
        call(MODEL, FOLLOW_UP, ANSWER),
        call(MODEL, ASKED, TOOL_CALL),
        embedding({ input: null }),
        failure('missing-model', FOLLOW_UP),
      ],
      tools: [],
      turns: [turn(null, null)],
      sessions: [],
    },
  },
  {
    folder: 'traceloop-langchain',
    name: 'LangChain and LangGraph, instrumented by Traceloop',
    language: 'Python',
    version: 'opentelemetry-instrumentation-langchain 0.62.4, langchain 1.5.2',
    recorded: '2026-11-30',
    setUp: 'LangchainInstrumentor().instrument()',
    expected: agent(
      {
        kinds: {
          'invoke_agent LangGraph': 'AGENT',
          'LangGraph.workflow': 'AGENT',
          'execute_task model': 'CHAIN',
          'execute_task tools': 'CHAIN',
          'ChatOpenAI.chat': 'LLM',
          'execute_tool get_weather': 'TOOL',
        },
        calls: [...conversation(MODEL, NO_REASONING), failure('missing-model', ASKED)],
        // Question and answer are in the span below the root.
        turns: [turn(null, null), turn(null, null), turn(null, null, FAILURE)],
      },
      'execute_tool get_weather',
    ),
  },
  {
    folder: 'openinference-litellm',
    name: 'LiteLLM, instrumented by OpenInference',
    language: 'Python',
    version: 'openinference-instrumentation-litellm 0.1.51, litellm 1.110.2',
    recorded: '2026-11-30',
    setUp: 'LiteLLMInstrumentor().instrument()',
    expected: callsOnly({ completion: 'LLM', CreateEmbeddings: 'EMBEDDING' }, [
      ...conversation('openai/gpt-4o-mini'),
      embedding(),
      failure('openai/missing-model', FOLLOW_UP),
    ]),
  },
  {
    folder: 'traceloop-crewai',
    name: 'CrewAI, instrumented by Traceloop',
    language: 'Python',
    version: 'opentelemetry-instrumentation-crewai 0.62.4, crewai 1.15.30',
    recorded: '2026-11-30',
    setUp: 'CrewAIInstrumentor().instrument(), OpenAIInstrumentor().instrument()',
    expected: {
      kinds: {
        'crewai.workflow': 'AGENT',
        'Weather in Paris?.task': 'AGENT',
        'And tomorrow?.task': 'AGENT',
        'Weather bot.agent': 'AGENT',
        'openai.chat': 'LLM',
      },
      calls: [
        call(MODEL, /Current Task: Weather in Paris\?/, TOOL_CALL),
        call(MODEL, /Current Task: Weather in Paris\?/, ANSWER),
        call(MODEL, /Current Task: And tomorrow\?/, TOOL_CALL),
        call(MODEL, /Current Task: And tomorrow\?/, ANSWER),
        failure('missing-model', /Current Task: Weather in Paris\?/),
      ],
      tools: [],
      turns: [turn(null, null), turn(null, null), turn(null, null, FAILURE)],
      sessions: [],
    },
  },
];
