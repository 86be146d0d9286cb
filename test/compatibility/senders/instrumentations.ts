import {
  ANSWER,
  ASKED,
  callsOnly,
  call,
  conversation,
  embedding,
  failure,
  FOLLOW_UP,
  type Sender,
  SESSION,
  TOOL_CALL,
} from './scenario.js';

const MODEL = 'gpt-4o-mini';
const MODEL_OF_ANSWER = 'gpt-4o-mini-2024-07-18';
const CLAUDE = 'claude-sonnet-4-5';
const CLAUDE_OF_ANSWER = 'claude-sonnet-4-5-20250929';
const CLAUDE_OF_BEDROCK = 'anthropic.claude-sonnet-4-5-20250929-v1:0';
const NO_DETAILS = { cacheRead: null, reasoning: null };
const NO_REASONING = { reasoning: null };

/** Instrumentations of the SDKs of model providers. */
export const INSTRUMENTATIONS: Sender[] = [
  {
    folder: 'openai-v2',
    name: 'OpenAI, instrumented by OpenTelemetry, content in spans',
    language: 'Python',
    version: 'opentelemetry-instrumentation-openai-v2 2.4b0',
    recorded: '2026-11-30',
    setUp: 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=span_only',
    expected: callsOnly(
      {
        'chat gpt-4o-mini': 'LLM',
        'chat missing-model': 'LLM',
        'embeddings text-embedding-3-small': 'EMBEDDING',
      },
      [
        ...conversation(MODEL, NO_DETAILS),
        embedding({ input: null }),
        failure('missing-model', FOLLOW_UP),
      ],
    ),
  },
  {
    folder: 'openai-v2-events',
    name: 'OpenAI, instrumented by OpenTelemetry, content in events',
    language: 'Python',
    version: 'opentelemetry-instrumentation-openai-v2 2.4b0',
    recorded: '2026-11-30',
    setUp: 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=event_only',
    expected: callsOnly(
      {
        'chat gpt-4o-mini': 'LLM',
        'chat missing-model': 'LLM',
        'embeddings text-embedding-3-small': 'EMBEDDING',
      },
      [
        ...conversation(MODEL, NO_DETAILS),
        embedding({ input: null }),
        failure('missing-model', FOLLOW_UP),
      ],
    ),
  },
  {
    folder: 'openinference-openai',
    name: 'OpenAI, instrumented by OpenInference',
    language: 'Python',
    version: 'openinference-instrumentation-openai 0.1.66',
    recorded: '2026-11-30',
    setUp: 'OpenAIInstrumentor().instrument()',
    expected: callsOnly(
      { ChatCompletion: 'LLM', Response: 'LLM', CreateEmbeddings: 'EMBEDDING' },
      [
        ...conversation(MODEL_OF_ANSWER),
        call(MODEL_OF_ANSWER, ASKED, TOOL_CALL),
        embedding(),
        failure(null, FOLLOW_UP),
      ],
      SESSION,
    ),
  },
  {
    folder: 'openinference-anthropic',
    name: 'Anthropic, instrumented by OpenInference',
    language: 'Python',
    version: 'openinference-instrumentation-anthropic 3.1.0',
    recorded: '2026-11-30',
    setUp: 'AnthropicInstrumentor().instrument()',
    expected: callsOnly(
      { 'messages.create': 'LLM', 'messages.stream': 'LLM' },
      [...conversation(CLAUDE_OF_ANSWER, NO_REASONING), failure('missing-model', FOLLOW_UP)],
      SESSION,
    ),
  },
  {
    folder: 'traceloop-anthropic',
    name: 'Anthropic, instrumented by Traceloop',
    language: 'Python',
    version: 'opentelemetry-instrumentation-anthropic 0.62.4',
    recorded: '2026-11-30',
    setUp: 'AnthropicInstrumentor().instrument()',
    expected: callsOnly({ 'anthropic.chat': 'LLM' }, [
      ...conversation(CLAUDE, NO_REASONING).map((said) =>
        // While streaming, it adds the token with which the message starts.
        said.input === FOLLOW_UP ? { ...said, completion: 46 } : said,
      ),
      failure('missing-model', FOLLOW_UP),
    ]),
  },
  {
    folder: 'google-genai',
    name: 'Google Gen AI, instrumented by OpenTelemetry, content in spans and events',
    language: 'Python',
    version: 'opentelemetry-instrumentation-google-genai 1.3b0',
    recorded: '2026-11-30',
    setUp: 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=span_and_event',
    expected: callsOnly(
      { 'generate_content gemini-2.5-flash': 'LLM', 'generate_content gemini-missing': 'LLM' },
      [...conversation('gemini-2.5-flash'), failure('gemini-missing', ASKED)],
    ),
  },
  {
    folder: 'bedrock',
    name: 'Amazon Bedrock, instrumented by OpenTelemetry, content in events',
    language: 'Python',
    version: 'opentelemetry-instrumentation-botocore 0.66b2',
    recorded: '2026-11-30',
    setUp: 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true',
    expected: callsOnly({ [`chat ${CLAUDE_OF_BEDROCK}`]: 'LLM', 'chat missing-model': 'LLM' }, [
      ...conversation(CLAUDE_OF_BEDROCK, NO_REASONING),
      failure('missing-model', FOLLOW_UP),
    ]),
  },
  {
    folder: 'openinference-bedrock',
    name: 'Amazon Bedrock, instrumented by OpenInference',
    language: 'Python',
    version: 'openinference-instrumentation-bedrock 0.1.61',
    recorded: '2026-11-30',
    setUp: 'BedrockInstrumentor().instrument()',
    expected: callsOnly({ 'bedrock.converse': 'LLM' }, [
      ...conversation(CLAUDE_OF_BEDROCK, NO_REASONING),
      failure('missing-model', FOLLOW_UP),
    ]),
  },
  {
    folder: 'traceloop-bedrock',
    name: 'Amazon Bedrock, instrumented by Traceloop',
    language: 'Python',
    version: 'opentelemetry-instrumentation-bedrock 0.62.4',
    recorded: '2026-11-30',
    setUp: 'BedrockInstrumentor().instrument()',
    expected: callsOnly(
      { 'chat claude-sonnet-4-5-20250929-v1:0': 'LLM', 'chat missing-model': 'LLM' },
      [
        ...conversation('claude-sonnet-4-5-20250929-v1:0', NO_REASONING),
        failure('missing-model', null),
      ],
    ),
  },
  {
    folder: 'traceloop-ollama',
    name: 'Ollama, instrumented by Traceloop',
    language: 'Python',
    version: 'opentelemetry-instrumentation-ollama 0.62.4',
    recorded: '2026-11-30',
    setUp: 'OllamaInstrumentor().instrument()',
    expected: callsOnly({ 'ollama.chat': 'LLM' }, [
      // It does not send the tool call of an answer.
      call('llama3.2', ASKED, null, { ...NO_DETAILS, isPriced: false }),
      ...conversation('llama3.2', { ...NO_DETAILS, isPriced: false }).slice(1),
      failure('missing-model', FOLLOW_UP),
    ]),
  },
  {
    folder: 'openinference-groq',
    name: 'Groq, instrumented by OpenInference',
    language: 'Python',
    version: 'openinference-instrumentation-groq 0.1.33',
    recorded: '2026-11-30',
    setUp: 'GroqInstrumentor().instrument()',
    expected: callsOnly(
      { Completions: 'LLM' },
      [...conversation('llama-3.3-70b-versatile', { isPriced: false }), failure(null, FOLLOW_UP)],
      SESSION,
    ),
  },
  {
    folder: 'openinference-mistralai',
    name: 'Mistral, instrumented by OpenInference',
    language: 'Python',
    version: 'openinference-instrumentation-mistralai 2.2.2',
    recorded: '2026-11-30',
    setUp: 'MistralAIInstrumentor().instrument()',
    expected: callsOnly(
      { 'MistralClient.chat': 'LLM' },
      [...conversation('mistral-small-latest', NO_DETAILS), failure(null, FOLLOW_UP)],
      SESSION,
    ),
  },
  {
    folder: 'traceloop-cohere',
    name: 'Cohere, instrumented by Traceloop',
    language: 'Python',
    version: 'opentelemetry-instrumentation-cohere 0.62.4',
    recorded: '2026-11-30',
    setUp: 'CohereInstrumentor().instrument()',
    expected: callsOnly({ 'cohere.chat': 'LLM' }, [
      call('command-a-03-2025', ASKED, 'I will look.', NO_DETAILS),
      ...conversation('command-a-03-2025', NO_DETAILS).slice(1),
      failure('missing-model', FOLLOW_UP),
    ]),
  },
  {
    folder: 'openinference-js-openai',
    name: 'OpenAI, instrumented by OpenInference',
    language: 'TypeScript',
    version: '@arizeai/openinference-instrumentation-openai 4.2.7',
    recorded: '2026-11-30',
    setUp: 'new OpenAIInstrumentation().manuallyInstrument(OpenAI)',
    expected: callsOnly(
      { 'OpenAI Chat Completions': 'LLM', 'OpenAI Embeddings': 'EMBEDDING' },
      [
        ...conversation(MODEL_OF_ANSWER).slice(0, 2),
        // While streaming, it does not tell the usage.
        call(MODEL, FOLLOW_UP, ANSWER, {
          ...NO_DETAILS,
          prompt: null,
          completion: null,
          isPriced: false,
        }),
        // It does not end the span of a failing call, and tells the tokens of an embedding only in its output.
        embedding({ prompt: null, isPriced: false }),
      ],
      SESSION,
    ),
  },
  {
    folder: 'openinference-google-genai',
    name: 'Google Gen AI, instrumented by OpenInference',
    language: 'Python',
    version: 'openinference-instrumentation-google-genai 1.4.14',
    recorded: '2026-11-30',
    setUp: 'GoogleGenAIInstrumentor().instrument()',
    expected: callsOnly({ GenerateContent: 'LLM', GenerateContentStream: 'LLM' }, [
      ...conversation('gemini-2.5-flash'),
      failure('gemini-missing', ASKED),
    ]),
  },
];
