import { UnavailableError } from '../../kernel/errors/errors.js';

export interface GroupLimits {
  /** Groups that may be written at the same time. */
  writers: number;
  /** Maximum size of a group in bytes. A larger request is a group of its own. */
  maxBytes: number;
  /** How long a request waits for its turn before its sender must retry. */
  maxWaitMs: number;
}

export const GROUP_LIMITS: Omit<GroupLimits, 'writers'> = {
  maxBytes: 8 * 1024 * 1024,
  maxWaitMs: 20_000,
};

interface Waiting<Request, Answer> {
  request: Request;
  since: number;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * Lets requests that arrive while the writers are busy share the next transaction. Each caller's promise
 * settles once its own request is committed.
 */
export class GroupCommit<Request extends { byteSize: number }, Answer> {
  private waiting: Waiting<Request, Answer>[] = [];
  private readonly writing = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | undefined;

  /** @param write stores requests together, and returns the answer to each. */
  constructor(
    private readonly write: (requests: Request[]) => Promise<Answer[]>,
    private readonly limits: GroupLimits,
  ) {}

  /** @throws UnavailableError if the request cannot be stored now. */
  add(request: Request): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ request, since: Date.now(), resolve, reject });
      this.pump();
    });
  }

  /** Resolves when all earlier requests are settled. */
  async drain(): Promise<void> {
    while (this.writing.size > 0) await Promise.all(this.writing);
  }

  private pump(): void {
    while (this.waiting.length > 0 && this.writing.size < this.limits.writers) {
      const writing: Promise<void> = this.flush(this.takeGroup()).finally(() => {
        this.writing.delete(writing);
        this.pump();
      });
      this.writing.add(writing);
    }
    if (this.waiting.length > 0) this.timer ??= setTimeout(() => this.giveUp(), 1000).unref();
  }

  /** Takes the longest-waiting requests that fit together, but at least one. */
  private takeGroup(): Waiting<Request, Answer>[] {
    let bytes = 0;
    const beyond = this.waiting.findIndex(({ request }, at) => {
      bytes += request.byteSize;
      return at > 0 && bytes > this.limits.maxBytes;
    });
    return this.waiting.splice(0, beyond === -1 ? this.waiting.length : beyond);
  }

  private async flush(group: Waiting<Request, Answer>[]): Promise<void> {
    try {
      const answers = await this.write(group.map(({ request }) => request));
      for (const [at, { resolve }] of group.entries()) resolve(answers[at]!);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  /** If the database hangs, rejects requests that have waited too long. */
  private giveUp(): void {
    this.timer = undefined;
    const deadline = Date.now() - this.limits.maxWaitMs;
    const late = this.waiting.findIndex(({ since }) => since > deadline);
    for (const { reject } of this.waiting.splice(0, late === -1 ? this.waiting.length : late)) {
      reject(new UnavailableError('The database cannot keep up. Send this again later.', 5));
    }
    this.pump();
  }
}
