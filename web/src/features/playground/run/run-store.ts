import type { SubscriptionSink } from '../../../lib/data/graphql-subscription.js';
import type { ChatCompletionSubscription, ChatInput, ChatPayload } from '../api/chat-completion.js';
import type { ResultOf } from '../../../graphql.js';
import { addPayloads, failRun, isRunning, type Run, startRun, stopRun } from './run.js';

/** Drawing every piece of ten answers by itself would keep the page from responding. */
const DRAW_EVERY_MS = 50;

/** Asks the server for answers. Returns a function that cancels them. */
export type Ask = (
  input: ChatInput,
  sink: SubscriptionSink<ResultOf<typeof ChatCompletionSubscription>>,
) => () => void;

/** The question of a variant. */
export interface Question {
  /** Of the variant. */
  key: string;
  input: ChatInput;
  /** The content of the variant; see `writeContent`. */
  asked: string;
}

interface Stream {
  leave: () => void;
  /** The parts that have arrived since the page was drawn. */
  arrived: ChatPayload[];
}

/**
 * The answers to all variants. They are not part of the state of the page, so that a piece of an
 * answer draws that answer and nothing else.
 */
export class RunStore {
  private readonly runs = new Map<string, Run>();
  private readonly streams = new Map<string, Stream>();
  private readonly listeners = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly ask: Ask) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Returns the run of a variant; another object whenever it has changed. */
  find(key: string): Run | undefined {
    return this.runs.get(key);
  }

  isRunning(key: string): boolean {
    const run = this.runs.get(key);
    return run !== undefined && isRunning(run);
  }

  isAnyRunning(): boolean {
    return [...this.runs.values()].some(isRunning);
  }

  /** Runs a variant, in place of its last run. */
  start({ key, input, asked }: Question): void {
    this.leave(key);
    const stream: Stream = { leave: () => {}, arrived: [] };
    this.streams.set(key, stream);
    this.runs.set(key, startRun(input.repetitions, asked));
    const end = (problem: string) => {
      if (this.streams.get(key) !== stream) return;
      this.streams.delete(key);
      this.change(key, (run) => failRun(addPayloads(run, stream.arrived), problem));
      this.notify();
    };
    stream.leave = this.ask(input, {
      onData: ({ chatCompletion }) => {
        stream.arrived.push(chatCompletion);
        this.timer ??= setTimeout(() => this.draw(), DRAW_EVERY_MS);
      },
      onError: ({ message }) => end(message),
      onEnd: () => end('The server ended the answer early.'),
    });
    this.notify();
  }

  /** Cancels the run of a variant. What has arrived stays. */
  stop(key: string): void {
    const stream = this.leave(key);
    if (!stream) return;
    this.change(key, (run) => stopRun(addPayloads(run, stream.arrived)));
    this.notify();
  }

  /** Cancels the run of a variant and forgets its answers. */
  forget(key: string): void {
    this.leave(key);
    this.runs.delete(key);
    this.notify();
  }

  /** Cancels everything. */
  leaveAll(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const key of this.streams.keys()) this.leave(key);
  }

  private leave(key: string): Stream | undefined {
    const stream = this.streams.get(key);
    this.streams.delete(key);
    stream?.leave();
    return stream;
  }

  private draw(): void {
    this.timer = undefined;
    for (const [key, { arrived }] of this.streams) {
      const payloads = arrived.splice(0);
      if (payloads.length > 0) this.change(key, (run) => addPayloads(run, payloads));
    }
    this.notify();
  }

  private change(key: string, update: (run: Run) => Run): void {
    const run = this.runs.get(key);
    if (run) this.runs.set(key, update(run));
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}
