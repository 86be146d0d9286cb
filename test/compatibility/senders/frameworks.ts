import {
  agent,
  ANSWER,
  ASKED,
  call,
  conversation,
  failure,
  FAILURE,
  FOLLOW_UP,
  SESSION,
  turn,
  type Sender,
} from './scenario.js';

const MODEL = 'gpt-4o-mini';
const MODEL_OF_ANSWER = 'gpt-4o-mini-2024-07-18';
const NO_DETAILS = { cacheRead: null, reasoning: null };
const NO_REASONING = { reasoning: null };

/** Frameworks of agents in Python that makers of models and large companies publish. */
export const FRAMEWORKS: Sender[] = [
  {
    folder: 'langgraph',
    name: 'LangChain and LangGraph, instrumented by OpenInference',
    language: 'Python',
    version: 'openinference-instrumentation-langchain 0.1.80, langchain 1.5.2',
    recorded: '2026-11-30',
    setUp: 'LangChainInstrumentor().instrument()',
    expected: agent({
      kinds: {
        LangGraph: 'CHAIN',
        model: 'CHAIN',
        tools: 'CHAIN',
        ChatOpenAI: 'LLM',
        get_weather: 'TOOL',
      },
      calls: [...conversation(MODEL_OF_ANSWER), failure('missing-model', ASKED)],
    }),
  },
  {
    folder: 'pydantic-ai',
    name: 'Pydantic AI with Logfire',
    language: 'Python',
    version: 'pydantic-ai-slim 2.68.0, logfire 5.4.0',
    recorded: '2026-11-30',
    setUp: 'logfire.configure(send_to_logfire=False), logfire.instrument_pydantic_ai()',
    expected: agent(
      {
        kinds: {
          'weather_bot run': 'AGENT',
          'chat gpt-4o-mini': 'LLM',
          'chat missing-model': 'LLM',
          'running tool: get_weather': 'TOOL',
        },
        // Its failing calls are without messages.
        calls: [...conversation(MODEL), failure('missing-model', null)],
        sessions: [/^[0-9a-f-]{36}$/, /^[0-9a-f-]{36}$/],
      },
      'running tool: get_weather',
    ),
  },
  {
    folder: 'strands-agents',
    name: 'Strands Agents',
    language: 'Python',
    version: 'strands-agents 1.62.0',
    recorded: '2026-11-30',
    setUp: 'StrandsTelemetry().setup_otlp_exporter()',
    expected: agent(
      {
        kinds: {
          'invoke_agent weather_bot': 'AGENT',
          execute_event_loop_cycle: 'CHAIN',
          chat: 'LLM',
          'execute_tool get_weather': 'TOOL',
        },
        calls: [...conversation(MODEL, NO_REASONING), failure('missing-model', ASKED)],
        turns: [
          turn(ASKED, /^It is sunny\.\n?$/),
          turn(FOLLOW_UP, /^It is sunny\.\n?$/),
          turn(ASKED, null, FAILURE),
        ],
      },
      'execute_tool get_weather',
    ),
  },
  {
    folder: 'google-adk',
    name: 'Google Agent Development Kit',
    language: 'Python',
    version: 'google-adk 2.13.0',
    recorded: '2026-11-30',
    setUp: 'OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true',
    expected: {
      kinds: {
        'invoke_workflow weather_bot': 'CHAIN',
        'invoke_agent weather_bot': 'AGENT',
        'generate_content gemini-2.5-flash': 'LLM',
        'generate_content gemini-missing': 'LLM',
        'execute_tool get_weather': 'TOOL',
      },
      calls: [...conversation('gemini-2.5-flash'), failure('gemini-missing', ASKED)],
      // It sends neither the arguments of a tool nor what an agent was asked.
      tools: [{ name: 'execute_tool get_weather', input: null, output: null }],
      turns: [turn(null, null), turn(null, null), turn(null, null, FAILURE)],
      sessions: [/^[0-9a-f-]{36}$/, /^[0-9a-f-]{36}$/],
    },
  },
  {
    folder: 'openai-agents-logfire',
    name: 'OpenAI Agents SDK with Logfire',
    language: 'Python',
    version: 'openai-agents 0.24.0, logfire 5.4.0',
    recorded: '2026-11-30',
    setUp: 'logfire.instrument_openai_agents()',
    expected: agent(
      {
        kinds: {
          'OpenAI Agents trace: Agent workflow': 'CHAIN',
          'Task: Agent workflow': 'CHAIN',
          "Agent run: 'weather_bot'": 'AGENT',
          "Agent run: 'weather_bot' failed: Error in agent run": 'AGENT',
          'Turn 1 for agent weather_bot': 'CHAIN',
          'Turn 2 for agent weather_bot': 'CHAIN',
          "Responses API with 'gpt-4o-mini'": 'LLM',
          "Responses API with 'missing-model' failed: Error getting response": 'LLM',
          'Function: get_weather': 'TOOL',
        },
        calls: [...conversation(MODEL), failure('missing-model', null)],
        turns: [turn(null, null), turn(null, null), turn(null, null)],
        sessions: [],
      },
      'Function: get_weather',
    ),
  },
  {
    folder: 'openai-agents-openinference',
    name: 'OpenAI Agents SDK, instrumented by OpenInference',
    language: 'Python',
    version: 'openinference-instrumentation-openai-agents 2.6.0',
    recorded: '2026-11-30',
    setUp: 'OpenAIAgentsInstrumentor().instrument()',
    expected: agent({
      kinds: {
        'Agent workflow': ['AGENT', 'CHAIN'],
        weather_bot: 'AGENT',
        turn: 'CHAIN',
        response: 'LLM',
        get_weather: 'TOOL',
      },
      calls: [...conversation(MODEL_OF_ANSWER), failure(null, null)],
      turns: [turn(null, null), turn(null, null), turn(null, null)],
    }),
  },
  {
    folder: 'agent-framework',
    name: 'Microsoft Agent Framework',
    language: 'Python',
    version: 'agent-framework-core 1.23.0',
    recorded: '2026-11-30',
    setUp: 'ENABLE_INSTRUMENTATION=true, ENABLE_SENSITIVE_DATA=true, configure_otel_providers()',
    expected: agent(
      {
        kinds: {
          'invoke_agent weather_bot': 'AGENT',
          'chat gpt-4o-mini': 'LLM',
          'chat missing-model': 'LLM',
          'execute_tool get_weather': 'TOOL',
        },
        calls: [...conversation(MODEL), failure('missing-model', ASKED)],
        sessions: [],
      },
      'execute_tool get_weather',
    ),
  },
  {
    folder: 'semantic-kernel',
    name: 'Semantic Kernel, content in events',
    language: 'Python',
    version: 'semantic-kernel 1.45.0',
    recorded: '2026-11-30',
    setUp: 'SEMANTICKERNEL_EXPERIMENTAL_GENAI_ENABLE_OTEL_DIAGNOSTICS_SENSITIVE=true',
    expected: agent(
      {
        kinds: {
          'invoke_agent weather_bot': 'AGENT',
          AutoFunctionInvocationLoop: 'CHAIN',
          'chat gpt-4o-mini': 'LLM',
          'chat missing-model': 'LLM',
          'execute_tool Weather-get_weather': 'TOOL',
        },
        calls: [
          call(MODEL, ASKED, /^Weather-get_weather\(.*Paris/, NO_DETAILS),
          ...conversation(MODEL, NO_DETAILS).slice(1),
          failure('missing-model', ASKED),
        ],
        turns: [turn(null, ANSWER), turn(null, ANSWER), turn(null, null, FAILURE)],
        sessions: [],
      },
      'execute_tool Weather-get_weather',
    ),
  },
  {
    folder: 'autogen',
    name: 'AutoGen, with OpenAI instrumented by OpenInference',
    language: 'Python',
    version: 'autogen-agentchat 0.7.5',
    recorded: '2026-11-30',
    setUp: 'SingleThreadedAgentRuntime(tracer_provider=…), OpenAIInstrumentor().instrument()',
    expected: agent({
      kinds: {
        'create_agent weather_bot': 'AGENT',
        'invoke_agent weather_bot': 'AGENT',
        ChatCompletion: 'LLM',
        'execute_tool get_weather': 'TOOL',
        'autogen ack': 'INTERNAL',
        'autogen create RoundRobinGroupChatManager_*.(*)-A': 'INTERNAL',
        'autogen create group_topic_*.(*)-T': 'INTERNAL',
        'autogen create output_topic_*.(*)-T': 'INTERNAL',
        'autogen create weather_bot_*.(*)-T': 'INTERNAL',
        'autogen process RoundRobinGroupChatManager_*.(*)-A': 'INTERNAL',
        // The one that fails is shown.
        'autogen process weather_bot_*.(*)-A': ['INTERNAL', 'UNKNOWN'],
        'autogen publish group_topic_*.(*)-T': 'INTERNAL',
        'autogen publish output_topic_*.(*)-T': 'INTERNAL',
        'autogen publish weather_bot_*.(*)-T': 'INTERNAL',
        'autogen send RoundRobinGroupChatManager_*.(*)-A': 'INTERNAL',
      },
      calls: [...conversation(MODEL_OF_ANSWER).slice(0, 2), failure(null, ASKED)],
      // Its own spans have no content, and its runtime sends a trace for each message.
      tools: [{ name: 'execute_tool get_weather', input: null, output: null }],
      turns: Array.from({ length: 21 }, () => turn(null, null)),
      sessions: [],
    }),
  },
  {
    folder: 'openinference-google-adk',
    name: 'Google Agent Development Kit, instrumented by OpenInference',
    language: 'Python',
    version: 'openinference-instrumentation-google-adk 1.0.5, google-adk 2.13.0',
    recorded: '2026-11-30',
    setUp: 'GoogleADKInstrumentor().instrument()',
    expected: agent(
      {
        kinds: {
          'invocation [weather]': 'CHAIN',
          'invoke_workflow weather_bot': 'CHAIN',
          'agent_run [weather_bot]': 'AGENT',
          'execute_tool get_weather': 'TOOL',
        },
        // With this version of the kit, it does not send calls of models.
        calls: [],
        turns: [
          turn(/Weather in Paris\?/, /It is sunny\./),
          turn(/And tomorrow\?/, /It is sunny\./),
          turn(/Weather in Paris\?/, /NOT_FOUND/, FAILURE),
        ],
        sessions: [/^[0-9a-f-]{36}$/, /^[0-9a-f-]{36}$/],
      },
      'execute_tool get_weather',
    ),
  },
  {
    folder: 'pipecat',
    name: 'Pipecat',
    language: 'Python',
    version: 'pipecat-ai 1.14.0',
    recorded: '2026-11-30',
    setUp: 'setup_tracing(…), PipelineTask(enable_tracing=True)',
    expected: {
      kinds: { conversation: 'CHAIN', turn: 'CHAIN', llm: 'LLM' },
      // It does not say which tool a model asks for, and has the model of the last answer from then on.
      calls: [
        call(MODEL, ASKED, null),
        call(MODEL_OF_ANSWER, ASKED, ANSWER),
        call(MODEL_OF_ANSWER, FOLLOW_UP, ANSWER),
        failure('missing-model', ASKED),
      ],
      tools: [],
      // One trace is one conversation.
      turns: [turn(null, null), turn(null, null)],
      sessions: [SESSION],
    },
  },
];
