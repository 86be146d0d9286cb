import { Inject, Injectable } from '@nestjs/common';
import pg from 'pg';
import { BatchTransactions, classifyError } from '../batch-transactions.js';
import { copyBinary, replaceInt8 } from '../copy-binary.js';
import { rejectForStorage } from '../../decode/reject.js';
import type { RejectedSpan } from '../../decode/span-record.js';
import { INGEST_POOL } from '../ingest-pool.js';
import { queueEvents } from '../joining-queue.js';
import { lockProjects } from '../project-names.js';
import { ReceivedRequests } from '../received-requests.js';
import { reserveIds } from '../reserve-ids.js';
import { type EncodedLog, type EncodedLogs, LOG_COLUMNS } from './encode-logs.js';

const COPY = `COPY log_records (${LOG_COLUMNS.join(', ')}) FROM STDIN (FORMAT binary)`;

/** Stores log records. A request that was stored before changes nothing. */
@Injectable()
export class LogWriter {
  private readonly transactions: BatchTransactions;
  private readonly received = new ReceivedRequests();

  constructor(@Inject(INGEST_POOL) pool: pg.Pool) {
    this.transactions = new BatchTransactions(pool, 'log records');
  }

  /**
   * Stores requests in one transaction.
   * @returns the records of each request that the database refused, once the others are committed.
   * @throws UnavailableError if they cannot be stored now. Then nothing of them is stored.
   */
  async write(requests: readonly EncodedLogs[]): Promise<RejectedSpan[][]> {
    try {
      await this.transactions.runRetried((client) => this.store(client, requests, insertLogs));
      return requests.map(() => []);
    } catch (error) {
      if (classifyError(error) !== 'data') throw this.transactions.unavailable(error);
    }
    try {
      const refused = await this.transactions.runRetried((client) =>
        this.store(client, requests, insertAcceptedLogs),
      );
      return requests.map(({ logs }) => logs.flatMap((log) => refused?.get(log) ?? []));
    } catch (error) {
      throw this.transactions.unavailable(error);
    }
  }

  /** Stores a batch without the records that were stored before. */
  private async store<Result>(
    client: pg.ClientBase,
    requests: readonly EncodedLogs[],
    insert: (client: pg.ClientBase, logs: readonly PlacedLog[]) => Promise<Result>,
  ): Promise<Result | undefined> {
    const logs = requests.flatMap((request) => request.logs.map((log) => ({ log, request })));
    if (logs.length === 0) return undefined;
    const projectIds = await lockProjects(
      client,
      logs.map(({ log }) => log.projectName),
    );
    const placed = logs.map(({ log, request }) => ({
      log,
      projectId: projectIds.get(log.projectName)!,
      digest: request.digest,
    }));
    const isFresh = await this.received.claim(client, placed);
    return insert(client, placed.filter(isFresh));
  }
}

type Refused = Map<EncodedLog, RejectedSpan>;

/** A record, and the project that it goes to. */
interface PlacedLog {
  log: EncodedLog;
  projectId: number;
}

/** Inserts all but the records that the database refuses, which it returns. */
async function insertAcceptedLogs(
  client: pg.ClientBase,
  logs: readonly PlacedLog[],
): Promise<Refused> {
  const refused: Refused = new Map();
  const insertPart = async (part: readonly PlacedLog[]): Promise<void> => {
    await client.query('SAVEPOINT part');
    try {
      await insertLogs(client, part);
    } catch (error) {
      if (classifyError(error) !== 'data') throw error;
      await client.query('ROLLBACK TO SAVEPOINT part');
      const [first] = part;
      if (part.length === 1 && first) {
        refused.set(
          first.log,
          rejectForStorage(toRefused(first.log), error, null, 'The log record'),
        );
        return;
      }
      const middle = part.length >> 1;
      await insertPart(part.slice(0, middle));
      await insertPart(part.slice(middle));
    }
  };
  await insertPart(logs);
  return refused;
}

async function insertLogs(client: pg.ClientBase, logs: readonly PlacedLog[]): Promise<Refused> {
  if (logs.length === 0) return new Map();
  const ids = await reserveIds(client, 'log_record', logs.length);
  for (const [at, { log, projectId }] of logs.entries()) {
    replaceInt8(log.rows, log.start, 0, ids[at]!);
    replaceInt8(log.rows, log.start, 1, projectId);
  }
  await copyBinary(client, COPY, joinRows(logs.map(({ log }) => log)));
  const events = logs.flatMap(({ log, projectId }, at) =>
    log.joinsSpan
      ? [{ logId: ids[at]!, projectId, traceId: log.traceId!, spanId: log.spanId! }]
      : [],
  );
  await queueEvents(client, events);
  return new Map();
}

/** Yields the bytes of the rows. Those of one request are nearly always one piece. */
function* joinRows(logs: readonly EncodedLog[]): Generator<Buffer, void, undefined> {
  let piece = { rows: logs[0]!.rows, start: logs[0]!.start, end: logs[0]!.start };
  for (const { rows, start, end } of logs) {
    if (rows === piece.rows && start === piece.end) {
      piece.end = end;
      continue;
    }
    yield piece.rows.subarray(piece.start, piece.end);
    piece = { rows, start, end };
  }
  yield piece.rows.subarray(piece.start, piece.end);
}

function toRefused(log: EncodedLog): Parameters<typeof rejectForStorage>[0] {
  const { traceId, spanId, name, projectName } = log;
  return { traceId: traceId ?? '', spanId: spanId ?? '', name, projectName };
}
