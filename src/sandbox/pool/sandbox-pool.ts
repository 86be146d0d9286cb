import { createHash } from 'node:crypto';
import { UnavailableError } from '../../kernel/errors/errors.js';
import {
  failure,
  type Language,
  type SandboxReply,
  type SandboxRequest,
} from '../process/protocol.js';
import { SandboxProcess } from './sandbox-process.js';

/** Requests that can wait for a process. */
const MAX_WAITING = 2_000;
/** Milliseconds after which processes that nobody uses end. */
const IDLE_TIME = 5 * 60_000;
/** Milliseconds that code can keep a process for itself while other code waits. */
const TURN = 2_000;
/**
 * Milliseconds that a process is kept for code that nobody waits for any more. Whoever sends one request after the
 * other sends the next one at once, and would otherwise need a new process for each.
 */
const LINGER = 100;

/** Starts that fail one after the other before those who wait are refused. */
const MAX_FAILED_STARTS = 3;

interface Job {
  request: SandboxRequest;
  timeout: number;
  signal: AbortSignal;
  /** Identifies the code and for whom it runs; null if any process can serve it. */
  binding: string | null;
  since: number;
  settle(reply: SandboxReply): void;
}

interface Worker {
  process: SandboxProcess;
  isBusy: boolean;
  /**
   * The code that the process has run, and its owner; null if it has run none, or if the difference does not
   * matter.
   */
  binding: string | null;
  /** When it began with that, in milliseconds. */
  boundAt: number;
}

/** Limits of a run, and for whom it is. */
export interface RunOptions {
  /** Milliseconds that the code has, without the time that it waits. */
  timeout: number;
  /** Whose data the code sees. Python never shares a process between two of them. */
  caller: string;
}

/**
 * The processes of one language. Python shares the JavaScript objects of its process, so a process
 * that has run code never runs other code, or the same code for another caller. All that TypeScript has is
 * in a memory that is restored, so it can.
 */
export class SandboxPool {
  private readonly workers = new Set<Worker>();
  private waiting: Job[] = [];
  private idleTimer: NodeJS.Timeout | undefined;
  private lingerTimer: NodeJS.Timeout | undefined;
  private hasEnded = false;
  /** Without a success between them. */
  private failedStarts = 0;

  constructor(
    private readonly language: Language,
    private readonly size: number,
    private readonly startProcess = (of: Language): SandboxProcess => new SandboxProcess(of),
  ) {}

