import pLimit, { type LimitFunction } from 'p-limit';
import type { DataSource } from 'typeorm';
import { BadRequestError } from '../common/errors/errors.js';
import { isCanceled } from '../common/errors/database-errors.js';

const LONGEST_SECONDS = 30;

/** Turns that figures leave to lists, if there are as many. */
const TURNS_OF_LISTS = 2;

interface Turns {
  reads: LimitFunction;
  figures: LimitFunction;
}

const turns = new WeakMap<DataSource, Turns>();

/**
 * Runs a query whose cost depends on the caller, such as one with a filter or search that no index
 * supports. Without limits, a few of these could occupy every connection, even after their callers
 * have disconnected. This gives them at most half of the connections, for a limited time.
 * @throws BadRequestError if it takes too long.
 */
export async function runBoundedRead<T>(
  dataSource: DataSource,
  sql: string,
  parameters: unknown[],
  longestSeconds = LONGEST_SECONDS,
): Promise<T[]> {
  try {
    return await turnsOf(dataSource).reads(() =>
      dataSource.transaction(async (tx) => {
        await tx.query(`SET LOCAL statement_timeout = '${longestSeconds}s'`);
        return tx.query<T[]>(sql, parameters);
      }),
    );
  } catch (error) {
    if (!isCanceled(error)) throw error;
    throw new BadRequestError(
      `This takes longer than ${longestSeconds} seconds. Request less: use fewer comparisons in a condition, a shorter time range, or a split instead of a whole dataset.`,
    );
  }
}

/**
 * Like `runBoundedRead`, for a query that adds up many rows. A list comes with several of these, and
 * must not wait for them.
 * @throws BadRequestError if it takes too long.
 */
export function runFiguresRead<T>(
  dataSource: DataSource,
  sql: string,
  parameters: unknown[],
  longestSeconds = LONGEST_SECONDS,
): Promise<T[]> {
  return turnsOf(dataSource).figures(() =>
    runBoundedRead<T>(dataSource, sql, parameters, longestSeconds),
  );
}

function turnsOf(dataSource: DataSource): Turns {
  let known = turns.get(dataSource);
  if (!known) {
    const { max } = dataSource.options.extra as { max: number };
    const most = Math.max(1, Math.floor(max / 2));
    known = { reads: pLimit(most), figures: pLimit(Math.max(1, most - TURNS_OF_LISTS)) };
    turns.set(dataSource, known);
  }
  return known;
}
