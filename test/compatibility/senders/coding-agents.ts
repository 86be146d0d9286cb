import {
  agent,
  ANSWER,
  ASKED,
  call,
  failure,
  FAILURE,
  FOLLOW_UP,
  type Sender,
  turn,
} from './scenario.js';

const CLAUDE = 'claude-sonnet-4-5';
const CLAUDE_OF_ANSWER = 'claude-sonnet-4-5-20250929';
const MODEL = 'gpt-4o-mini';
const GEMINI = 'gemini-2.5-flash';
const NO_REASONING = { reasoning: null };
const UUID = /^[\da-f]{8}-[\da-f-]{27}$/;

/** The provider lets an agent run `echo sunny` instead of calling `get_weather`. */
const ECHO = /echo sunny/;
const SUNNY = /sunny/;

const TURNS_OF_CODEX = {
  turn: 'AGENT',
  'gpt-5-codex': 'LLM',
  exec_command: 'TOOL',
  'exec_command: approved': 'DECISION',
} as const;
const CALLS_OF_CODEX = [
  call('gpt-5-codex', null, null),
  call('gpt-5-codex', null, null),
  call('gpt-5-codex', null, null),
];

const INTERNAL_TO_CODEX = [
  'app_server.serialized_request_queue',
  'codex.turn_input',
  'emit_turn_start_lifecycle',
  'environments.snapshot',
  'fs.read_file',
  'get_model_info',
  'handle_responses',
  'mcp.runtime.refresh_if_dirty',
  'op.dispatch.turn_input',
  'persist_rollout_items',
  'plugins_for_config',
  'realtime_conversation.running_state',
  'receiving_stream',
  'regular_task.prepare_run_turn',
  'run_pre_sampling_compact',
  'run_sampling_request',
  'run_turn',
  'session_task.run',
  'session_task.turn',
  'step_context.capture',
  'try_run_sampling_request',
  'turn/start',
  'turn_context.build',
];

const INTERNAL_TO_OPENCODE = [
  'Instruction.system',
  'LLM.run',
  'LLMRequestPrep.prepare',
  'Provider.getLanguage',
  'Provider.getProvider',
  'Provider.getSmallModel',
  'Session.findMessage',
  'Session.setTitle',
  'SessionCompaction.isOverflow',
  'SessionHttpApi.prompt',
  'SessionProcessor.cleanup',
  'SessionProcessor.create',
  'SessionProcessor.process',
  'SessionPrompt.createUserMessage',
  'SessionPrompt.ensureTitle',
  'SessionPrompt.getModel',
  'SessionPrompt.loop',
  'SessionPrompt.prompt',
  'SessionPrompt.run',
  'SessionRunState.ensureRunning',
  'SessionRunState.runner',
  'SessionStatus.set',
  'SessionSummary.summarize',
  'SessionTools.resolve',
  'SystemPrompt.environment',
  'SystemPrompt.mcp',
  'SystemPrompt.skills',
];

