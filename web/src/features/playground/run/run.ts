import type { AnswerSpan, ChatPayload } from '../api/chat-completion.js';

/** A tool call in an answer. */
export interface AnsweredCall {
  id: string;
  name: string;
  /** JSON, as text; incomplete while it arrives. */
  arguments: string;
}

/** One answer of a model. */
export interface Answer {
  state: 'waiting' | 'streaming' | 'done' | 'failed' | 'stopped';
  text: string;
  /** The thoughts of the model before its answer. */
  reasoning: string;
  calls: AnsweredCall[];
  /** Why it failed. */
  problem?: string;
  /** The stored span; absent until the answer ends, and if it was stopped. */
  span?: AnswerSpan;
}

/** The answers to one variant: one for each repetition. */
export interface Run {
  answers: Answer[];
  /** Why the run ended early, if no single answer is to blame. */
  problem?: string;
  /** The content of the variant when it ran; see `writeContent`. */
  asked: string;
}

export function startRun(repetitions: number, asked: string): Run {
  return {
    asked,
    answers: Array.from({ length: repetitions }, () => ({
      state: 'waiting',
      text: '',
      reasoning: '',
      calls: [],
    })),
  };
}

export function isRunning({ answers }: Run): boolean {
  return answers.some(isPending);
}

/** Whether more of an answer may arrive. */
export function isPending({ state }: Answer): boolean {
  return state === 'waiting' || state === 'streaming';
}

/** Returns the run with what has arrived, in order. */
export function addPayloads(run: Run, payloads: readonly ChatPayload[]): Run {
  const answers = [...run.answers];
  for (const payload of payloads) {
    const at = ('repetitionNumber' in payload ? (payload.repetitionNumber ?? 1) : 1) - 1;
    const answer = answers[at];
    if (answer && isPending(answer)) answers[at] = addPayload(answer, payload);
  }
  return { ...run, answers };
}

function addPayload(answer: Answer, payload: ChatPayload): Answer {
  switch (payload.__typename) {
    case 'TextChunk':
      return { ...answer, state: 'streaming', text: answer.text + payload.content };
    case 'ReasoningChunk':
      return { ...answer, state: 'streaming', reasoning: answer.reasoning + payload.content };
    case 'ToolCallChunk':
      return { ...answer, state: 'streaming', calls: addCall(answer.calls, payload) };
    case 'ChatCompletionSubscriptionResult':
      return { ...answer, state: 'done', ...(payload.span ? { span: payload.span } : {}) };
    case 'ChatCompletionSubscriptionError': {
      const { message: problem, span } = payload;
      return { ...answer, state: 'failed', problem, ...(span ? { span } : {}) };
    }
    default:
      return answer;
  }
}

type CallChunk = Extract<ChatPayload, { __typename: 'ToolCallChunk' }>;

/** Only the first piece of a call has its name. */
function addCall(
  calls: readonly AnsweredCall[],
  { id, function: piece }: CallChunk,
): AnsweredCall[] {
  const known = calls.find((call) => call.id === id);
  if (!known) return [...calls, { id, name: piece.name, arguments: piece.arguments }];
  const { name, arguments: begun } = known;
  const grown = { id, name: name || piece.name, arguments: begun + piece.arguments };
  return calls.map((call) => (call === known ? grown : call));
}

/** Returns the run as it is when the user stops it. What has arrived stays. */
export function stopRun(run: Run): Run {
  return endPending(run, { state: 'stopped' });
}

/** Returns the run as it is when the server ends it early. */
export function failRun(run: Run, problem: string): Run {
  const hasBegun = run.answers.some(({ state }) => state !== 'waiting');
  return hasBegun
    ? endPending(run, { state: 'failed', problem })
    : { ...endPending(run, { state: 'failed' }), problem };
}

function endPending(run: Run, end: Pick<Answer, 'state' | 'problem'>): Run {
  return {
    ...run,
    answers: run.answers.map((answer) => (isPending(answer) ? { ...answer, ...end } : answer)),
  };
}
