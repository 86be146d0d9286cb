import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';
import type { ChatEvent } from '../../model-providers/protocol/chat-event.contract.js';
import type { TaskPlace } from './job-results.queries.js';

/** An event of a job that this server runs. */
export type JobEvent =
  | (TaskPlace & { type: 'chunk'; chunk: ChatEvent })
  | (TaskPlace & RunEnd)
  | (TaskPlace & EvaluationEnd);

/** A run was stored. */
export interface RunEnd {
  type: 'run';
  /** Row ID. */
  runId: number;
  error: string | null;
  span: { traceId: string; spanId: string } | null;
}

/** An evaluation was stored. */
export interface EvaluationEnd {
  type: 'evaluation';
  /** Row ID. */
  evaluationId: number;
  name: string;
  error: string | null;
  traceId: string | null;
}

/** Beyond this, pieces of answers are dropped for a reader who is too slow. Results never are. */
const MAX_WAITING = 2_000;

/** Passes on what happens to jobs within this server. */
@Injectable()
export class JobEvents {
  private readonly events = new EventEmitter().setMaxListeners(0);

  emit(jobId: number, event: JobEvent): void {
    this.events.emit(String(jobId), event);
  }

  /** Announces that this server no longer runs the job. */
  emitEnd(jobId: number): void {
    this.events.emit(String(jobId), null);
  }

  hasReaders(jobId: number): boolean {
    return this.events.listenerCount(String(jobId)) > 0;
  }

  /** Collects the events of a job from now on, until this server no longer runs it. */
  open(jobId: number): JobEventReader {
    const reader = new JobEventReader((listener) => this.events.off(String(jobId), listener));
    this.events.on(String(jobId), reader.receive);
    return reader;
  }
}

/** Events that wait for their reader. */
export class JobEventReader {
  private waiting: JobEvent[] = [];
  private hasEnded = false;
  private wake: (() => void) | undefined;

  constructor(private readonly leave: (listener: (event: JobEvent | null) => void) => void) {}

  readonly receive = (event: JobEvent | null): void => {
    if (event === null) this.hasEnded = true;
    else if (event.type !== 'chunk' || this.waiting.length < MAX_WAITING) this.waiting.push(event);
    this.wake?.();
  };

  /** Ends when the job does, or when the signal is aborted. */
  async *read(signal: AbortSignal): AsyncGenerator<JobEvent, void> {
    const stop = () => this.wake?.();
    signal.addEventListener('abort', stop, { once: true });
    try {
      while (!signal.aborted) {
        const events = this.waiting;
        this.waiting = [];
        yield* events;
        if (this.waiting.length > 0 || signal.aborted) continue;
        if (this.hasEnded) return;
        await new Promise<void>((resolve) => (this.wake = resolve));
      }
    } finally {
      signal.removeEventListener('abort', stop);
      this.close();
    }
  }

  close(): void {
    this.leave(this.receive);
  }
}
