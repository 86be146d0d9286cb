/** A text, or a pattern of it. */
export type Expectation =
  | string
  | number
  | boolean
  | null
  | RegExp
  | Expectation[]
  | { [key: string]: Expectation };

type Text = string | RegExp | null;

/** INTERNAL is unknown, and a function of the sender. */
export type Kind =
  | 'AGENT'
  | 'CHAIN'
  | 'DECISION'
  | 'EMBEDDING'
  | 'GUARDRAIL'
  | 'INTERNAL'
  | 'LLM'
  | 'RERANKER'
  | 'RETRIEVER'
  | 'TOOL'
  | 'UNKNOWN';

/** A span as a list shows it: input and output are previews, the error is the message of its status. */
export interface Turn {
  input: Text;
  output: Text;
  error: Text;
}

export interface Tool {
  name: string;
  input: Text;
  output: Text;
}

/** A call of a model. Null is unknown. */
export interface Call extends Turn {
  model: string | null;
  /** Tokens. */
  prompt: number | null;
  completion: number | null;
  cacheRead: number | null;
  reasoning: number | null;
  /** Whether its cost is known. */
  isPriced: boolean;
}

export interface Expected {
  /** By the name of the spans, in which `*` stands for a UUID. */
  kinds: Record<string, Kind | Kind[]>;
  /** In the order in which they began, as all lists here. */
  calls: Call[];
  tools: Tool[];
  /** The roots of the traces. */
  turns: Turn[];
  /** In the order of the alphabet. */
  sessions: Text[];
}

export interface Sender {
  /** Where its requests are, and the script that recorded them. */
  folder: string;
  name: string;
  language: 'Python' | 'TypeScript' | 'Java' | 'command line';
  /** The packages that make its spans. */
  version: string;
  /** The day; null if its requests were written by hand, after its documentation. */
  recorded: string | null;
  /** The steps with which a user makes it send. */
  setUp: string;
  expected: Expected;
}

export const ASKED = 'Weather in Paris?';
export const FOLLOW_UP = 'And tomorrow?';
export const ANSWER = 'It is sunny.';
export const TOOL_CALL = /^get_weather\(\{\s*"city":\s*"Paris"\s*\}\)$/;
export const FAILURE = /missing/;
export const SESSION = 'weather-session';

/** The three calls of the conversation: the first asks for the tool, the others answer. */
export function conversation(model: string, details: Partial<Call> = {}): Call[] {
  return [
    call(model, ASKED, TOOL_CALL, details),
    call(model, ASKED, ANSWER, details),
    call(model, FOLLOW_UP, ANSWER, details),
  ];
}

export function call(
  model: string | null,
  input: Text,
  output: Text,
  details: Partial<Call> = {},
): Call {
  const usage = { prompt: 120, completion: 45, cacheRead: 64, reasoning: 12, isPriced: true };
  return { model, input, output, error: null, ...usage, ...details };
}

/** The embedding of the question. */
export function embedding(details: Partial<Call> = {}): Call {
  const usage = { prompt: 8, completion: null, cacheRead: null, reasoning: null };
  return call('text-embedding-3-small', ASKED, null, { ...usage, ...details });
}

/** The call of a model that does not exist. */
export function failure(model: string | null, input: Text, details: Partial<Call> = {}): Call {
  const usage = { prompt: null, completion: null, cacheRead: null, reasoning: null };
  const error = FAILURE;
  return { model, input, output: null, error, ...usage, isPriced: false, ...details };
}

export function turn(input: Text, output: Text, error: Text = null): Turn {
  return { input, output, error };
}

/** Both questions, and the call that fails. */
export const TURNS = [turn(ASKED, ANSWER), turn(FOLLOW_UP, ANSWER), turn(ASKED, null, FAILURE)];

export function tool(name: string): Tool {
  return { name, input: /Paris/, output: /sunny, 22 degrees/ };
}

/** Returns the expected view of an instrumentation of an SDK, whose calls are traces of their own. */
export function callsOnly(
  kinds: Expected['kinds'],
  calls: Call[],
  ...sessions: string[]
): Expected {
  const turns = calls.map(({ input, output, error }) => ({ input, output, error }));
  return { kinds, calls, tools: [], turns, sessions };
}

/** Returns the expected view of an agent that calls its tool in the first turn, unless stated otherwise. */
export function agent(
  expected: Pick<Expected, 'kinds' | 'calls'> & Partial<Expected>,
  toolName = 'get_weather',
): Expected {
  return { tools: [tool(toolName)], turns: TURNS, sessions: [SESSION], ...expected };
}
