import type { Request, Response } from 'express';
import passport, { type Strategy } from 'passport';

/** The parts of a request that strategies read. HTTP, gRPC and forms are all converted to this. */
export interface StrategyRequest {
  headers?: { authorization?: string | undefined; cookie?: string | undefined };
  body?: Record<string, unknown>;
}

/**
 * Runs passport's strategies one after another until one succeeds, and returns its user; null if none does.
 *
 * Strategies are passed as instances rather than by name: passport keeps names per process, and a
 * process may run several servers, as tests do. Each run gets its own object, because passport puts
 * `success`, `fail` and `error` on it.
 * @throws the error of a strategy, without trying those after it.
 */
export function authenticate<User>(
  strategies: readonly Strategy[],
  request: StrategyRequest,
): Promise<User | null> {
  const instances = strategies.map((strategy) => Object.create(strategy) as Strategy);
  return new Promise((resolve, reject) => {
    const run = passport.authenticate(
      instances as unknown as string[],
      { session: false },
      (error: unknown, user?: User | false | null) => {
        if (error) reject(error);
        else resolve(user || null);
      },
    ) as (request: Request, response: Response, next: (error?: unknown) => void) => void;
    run(request as Request, {} as Response, reject);
  });
}
