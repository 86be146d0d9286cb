import type pg from 'pg';
import type { Distributed } from '../../../kernel/sql/distribution.js';
import type { MaskOf } from '../../../masking/masks.contract.js';
import { erasePayloads } from '../../../spans/erase-payloads.js';
import { parseWireTime } from '../../../kernel/time/time.js';
import { type EncodedSpan, encodeSpans } from '../encode-spans.js';
import type { NumberedSpan } from '../copy-spans.js';
import { SpanRejectedError } from '../../decode/errors.js';
import type { SpanRecord } from '../../decode/span-record.js';
import { toEventAttributes } from '../../decode/logs/joined-events.js';
import { markChangedQuarters } from '../mark-changed-quarters.js';
import { markUnindexed } from '../mark-unindexed.js';
import { shrinkLeftSessions } from '../left-sessions.js';
import { markUnpriced } from '../mark-unpriced.js';
import type { TraceSums } from '../trace-sums.js';
import { addToTraces } from '../write-traces.js';
import {
  type EventRecord,
  type FoundEvent,
  forgetWaiting,
  keyOf,
  type LockedSpan,
  lockStoredSpans,
  readEvents,
  updateSpans,
} from './event-joiner.queries.js';
import { type NewEvent, rebuildSpan } from './rebuild-span.js';

/** A span that could not take its events. They stay log records of it. */
export interface RefusedEvents {
  traceId: string;
  spanId: string;
  error: SpanRejectedError;
}

interface RebuiltSpan {
  span: LockedSpan;
  record: SpanRecord;
  encoded: EncodedSpan;
}

/** Joins events with their stored spans, in the caller's transaction, which afterwards are as if they had carried them. */
export async function joinEvents(
  client: Distributed<pg.ClientBase>,
  events: readonly FoundEvent[],
  maskOf: MaskOf,
): Promise<RefusedEvents[]> {
  const bySpan = Map.groupBy(events, keyOf);
  const { spans, traces } = await lockStoredSpans(
    client,
    [...bySpan.values()].map(([first]) => first!),
  );
  const records = await readEvents(
    client,
    events.map(({ logId }) => logId),
  );
  const byId = new Map(records.map((record) => [record.id, record]));
  const refused: RefusedEvents[] = [];
  const rebuilt: RebuiltSpan[] = [];
  const done: number[] = [];
  for (const span of spans) {
    // One that has just moved to another project takes its events with it, under that key.
    const own = bySpan.get(keyOf(span));
    if (!own) continue;
    const added = own.flatMap(({ logId }) => toNewEvent(byId.get(logId)) ?? []);
    done.push(...own.map(({ logId }) => logId));
    try {
      const record = rebuildSpan(span, added, maskOf(span.projectName));
      if (record) rebuilt.push({ span, record, encoded: encode(record) });
    } catch (error) {
      if (!(error instanceof SpanRejectedError)) throw error;
      refused.push({ traceId: span.traceId, spanId: span.spanId, error });
    }
  }
  if (rebuilt.length > 0) {
    await eraseReplaced(client, rebuilt);
    await updateSpans(
      client,
      rebuilt.map(({ record }) => record),
    );
    const rows = rebuilt.map(({ span, encoded }): NumberedSpan => ({
      id: span.id,
      projectId: span.projectId,
      payloadId: null,
      payloadBytes: null,
      span: encoded,
    }));
    const written = await addToTraces(client, sumChanges(rebuilt));
    await markUnindexed(client, rows, written);
    await shrinkLeftSessions(client, traces, written);
    await markUnpriced(client, rows, written);
    await markChangedQuarters(client, rows, traces, written);
  }
  await forgetWaiting(client, done);
  return refused;
}

/** The new payloads are in the rows. */
async function eraseReplaced(
  client: Distributed<pg.ClientBase>,
  rebuilt: readonly RebuiltSpan[],
): Promise<void> {
  const query = async <Rows>(sql: string, values: unknown[]): Promise<Rows> =>
    (await client.query(sql, values)).rows as Rows;
  const packed = rebuilt.flatMap(({ span }) => (span.isPacked ? [span] : []));
  for (const [traceId, spans] of Map.groupBy(packed, (span) => span.traceId)) {
    await erasePayloads(
      query,
      client.distribution,
      traceId,
      spans.map(({ spanId }) => spanId),
    );
  }
}

function toNewEvent(record: EventRecord | undefined): NewEvent | null {
  if (!record) return null;
  const { eventName, time, attributes, body, isJsonBody } = record;
  return {
    name: eventName,
    time: parseWireTime(time),
    attributes: toEventAttributes(attributes, body, isJsonBody),
  };
}

/** @throws SpanRejectedError if a value does not fit its column. */
function encode(record: SpanRecord): EncodedSpan {
  const { spans, rejected } = encodeSpans([record], { isPacking: false });
  if (rejected[0]) throw new SpanRejectedError(rejected[0].reason, rejected[0].message);
  return spans[0]!;
}

/** Sums up what the events change in the totals of traces. */
function sumChanges(rebuilt: readonly RebuiltSpan[]): TraceSums[] {
  const byTrace = Map.groupBy(rebuilt, ({ span }) => span.traceId);
  return [...byTrace.values()].map((spans) => {
    const [{ span, record }] = spans as [RebuiltSpan];
    const named = spans.reduce((first, one) =>
      one.record.sessionRank > first.record.sessionRank ? one : first,
    ).record;
    const sum = (tokens: 'promptTokens' | 'completionTokens'): bigint =>
      spans.reduce(
        (total, one) => total + BigInt(one.record[tokens] ?? 0) - BigInt(one.span[tokens] ?? 0),
        0n,
      );
    return {
      traceId: span.traceId,
      projectId: span.projectId,
      sessionId: named.sessionId,
      sessionRank: named.sessionRank,
      userId: spans.find((one) => one.record.userId !== null)?.record.userId ?? null,
      // Within the times of the trace, which thus stay.
      startTime: record.startTime,
      endTime: record.endTime,
      spanCount: 0,
      errorCount: 0,
      promptTokens: sum('promptTokens'),
      completionTokens: sum('completionTokens'),
    };
  });
}
