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
  TURNS,
  type Sender,
} from './scenario.js';

const MODEL = 'gpt-4o-mini';
const MODEL_OF_ANSWER = 'gpt-4o-mini-2024-07-18';
const NO_DETAILS = { cacheRead: null, reasoning: null };
const NO_REASONING = { reasoning: null };
const NO_USAGE = { ...NO_DETAILS, prompt: null, completion: null, isPriced: false };

/** Other frameworks of agents in Python, in alphabetical order. */
export const MORE_FRAMEWORKS: Sender[] = [
  {
    folder: 'ag2',
    name: 'AG2',
    language: 'Python',
    version: 'ag2 1.2.1',
    recorded: '2026-11-30',
    setUp: 'TelemetryMiddleware(tracer_provider=…)',
    expected: agent(
      {
        kinds: {
          'invoke_agent weather_bot': 'AGENT',
          'chat gpt-4o-mini': 'LLM',
          'chat missing-model': 'LLM',
          // Repeats the usage of the call before it.
          'record_usage model_call': 'CHAIN',
          'execute_tool get_weather': 'TOOL',
        },
        calls: [...conversation(MODEL), failure('missing-model', ASKED)],
        turns: [turn(null, null), turn(null, null), turn(null, null, FAILURE)],
        sessions: [],
      },
      'execute_tool get_weather',
    ),
  },
  {
    folder: 'agno',
    name: 'Agno, instrumented by OpenInference',
    language: 'Python',
    version: 'openinference-instrumentation-agno 1.0.15, agno 3.1.10',
    recorded: '2026-11-30',
    setUp: 'AgnoInstrumentor().instrument()',
    expected: agent({
      kinds: { 'weather_bot.run': 'AGENT', 'OpenAIChat.invoke': 'LLM', get_weather: 'TOOL' },
      calls: [...conversation(MODEL, NO_REASONING), failure('missing-model', ASKED)],
      // What it gives as the output of a failed run is the error.
      turns: [...TURNS.slice(0, 2), turn(ASKED, FAILURE, 'run status: error')],
    }),
  },
  {
    folder: 'crewai',
    name: 'CrewAI, instrumented by OpenInference',
    language: 'Python',
    version: 'openinference-instrumentation-crewai 1.1.21, crewai 1.15.30',
    recorded: '2026-11-30',
    setUp: 'CrewAIInstrumentor().instrument(), OpenAIInstrumentor().instrument()',
    expected: agent({
      kinds: {
        'Crew_*.kickoff': 'CHAIN',
        'Weather bot._execute_core': 'AGENT',
        ChatCompletion: 'LLM',
        'get_weather.run': 'TOOL',
      },
      calls: [
        call(MODEL_OF_ANSWER, /Current Task: Weather in Paris\?/, TOOL_CALL),
        call(MODEL_OF_ANSWER, /Current Task: Weather in Paris\?/, ANSWER),
        call(MODEL_OF_ANSWER, /Current Task: And tomorrow\?/, TOOL_CALL),
        call(MODEL_OF_ANSWER, /Current Task: And tomorrow\?/, ANSWER),
        failure(null, /Current Task: Weather in Paris\?/),
      ],
      tools: [tool('get_weather.run'), tool('get_weather.run')],
      turns: [turn(null, ANSWER), turn(null, ANSWER), turn(null, null, FAILURE)],
    }),
  },
  {
    folder: 'dspy',
    name: 'DSPy, instrumented by OpenInference',
    language: 'Python',
    version: 'openinference-instrumentation-dspy 0.1.48, dspy 3.4.1',
    recorded: '2026-11-30',
    setUp: 'DSPyInstrumentor().instrument()',
    expected: agent({
      kinds: {
        'ChainOfThought.forward': 'CHAIN',
        'Predict.forward': 'CHAIN',
        'Predict(StringSignature).forward': 'CHAIN',
        'ChatAdapter.__call__': 'CHAIN',
        'LM.__call__': 'LLM',
      },
      // It sends no tokens.
      calls: [
        call(MODEL, /Weather in Paris\?/, /It is sunny/, NO_USAGE),
        call(MODEL, /And tomorrow\?/, /It is sunny/, NO_USAGE),
        failure('missing-model', /Weather in Paris\?/),
      ],
      tools: [],
      turns: [
        turn(ASKED, /It is sunny/),
        turn(FOLLOW_UP, /It is sunny/),
        turn(ASKED, null, FAILURE),
      ],
    }),
  },
  {
    folder: 'haystack',
    name: 'Haystack, instrumented by OpenInference',
    language: 'Python',
    version: 'openinference-instrumentation-haystack 0.1.46, haystack-ai 3.4.1',
    recorded: '2026-11-30',
    setUp: 'HaystackInstrumentor().instrument()',
    expected: agent({
      kinds: {
        'Pipeline.run': 'CHAIN',
        'Agent.run': 'CHAIN',
        'ChatPromptBuilder.run': 'CHAIN',
        'OpenAIChatGenerator.run': 'LLM',
        CreateEmbeddings: 'EMBEDDING',
      },
      calls: [
        ...conversation(MODEL_OF_ANSWER, NO_DETAILS),
        // It does not send how many tokens an embedding has.
        embedding({ prompt: null, isPriced: false }),
        failure(null, ASKED),
      ],
      tools: [],
      // Pipelines send the representations of Python objects.
      turns: [turn(/./, /./), turn(/./, /./), turn(ASKED, null), turn(/./, null, FAILURE)],
    }),
  },
  {
    folder: 'instructor',
    name: 'Instructor, instrumented by OpenInference',
    language: 'Python',
    version: 'openinference-instrumentation-instructor 0.1.29, instructor 1.17.0',
    recorded: '2026-11-30',
    setUp: 'InstructorInstrumentor().instrument(), OpenAIInstrumentor().instrument()',
    expected: agent({
      kinds: { 'instructor.create': 'CHAIN', ChatCompletion: 'LLM' },
      calls: [
        call(MODEL_OF_ANSWER, ASKED, /It is sunny/),
        call(MODEL_OF_ANSWER, FOLLOW_UP, /It is sunny/),
        failure(null, ASKED),
      ],
      tools: [],
      turns: [
        turn(ASKED, /It is sunny/),
        turn(FOLLOW_UP, /It is sunny/),
        turn(ASKED, null, FAILURE),
      ],
    }),
  },
  {
    folder: 'livekit',
    name: 'LiveKit Agents',
    language: 'Python',
    version: 'livekit-agents 1.8.9',
    recorded: '2026-11-30',
    setUp: 'livekit.agents.telemetry.set_tracer_provider(…)',
    expected: agent(
      {
        kinds: {
          agent_session: 'CHAIN',
          session_start: 'UNKNOWN',
          start_agent_activity: 'AGENT',
          setup_toolsets: 'UNKNOWN',
          on_enter: 'CHAIN',
          agent_turn: 'AGENT',
          llm_node: 'CHAIN',
          llm_request: 'LLM',
          llm_request_run: 'CHAIN',
          function_tool: 'TOOL',
          agent_speaking: 'UNKNOWN',
          session_close: 'CHAIN',
          drain_agent_activity: 'CHAIN',
          on_exit: 'CHAIN',
        },
        calls: [...conversation(MODEL), failure('missing-model', ASKED)],
        // One trace is one conversation.
        turns: [turn(null, null), turn(null, null)],
        sessions: [],
      },
      'function_tool',
    ),
  },
  {
    folder: 'llama-index',
    name: 'LlamaIndex, instrumented by OpenInference',
    language: 'Python',
    version: 'openinference-instrumentation-llama-index 4.6.1',
    recorded: '2026-11-30',
    setUp: 'LlamaIndexInstrumentor().instrument()',
    expected: agent(
      {
        kinds: {
          'FunctionAgent.run': 'CHAIN',
          'BaseWorkflowAgent.init_run': 'CHAIN',
          'BaseWorkflowAgent.setup_agent': 'CHAIN',
          'BaseWorkflowAgent.run_agent_step': 'CHAIN',
          'BaseWorkflowAgent.parse_agent_output': 'CHAIN',
          'BaseWorkflowAgent.call_tool': 'CHAIN',
          'BaseWorkflowAgent.aggregate_tool_results': 'CHAIN',
          'OpenAI._prepare_chat_with_tools': 'LLM',
          'OpenAI.achat': 'LLM',
          'OpenAI.chat': 'LLM',
          'OpenAI.complete': 'LLM',
          'OpenAI.predict': 'LLM',
          'FunctionTool.acall': 'TOOL',
          'SentenceSplitter.__call__': 'CHAIN',
          'SentenceSplitter._parse_nodes': 'CHAIN',
          'SentenceSplitter.split_text_metadata_aware': 'CHAIN',
          'TokenTextSplitter.split_text': 'CHAIN',
          'OpenAIEmbedding.get_text_embedding_batch': 'EMBEDDING',
          'OpenAIEmbedding.get_query_embedding': 'EMBEDDING',
          'OpenAIEmbedding._get_query_embedding': 'EMBEDDING',
          'RetrieverQueryEngine.query': 'CHAIN',
          'RetrieverQueryEngine._query': 'CHAIN',
          'VectorIndexRetriever.retrieve': 'RETRIEVER',
          'VectorIndexRetriever._retrieve': 'RETRIEVER',
          'CompactAndRefine.synthesize': 'CHAIN',
          'CompactAndRefine.get_response': 'CHAIN',
          'DefaultRefineProgram.__call__': 'CHAIN',
        },
        // Some of its model spans only prepare a call, or contain it. Those and embeddings are without usage.
        calls: [
          call(MODEL, /./, /./, NO_USAGE),
          call(MODEL, ASKED, TOOL_CALL),
          call(MODEL, /./, /./, NO_USAGE),
          call(MODEL, ASKED, ANSWER),
          embedding({ ...NO_USAGE, input: 'In Paris it is sunny.' }),
          embedding(NO_USAGE),
          embedding(NO_USAGE),
          call(MODEL, /./, ANSWER, NO_USAGE),
          call(MODEL, /In Paris it is sunny\./, ANSWER),
          failure(MODEL, /Weather in Paris\?/),
        ],
        // Workflows send the representations of Python objects.
        turns: [
          turn(/./, /./),
          turn(/./, /./),
          turn('In Paris it is sunny.', null),
          turn(ASKED, ANSWER),
          turn(/Weather in Paris\?/, null, FAILURE),
        ],
      },
      'FunctionTool.acall',
    ),
  },
  {
    folder: 'smolagents',
    name: 'smolagents, instrumented by OpenInference',
    language: 'Python',
    version: 'openinference-instrumentation-smolagents 0.1.43, smolagents 1.26.0',
    recorded: '2026-11-30',
    setUp: 'SmolagentsInstrumentor().instrument()',
    expected: agent({
      kinds: {
        'weather_bot.run': 'AGENT',
        'Step 1': 'CHAIN',
        'Step 2': 'CHAIN',
        'OpenAIModel.generate': 'LLM',
        SimpleTool: 'TOOL',
        FinalAnswerTool: 'TOOL',
      },
      calls: [
        call(MODEL, /Weather in Paris\?$/, TOOL_CALL, NO_DETAILS),
        call(MODEL, /Weather in Paris\?$/, /^final_answer\(.*It is sunny/, NO_DETAILS),
        call(MODEL, /And tomorrow\?$/, /^final_answer\(.*It is sunny/, NO_DETAILS),
        failure(null, /Weather in Paris\?$/),
      ],
      tools: [
        tool('SimpleTool'),
        { name: 'FinalAnswerTool', input: /It is sunny/, output: ANSWER },
        { name: 'FinalAnswerTool', input: /It is sunny/, output: ANSWER },
      ],
      // It does not send the root of a run that fails.
      turns: [turn(/Weather in Paris\?/, ANSWER), turn(/And tomorrow\?/, ANSWER)],
    }),
  },
];