/** Coding agents, asked about the weather twice in one session, and then with a model that does not exist. */
export const CODING_AGENTS: Sender[] = [
  {
    folder: 'claude-code',
    name: 'Claude Code, with spans',
    language: 'command line',
    version: '@anthropic-ai/claude-code 2.1.328',
    recorded: '2026-11-30',
    setUp: 'CLAUDE_CODE_ENABLE_TELEMETRY=1, CLAUDE_CODE_ENHANCED_TELEMETRY_BETA=1, OTEL_…_EXPORTER',
    expected: agent({
      kinds: {
        'claude_code.interaction': 'AGENT',
        'claude_code.llm_request': 'LLM',
        'claude_code.tool': 'TOOL',
        'claude_code.tool.blocked_on_user': 'DECISION',
        'claude_code.tool.execution': 'CHAIN',
      },
      // Events tell prompts and answers of a turn, but nothing of its requests.
      calls: [
        call(CLAUDE, null, null, NO_REASONING),
        call(CLAUDE, null, null, NO_REASONING),
        call(CLAUDE, null, null, NO_REASONING),
        failure('claude-missing', null),
      ],
      tools: [{ name: 'claude_code.tool', input: ECHO, output: SUNNY }],
      // An event of its own tells the answer.
      turns: [turn(ASKED, ANSWER), turn(FOLLOW_UP, ANSWER), turn(ASKED, null)],
      sessions: [UUID, UUID],
    }),
  },
  {
    folder: 'claude-code-events',
    name: 'Claude Code',
    language: 'command line',
    version: '@anthropic-ai/claude-code 2.1.328',
    recorded: '2026-11-30',
    setUp: 'CLAUDE_CODE_ENABLE_TELEMETRY=1, OTEL_LOGS_EXPORTER=otlp, OTEL_METRICS_EXPORTER=otlp',
    expected: agent({
      kinds: {
        turn: 'AGENT',
        [CLAUDE_OF_ANSWER]: 'LLM',
        'claude-missing': 'LLM',
        Bash: 'TOOL',
        'Bash: accept': 'DECISION',
      },
      calls: [
        call(CLAUDE_OF_ANSWER, null, null, NO_REASONING),
        call(CLAUDE_OF_ANSWER, null, null, NO_REASONING),
        call(CLAUDE_OF_ANSWER, null, null, NO_REASONING),
        failure('claude-missing', null),
      ],
      tools: [{ name: 'Bash', input: ECHO, output: null }],
      // An event of its own tells the answer.
      turns: [turn(ASKED, ANSWER), turn(FOLLOW_UP, ANSWER), turn(ASKED, null)],
      sessions: [UUID, UUID],
    }),
  },
  {
    folder: 'codex-events',
    name: 'Codex CLI',
    language: 'command line',
    version: '@openai/codex 0.169.0',
    recorded: '2026-11-30',
    setUp: '[otel] exporter = { otlp-http = { endpoint, protocol } } in config.toml',
    expected: agent({
      kinds: TURNS_OF_CODEX,
      calls: CALLS_OF_CODEX,
      tools: [{ name: 'exec_command', input: ECHO, output: /^Chunk ID/ }],
      // It does not tell what the model answered.
      turns: [turn(ASKED, null), turn(FOLLOW_UP, null)],
      sessions: [UUID],
    }),
  },
  {
    folder: 'codex',
    name: 'Codex CLI, with spans',
    language: 'command line',
    version: '@openai/codex 0.169.0',
    recorded: '2026-11-30',
    setUp: '[otel] exporter and trace_exporter in config.toml',
    expected: agent({
      kinds: {
        ...TURNS_OF_CODEX,
        ...Object.fromEntries(INTERNAL_TO_CODEX.map((name) => [name, 'INTERNAL' as const])),
      },
      calls: CALLS_OF_CODEX,
      tools: [{ name: 'exec_command', input: ECHO, output: /^Chunk ID/ }],
      // Beside the roots of its own, which say nothing of the conversation.
      turns: [turn(null, null), turn(ASKED, null), turn(null, null), turn(FOLLOW_UP, null)],
      sessions: [UUID],
    }),
  },
  {
    folder: 'copilot-cli',
    name: 'GitHub Copilot CLI',
    language: 'command line',
    version: '@github/copilot 1.0.102',
    recorded: '2026-11-30',
    setUp: 'COPILOT_OTEL_ENABLED=true, OTEL_EXPORTER_OTLP_ENDPOINT',
    expected: agent({
      kinds: {
        invoke_agent: 'AGENT',
        'chat gpt-4o-mini': 'LLM',
        'chat missing-model': 'LLM',
        'execute_tool bash bash': 'TOOL',
      },
      calls: [
        call(MODEL, ASKED, /^bash\(.*echo sunny/),
        // Its messages are only those that are new.
        call(MODEL, SUNNY, ANSWER),
        call(MODEL, FOLLOW_UP, ANSWER),
        failure('missing-model', ASKED, { error: 'Model call failed' }),
      ],
      tools: [{ name: 'execute_tool bash bash', input: ECHO, output: SUNNY }],
      turns: [turn(ASKED, ANSWER), turn(FOLLOW_UP, ANSWER), turn(ASKED, null, FAILURE)],
      sessions: [UUID, UUID],
    }),
  },
  {
    folder: 'gemini-cli',
    name: 'Gemini CLI',
    language: 'command line',
    version: '@google/gemini-cli 0.61.0',
    recorded: '2026-11-30',
    setUp: 'telemetry: { enabled: true, otlpEndpoint, otlpProtocol: "http", traces: true }',
    expected: agent({
      kinds: { turn: 'AGENT', llm_call: 'LLM', schedule_tool_calls: 'CHAIN', tool_call: 'TOOL' },
      // It counts reasoning apart, and tells neither that nor the cache in its spans.
      calls: [
        call(GEMINI, ASKED, /^run_shell_command\(.*echo sunny/, {
          completion: 33,
          cacheRead: null,
          reasoning: null,
        }),
        call(GEMINI, ASKED, ANSWER, { completion: 33, cacheRead: null, reasoning: null }),
        call(GEMINI, FOLLOW_UP, ANSWER, { completion: 33, cacheRead: null, reasoning: null }),
        failure('gemini-missing', ASKED),
      ],
      tools: [{ name: 'tool_call', input: ECHO, output: /functionResponse/ }],
      turns: [
        turn(ASKED, null),
        turn(ASKED, /^run_shell_command\(.*echo sunny/),
        turn(ECHO, /request/),
        turn(ASKED, ANSWER),
        turn(FOLLOW_UP, null),
        turn(FOLLOW_UP, ANSWER),
        turn(ASKED, null),
        turn(ASKED, null, FAILURE),
      ],
      sessions: [UUID, UUID],
    }),
  },
  {
    folder: 'qwen-code',
    name: 'Qwen Code',
    language: 'command line',
    version: '@qwen-code/qwen-code 0.24.4',
    recorded: '2026-11-30',
    setUp: 'telemetry: { enabled: true, otlpEndpoint, otlpProtocol: "http" }',
    expected: agent({
      kinds: {
        turn: 'AGENT',
        'qwen-code.interaction': 'AGENT',
        'qwen-code.llm_request': 'LLM',
        'qwen-code.tool': 'TOOL',
        'qwen-code.tool.execution': 'CHAIN',
        'qwen-code.hook': 'CHAIN',
        POST: 'UNKNOWN',
      },
      // Its events tell questions, answers and arguments, but neither calls of tools nor their results. The fourth call
      // looks for what to remember.
      calls: [
        call(MODEL, ASKED, null),
        call(MODEL, ASKED, ANSWER),
        call(MODEL, FOLLOW_UP, ANSWER),
        call(MODEL, /^Managed memory/, ANSWER),
        failure('missing-model', ASKED, { error: 'API call failed' }),
      ],
      tools: [{ name: 'qwen-code.tool', input: ECHO, output: null }],
      turns: [
        turn(ASKED, null),
        turn(null, null),
        turn(FOLLOW_UP, null),
        turn(null, null),
        turn(/^Managed memory/, ANSWER),
        turn(ASKED, null),
        turn(null, null, 'unexpected exit'),
      ],
      sessions: [UUID, UUID],
    }),
  },
  {
    folder: 'opencode',
    name: 'opencode',
    language: 'command line',
    version: 'opencode-ai 1.18.33',
    recorded: '2026-11-30',
    setUp: 'experimental: { openTelemetry: true }, OTEL_EXPORTER_OTLP_ENDPOINT',
    expected: agent({
      kinds: {
        'ai.streamText': 'AGENT',
        'ai.streamText.doStream': 'LLM',
        ...Object.fromEntries(INTERNAL_TO_OPENCODE.map((name) => [name, 'INTERNAL' as const])),
      },
      calls: [
        call(MODEL, /Weather in Paris\?/, ANSWER),
        call(MODEL, /And tomorrow\?/, ANSWER),
        // The title of the session.
        call(MODEL, /Weather in Paris\?/, ANSWER),
        failure('missing-model', /Weather in Paris\?/),
        failure('missing-model', /Weather in Paris\?/),
        failure('missing-model', /Weather in Paris\?/),
      ],
      tools: [],
      // It sends no roots when it ends.
      turns: [],
      sessions: [/^ses_/, /^ses_/],
    }),
  },
];