  /**
   * Runs a request in a process that is free, or waits for one.
   * @throws UnavailableError if too many wait, and the signal's reason.
   */
  async ask(
    request: SandboxRequest,
    { timeout, caller }: RunOptions,
    signal: AbortSignal,
  ): Promise<SandboxReply> {
    signal.throwIfAborted();
    if (this.hasEnded) throw new UnavailableError('The server is stopping.');
    if (this.waiting.length >= MAX_WAITING) {
      throw new UnavailableError('Too many evaluations are waiting. Try again in a minute.', 60);
    }
    const isBound = this.language === 'PYTHON' && request.task === 'run';
    const binding = isBound ? bind(request.source, caller) : null;
    const { promise, resolve, reject } = Promise.withResolvers<SandboxReply>();
    const job = { request, timeout, signal, binding, since: Date.now(), settle: resolve };
    this.waiting.push(job);
    const abort = () => {
      this.waiting = this.waiting.filter((other) => other !== job);
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', abort);
    this.schedule();
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  end(): void {
    this.hasEnded = true;
    clearInterval(this.idleTimer);
    clearTimeout(this.lingerTimer);
    for (const { process } of this.workers) process.end();
    this.refuseAll('The server is stopping.');
  }

  private schedule(): void {
    for (const worker of this.workers) {
      const job = worker.isBusy ? null : this.takeFor(worker);
      if (job) void this.serve(worker, job);
    }
    const starting = this.count(({ isBusy, binding }) => isBusy && binding === null);
    for (let missing = this.waiting.length - starting; missing > 0; missing -= 1) {
      if (!this.hasRoom() && !this.makeRoom()) return;
      if (this.hasRoom()) this.start();
    }
  }

  /** Prefers what the process is bound to, unless something else has waited for long. */
  private takeFor(worker: Worker): Job | null {
    const { binding } = worker;
    const [oldest] = this.waiting;
    if (!oldest) return null;
    const job =
      binding === null
        ? (this.waiting.find((one) => !this.isServed(one)) ?? oldest)
        : this.isOver(worker)
          ? undefined
          : this.waiting.find((one) => one.binding === binding);
    if (!job) return null;
    this.waiting = this.waiting.filter((other) => other !== job);
    return job;
  }

  /** Returns whether the turn of the code that has a process is over, because other code has waited for long. */
  private isOver({ boundAt }: Worker): boolean {
    const [oldest] = this.waiting;
    if (!oldest || this.isServed(oldest)) return false;
    return Date.now() - Math.max(oldest.since, boundAt) > TURN;
  }

  /** Returns whether a process is bound to what the job needs. */
  private isServed(job: Job): boolean {
    return job.binding !== null && this.count(({ binding }) => binding === job.binding) > 0;
  }

  private async serve(worker: Worker, job: Job): Promise<void> {
    worker.isBusy = true;
    if (worker.binding === null) {
      worker.binding = job.binding;
      worker.boundAt = Date.now();
    }
    // So that the next code need not wait for a start.
    const spares = this.count(({ binding }) => binding === null);
    if (worker.binding !== null && spares === 0 && this.hasRoom()) this.start();
    job.settle(await worker.process.ask(job.request, job.timeout, job.signal));
    await this.release(worker);
  }

  private start(): void {
    const process = this.startProcess(this.language);
    const worker: Worker = { process, isBusy: true, binding: null, boundAt: 0 };
    this.workers.add(worker);
    this.watchIdle();
    void process.ended.then(() => this.remove(worker));
    void this.release(worker);
  }

  /** Waits until a process is ready, and gives it the next request. */
  private async release(worker: Worker): Promise<void> {
    await worker.process.ready;
    if (worker.process.hasEnded) return;
    this.failedStarts = 0;
    worker.isBusy = false;
    this.schedule();
  }

  private remove(worker: Worker): void {
    this.workers.delete(worker);
    if (this.hasEnded) return;
    if (!worker.process.hasStarted) this.failedStarts += 1;
    if (this.failedStarts >= MAX_FAILED_STARTS) {
      this.failedStarts = 0;
      this.refuseAll('The sandbox cannot start. Ask your administrator to read the log.');
    }
    this.schedule();
  }

  private refuseAll(message: string): void {
    const refused = this.waiting;
    this.waiting = [];
    for (const job of refused) job.settle(failure('crash', message));
  }

  private hasRoom(): boolean {
    return this.workers.size < this.size;
  }

  /** Ends the process that has been idle the longest. Returns false if all are busy or kept. */
  private makeRoom(): boolean {
    const idle = [...this.workers].filter((worker) => !worker.isBusy && !this.lingers(worker));
    const [oldest] = idle.toSorted((a, b) => a.process.lastUsedAt - b.process.lastUsedAt);
    if (!oldest) return false;
    this.workers.delete(oldest);
    oldest.process.end();
    return true;
  }

  /** Returns whether an idle process is kept for its code. If so, looks again once it is not. */
  private lingers(worker: Worker): boolean {
    const rest = worker.binding === null ? 0 : worker.process.lastUsedAt + LINGER - Date.now();
    if (rest <= 0 || this.isOver(worker)) return false;
    this.lingerTimer ??= setTimeout(() => {
      this.lingerTimer = undefined;
      this.schedule();
    }, rest);
    return true;
  }

  private count(matches: (worker: Worker) => boolean): number {
    return [...this.workers].filter(matches).length;
  }

  private watchIdle(): void {
    this.idleTimer ??= setInterval(() => {
      for (const { isBusy, process } of this.workers) {
        if (!isBusy && Date.now() - process.lastUsedAt > IDLE_TIME) process.end();
      }
    }, IDLE_TIME / 5).unref();
  }
}

function bind(source: string, caller: string): string {
  return createHash('sha256')
    .update(JSON.stringify([caller, source]))
    .digest('hex');
}
