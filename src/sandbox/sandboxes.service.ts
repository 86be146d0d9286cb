import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ENV } from '../kernel/environment.js';
import type { Env } from '../config/env.js';
import { type RunOptions, SandboxPool } from './pool/sandbox-pool.js';
import {
  type Failure,
  type Language,
  type ProgramParameter,
  type SandboxReply,
} from './process/protocol.js';

export type { Failure, Language, ProgramParameter } from './process/protocol.js';
export { MAX_SOURCE } from './process/protocol.js';

/** Milliseconds to find the function in code, without running it. */
const DESCRIBE_TIMEOUT = 10_000;

/** Code of a user. */
export interface Program {
  language: Language;
  source: string;
}

/** The return value of a function, or its failure. */
export type ProgramResult = Extract<SandboxReply, { outcome: 'returned' }> | Failure;

/** Runs code of users in processes of its own, which start with the first use. */
@Injectable()
export class SandboxesService implements OnApplicationShutdown {
  private readonly pools: Record<Language, SandboxPool>;

  constructor(@Inject(ENV) { sandbox }: Env) {
    this.pools = {
      PYTHON: new SandboxPool('PYTHON', sandbox.processes),
      TYPESCRIPT: new SandboxPool('TYPESCRIPT', sandbox.processes),
    };
  }

  /**
   * Finds the parameters of the function, without running the code.
   * @throws UnavailableError if too many programs wait.
   */
  async describe({ language, source }: Program): Promise<ProgramParameter[] | Failure> {
    const signal = AbortSignal.timeout(10 * DESCRIBE_TIMEOUT);
    const request = { task: 'describe', source } as const;
    // Only reads the code.
    const limits = { timeout: DESCRIBE_TIMEOUT, caller: '' };
    const reply = await this.pools[language].ask(request, limits, signal);
    if (reply.outcome === 'described') return reply.parameters;
    return unexpected(reply, DESCRIBE_TIMEOUT);
  }

  /**
   * Runs code, and calls its function.
   * @param inputs a JSON object of arguments by name, as text.
   * @throws UnavailableError if too many programs wait, and the signal's reason.
   */
  async run(
    { language, source }: Program,
    inputs: string,
    options: RunOptions,
    signal: AbortSignal,
  ): Promise<ProgramResult> {
    const request = { task: 'run', source, inputs, timeout: options.timeout } as const;
    const reply = await this.pools[language].ask(request, options, signal);
    return reply.outcome === 'returned' ? reply : unexpected(reply, options.timeout);
  }

  onApplicationShutdown(): void {
    for (const pool of Object.values(this.pools)) pool.end();
  }
}

/** Returns the exceeded limit in words. */
function unexpected(reply: SandboxReply, timeout: number): Failure {
  if (reply.outcome !== 'failed') {
    const message = 'The code broke the sandbox.';
    return { outcome: 'failed', reason: 'crash', message, line: null, printed: '' };
  }
  if (reply.reason === 'time') {
    return { ...reply, message: `The code ran for longer than ${timeout / 1000} seconds.` };
  }
  if (reply.reason === 'memory') return { ...reply, message: 'The code used too much memory.' };
  return reply;
}
