import { agent, call, failure, FAILURE, type Sender, turn } from './scenario.js';

const MODEL = 'gpt-4o-mini';
const NO_DETAILS = { cacheRead: null, reasoning: null };

/** Three calls without content, which goes to the log of the application. */
const CALLS = [1, 2, 3].map(() => call(MODEL, null, null, NO_DETAILS));

/** Frameworks in Java, whose requests were written by hand. */
export const JAVA: Sender[] = [
  {
    folder: 'spring-ai',
    name: 'Spring AI',
    language: 'Java',
    version: 'spring-ai 2.0.1',
    recorded: null,
    setUp:
      'spring-boot-starter-actuator, micrometer-tracing-bridge-otel, opentelemetry-exporter-otlp',
    expected: agent(
      {
        kinds: {
          'spring_ai chat_client': 'AGENT',
          'chat gpt-4o-mini': 'LLM',
          'chat missing-model': 'LLM',
          'tool_call get_weather': 'TOOL',
        },
        // Its counts are texts.
        calls: [...CALLS, failure('missing-model', null)],
        turns: [turn(null, null), turn(null, null), turn(null, null, FAILURE)],
      },
      'tool_call get_weather',
    ),
  },
  {
    folder: 'quarkus-langchain4j',
    name: 'LangChain4j with Quarkus',
    language: 'Java',
    version: 'quarkus-langchain4j 1.0',
    recorded: null,
    setUp: 'quarkus-opentelemetry, quarkus.otel.exporter.otlp.endpoint',
    expected: agent({
      // Spans without attributes say by their names what they are, and nothing else.
      kinds: {
        'langchain4j.aiservices.WeatherBot.chat': 'AGENT',
        'langchain4j.tools.get_weather': 'TOOL',
        'completion gpt-4o-mini': 'LLM',
      },
      // It never ends the span of a failing call.
      calls: CALLS,
      tools: [{ name: 'langchain4j.tools.get_weather', input: null, output: null }],
      turns: [turn(null, null), turn(null, null), turn(null, null, FAILURE)],
      sessions: [],
    }),
  },
];
