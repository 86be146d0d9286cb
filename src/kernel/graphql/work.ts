import { GraphQLError } from 'graphql';
import { currentRequest, type RequestContext } from '../http/request-context.js';

/**
 * Steps of an answer: one for each value that is at hand, and `STEPS_OF_RESOLVER` for each that a
 * resolver finds.
 */
const MAX_STEPS = 500_000;

/** Promises and loaders make such a value several times as expensive as the others. */
export const STEPS_OF_RESOLVER = 5;

/** Text in an answer, and rows as PostgreSQL sends them. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The memory of a row besides its content. */
const BYTES_PER_ROW = 200;

const MAX_SECONDS = 60;

/**
 * Steps to take before other requests get a turn: less than a tenth of a second of work, and more
 * than most pages need, because loaders cannot combine what different turns ask for.
 */
const STEPS_PER_TURN = 25_000;

export interface WorkLimits {
  steps: number;
  bytes: number;
  seconds: number;
}

const operations = new WeakMap<RequestContext, Work>();

/**
 * The work that one GraphQL operation has done. Pages may be nested, so what an operation requests
 * says little about what it will find; therefore what it finds is limited. Once a limit is
 * exceeded, `refusal` is the error of the whole operation, and every further step throws it.
 */
export class Work {
  refusal: GraphQLError | null = null;

  /** Bytes that PostgreSQL has sent. */
  read = 0;

  private steps = 0;
  private answered = 0;
  private stepsInTurn = 0;
  private readonly waiting: { steps: number; resume: () => void }[] = [];
  private readonly limits: WorkLimits;
  private readonly deadline: number;

  constructor(limits: Partial<WorkLimits> = {}) {
    this.limits = { steps: MAX_STEPS, bytes: MAX_BYTES, seconds: MAX_SECONDS, ...limits };
    this.deadline = performance.now() + this.limits.seconds * 1000;
  }

  /** Makes `currentWork` return this operation during the current request. */
  start(): this {
    const request = currentRequest();
    if (request) operations.set(request.whole ?? request, this);
    return this;
  }

  /** @throws GraphQLError if a limit is exceeded. */
  check(): void {
    if (performance.now() > this.deadline) {
      this.refuse(`takes longer than ${this.limits.seconds} seconds`);
    }
    if (this.refusal) throw this.refusal;
  }

  /** @throws GraphQLError if the answer has too many values. */
  addSteps(count: number): void {
    this.steps += count;
    if (this.steps > this.limits.steps) this.refuse('has too many values');
    this.check();
  }

  /** @throws GraphQLError if the answer has too much text. */
  addText(bytes: number): void {
    this.answered += bytes;
    if (this.answered > this.limits.bytes) this.refuse(this.isTooLong());
    if (this.refusal) throw this.refusal;
  }

  /** Counts rows that were read. Never throws, because its caller cannot. */
  addRows(rows: number, bytes: number): void {
    this.read += bytes + rows * BYTES_PER_ROW;
    if (this.read > this.limits.bytes) this.refuse(this.isTooLong());
  }

  /**
   * Waits until other requests have had a turn, so that a long answer does not keep them waiting.
   * Null if the steps still fit into this turn.
   */
  waitForTurn(steps: number): Promise<void> | null {
    if (this.waiting.length === 0 && this.stepsInTurn < STEPS_PER_TURN) {
      this.stepsInTurn += steps;
      return null;
    }
    return new Promise((resume) => {
      this.waiting.push({ steps, resume });
      if (this.waiting.length === 1) setImmediate(() => this.beginTurn());
    });
  }

  /** Resumes as many of those that wait as fit into one turn. */
  private beginTurn(): void {
    this.stepsInTurn = 0;
    let resumed = 0;
    for (const { steps, resume } of this.waiting) {
      if (this.stepsInTurn >= STEPS_PER_TURN) break;
      this.stepsInTurn += steps;
      resume();
      resumed++;
    }
    this.waiting.splice(0, resumed);
    if (this.waiting.length > 0) setImmediate(() => this.beginTurn());
  }

  private isTooLong(): string {
    return `is longer than ${Math.floor(this.limits.bytes / 1024 / 1024)} MB`;
  }

  private refuse(reason: string): void {
    // With a path, GraphQL takes it as it is, instead of making a new error for each field.
    this.refusal ??= new GraphQLError(
      `The answer ${reason}. Request smaller pages or fewer fields.`,
      { path: [], extensions: { code: 'QUERY_TOO_COMPLEX' } },
    );
  }
}

/** Returns the GraphQL operation that the current request executes. */
export function currentWork(): Work | undefined {
  const request = currentRequest();
  return request && operations.get(request.whole ?? request);
}
