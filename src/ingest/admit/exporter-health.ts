import { Inject, Injectable, Logger } from '@nestjs/common';
import type pg from 'pg';
import { BackgroundLoops } from '../../database/background-loops.js';
import { replacerOf } from '../../masking/known-kinds.contract.js';
import type { Mask } from '../../masking/mask.contract.js';
import { MaskedKind } from '../../masking/mask-rules.contract.js';
import { Masks } from '../../masking/masks.contract.js';
import type { RejectedSpan } from '../decode/span-record.js';
import { cutNames, type SpanSource } from '../decode/span-source.js';
import { INGEST_POOL } from '../store/ingest-pool.js';
import {
  type ExporterCounts,
  ExporterTotals,
  PROTOCOLS,
  type Sender,
  type UnreadKeyCount,
} from './exporter-counts.js';
import { addUnreadKeys } from './exporter-unread-keys.queries.js';

/** A server that is killed loses what it counted since. */
const FLUSH_MS = 5_000;

/** Exporters that one server counts between two writes. */
const MAX_COUNTED = 2_000;

/** A project keeps those that were seen last. */
const MAX_PER_PROJECT = 100;

/**
 * Sorted, so that servers never deadlock. The numbers of a day start again at midnight UTC. Projects that
 * do not exist any more are left out.
 */
const ADD = `
  INSERT INTO exporters AS e (project_id, service_name, sdk_name, sdk_version, sdk_language, key_id,
    http_protobuf_requests, http_json_requests, grpc_requests, span_count, refused_count,
    last_reason, late_count, ahead_ms, first_seen_at, last_seen_at, last_refused_at,
    day, day_span_count, day_refused_count, day_late_count, log_count, point_count)
  SELECT p.id, s.service_name, s.sdk_name, s.sdk_version, s.sdk_language, s.key_id,
         s.http_protobuf, s.http_json, s.grpc, s.spans, s.refused, s.last_reason, s.late, s.ahead_ms,
         s.first_seen, s.last_seen, s.last_refused,
         (s.last_seen AT TIME ZONE 'UTC')::date, s.spans, s.refused, s.late, s.logs, s.points
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[],
                $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[],
                $12::text[], $13::bigint[], $14::bigint[], $15::timestamptz[], $16::timestamptz[],
                $17::timestamptz[], $18::bigint[], $19::bigint[])
      AS s (project_name, service_name, sdk_name, sdk_version, sdk_language, key_id, http_protobuf,
            http_json, grpc, spans, refused, last_reason, late, ahead_ms, first_seen, last_seen,
            last_refused, logs, points)
    JOIN projects p ON p.name = s.project_name
   ORDER BY 1, 2, 3, 4, 5, 6
  ON CONFLICT (project_id, service_name, sdk_name, sdk_version, sdk_language, key_id) DO UPDATE SET
    http_protobuf_requests = e.http_protobuf_requests + excluded.http_protobuf_requests,
    http_json_requests = e.http_json_requests + excluded.http_json_requests,
    grpc_requests = e.grpc_requests + excluded.grpc_requests,
    span_count = e.span_count + excluded.span_count,
    log_count = e.log_count + excluded.log_count,
    point_count = e.point_count + excluded.point_count,
    refused_count = e.refused_count + excluded.refused_count,
    last_reason = coalesce(excluded.last_reason, e.last_reason),
    late_count = e.late_count + excluded.late_count,
    ahead_ms = coalesce(excluded.ahead_ms, e.ahead_ms),
    last_seen_at = greatest(excluded.last_seen_at, e.last_seen_at),
    last_refused_at = greatest(excluded.last_refused_at, e.last_refused_at),
    day = greatest(excluded.day, e.day),
    day_span_count = excluded.day_span_count
      + CASE WHEN e.day >= excluded.day THEN e.day_span_count ELSE 0 END,
    day_refused_count = excluded.day_refused_count
      + CASE WHEN e.day >= excluded.day THEN e.day_refused_count ELSE 0 END,
    day_late_count = excluded.day_late_count
      + CASE WHEN e.day >= excluded.day THEN e.day_late_count ELSE 0 END`;

const TRIM = `
  DELETE FROM exporters WHERE id IN (
    SELECT id FROM (
      SELECT e.id, row_number() OVER (PARTITION BY e.project_id
                                      ORDER BY e.last_seen_at DESC, e.id DESC) AS place
        FROM exporters e JOIN projects p ON p.id = e.project_id
       WHERE p.name = ANY($1)) AS placed
     WHERE place > ${MAX_PER_PROJECT}
     ORDER BY id)`;

