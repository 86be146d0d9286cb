import pLimit, { type LimitFunction } from 'p-limit';
import type { DataSource, EntityManager } from 'typeorm';
import { BadRequestError } from '../kernel/errors/errors.js';
import { isCanceled } from '../kernel/errors/database-errors.js';
import type { DatabaseReader } from './database-reader.js';

const MAX_SECONDS = 30;

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
export function runBoundedRead<T>(
  reader: DatabaseReader,
  sql: string,
  parameters: unknown[],
  maxSeconds = MAX_SECONDS,
): Promise<T[]> {
  return runLimited(reader, maxSeconds, (source) =>
    turnsOf(source).reads(() =>
      runTimed(source, (tx) => tx.query<T[]>(sql, parameters), maxSeconds),
    ),
  );
}

/**
 * Like `runBoundedRead`, for a query that adds up many rows. A list comes with several of these, and
 * must not wait for them.
 * @throws BadRequestError if it takes too long.
 */
export function runFiguresRead<T>(
  reader: DatabaseReader,
  sql: string,
  parameters: unknown[],
  maxSeconds = MAX_SECONDS,
): Promise<T[]> {
  const work = (tx: EntityManager): Promise<T[]> => tx.query<T[]>(sql, parameters);
  return runFiguresReads(reader, work, maxSeconds);
}

/**
 * The same for several statements, each of which may take as long. They see the same moment.
 * @throws BadRequestError if one of them takes too long.
 */
export function runFiguresReads<T>(
  reader: DatabaseReader,
  work: (tx: EntityManager) => Promise<T[]>,
  maxSeconds = MAX_SECONDS,
): Promise<T[]> {
  return runLimited(reader, maxSeconds, (source) => {
    const { reads, figures } = turnsOf(source);
    return figures(() => reads(() => runTimed(source, work, maxSeconds)));
  });
}

async function runLimited<T>(
  reader: DatabaseReader,
  maxSeconds: number,
  work: (source: DataSource) => Promise<T[]>,
): Promise<T[]> {
  try {
    return await reader.read(work);
  } catch (error) {
    if (!isCanceled(error)) throw error;
    throw new BadRequestError(
      `This takes longer than ${maxSeconds} seconds. Request less: use fewer comparisons in a condition, a shorter time range, or a split instead of a whole dataset.`,
    );
  }
}

function runTimed<T>(
  source: DataSource,
  work: (tx: EntityManager) => Promise<T[]>,
  maxSeconds: number,
): Promise<T[]> {
  return source.transaction('REPEATABLE READ', async (tx) => {
    await tx.query(`SET LOCAL statement_timeout = '${maxSeconds}s'`);
    return work(tx);
  });
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