/** Counts what each exporter sends, in memory, and writes it every few seconds. Never fails a request. */
@Injectable()
export class ExporterHealth {
  private readonly logger = new Logger('ingest');
  private readonly totals = new ExporterTotals(MAX_COUNTED);
  private writing: Promise<void> = Promise.resolve();

  constructor(
    @Inject(INGEST_POOL) private readonly pool: pg.Pool,
    private readonly masks: Masks,
    loops: BackgroundLoops,
  ) {
    loops.addTimer({
      name: 'exporters',
      description: 'stores what [exporters](ingestion-health.md) have sent to this server',
      everyMs: FLUSH_MS,
      run: () => this.flush(),
    });
  }

  /** Counts a request that has been answered. */
  observe(sources: readonly SpanSource[], rejected: readonly RejectedSpan[], sender: Sender): void {
    this.totals.add(sources, rejected, sender, Date.now());
  }

  /** Writes what has been counted. What cannot be written now is written later. */
  flush(): Promise<void> {
    this.writing = this.writing.catch(() => undefined).then(() => this.write());
    return this.writing;
  }

  private async write(): Promise<void> {
    const counts = this.totals.take();
    if (counts.length === 0) return;
    try {
      const merged = this.mask(counts);
      await this.pool.query(ADD, toParameters(merged));
      // The counts have been written, whatever becomes of the keys.
      await addUnreadKeys(this.pool, merged).catch((error: unknown) => {
        this.logger.warn({ err: error }, 'the keys that nothing reads cannot be counted now');
      });
      await this.pool.query(TRIM, [[...new Set(counts.map(({ projectName }) => projectName))]]);
    } catch (error) {
      // What can never be written must not keep the rest from being written.
      if (!isDataError(error)) this.totals.putBack(counts);
      throw error;
    }
  }

  /** Masks names, keys and examples. Exporters and keys that become the same are counted together. */
  private mask(counts: readonly ExporterCounts[]): ExporterCounts[] {
    const totals = new ExporterTotals(MAX_COUNTED);
    for (const one of counts) {
      const mask = this.masks.of(one.projectName);
      const maskText = mask?.text ?? ((text: string) => text);
      totals.merge({
        ...one,
        requests: { ...one.requests },
        unreadKeys: maskKeys(one.unreadKeys, mask),
        ...cutNames({
          projectName: one.projectName,
          serviceName: maskText(one.serviceName),
          sdkName: maskText(one.sdkName),
          sdkVersion: maskText(one.sdkVersion),
          sdkLanguage: maskText(one.sdkLanguage),
        }),
      });
    }
    return totals.take();
  }
}

function toParameters(merged: readonly ExporterCounts[]): unknown[][] {
  const toTime = (ms: number | null) => (ms === null ? null : new Date(ms));
  return [
    merged.map((one) => one.projectName),
    merged.map((one) => one.serviceName),
    merged.map((one) => one.sdkName),
    merged.map((one) => one.sdkVersion),
    merged.map((one) => one.sdkLanguage),
    // Keys have row IDs above 0, and a unique key needs a value.
    merged.map((one) => one.keyId ?? 0),
    ...PROTOCOLS.map((protocol) => merged.map((one) => one.requests[protocol])),
    merged.map((one) => one.spanCount),
    merged.map((one) => one.refusedCount),
    merged.map((one) => one.lastReason),
    merged.map((one) => one.lateCount),
    merged.map((one) => (one.aheadMicros === null ? null : one.aheadMicros / 1000n)),
    merged.map((one) => toTime(one.firstSeenAt)),
    merged.map((one) => toTime(one.lastSeenAt)),
    merged.map((one) => toTime(one.lastRefusedAt)),
    merged.map((one) => one.logCount),
    merged.map((one) => one.pointCount),
  ];
}

/** Also replaces what looks like a secret or a personal number where no rule asks for that. */
function maskKeys(
  keys: ReadonlyMap<string, UnreadKeyCount>,
  mask: Mask | null,
): Map<string, UnreadKeyCount> {
  const masked = new Map<string, UnreadKeyCount>();
  for (const [key, { requestCount, example }] of keys) {
    const [entry] = mask?.attributes([[key, example]]) ?? [[key, example] as const];
    if (!entry) continue;
    const [name, value] = entry;
    const shown = typeof value === 'string' ? replaceKnownKinds(value) : null;
    const known = masked.get(name);
    masked.set(name, {
      requestCount: requestCount + (known?.requestCount ?? 0),
      example: shown ?? known?.example ?? null,
    });
  }
  return masked;
}

const REPLACERS = Object.values(MaskedKind).map(replacerOf);

function replaceKnownKinds(text: string): string {
  return REPLACERS.reduce((rest, replace) => replace(rest), text);
}

function isDataError(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^(22|54)/.test(code);
}
