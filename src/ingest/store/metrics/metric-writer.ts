import { Inject, Injectable, Logger } from '@nestjs/common';
import pg from 'pg';
import { BatchTransactions } from '../batch-transactions.js';
import { copyBinary, RowEncoder } from '../copy-binary.js';
import type { RejectedSpan } from '../../decode/span-record.js';
import type { SpanSource } from '../../decode/span-source.js';
import { INGEST_POOL } from '../ingest-pool.js';
import { lockProjects } from '../project-names.js';
import { ReceivedRequests } from '../received-requests.js';
import type { MetricPoint } from '../../decode/metrics/decode-metrics.js';
import { isAlwaysKept } from './kept-metrics.js';

const COLUMNS = [
  'project_id',
  'name',
  'kind',
  'is_delta',
  'time',
  'start_time',
  'value',
  'value_count',
  'attributes',
  'service_name',
  'bucket_bounds',
  'bucket_counts',
];

const COPY = `COPY metric_points (${COLUMNS.join(', ')}) FROM STDIN (FORMAT binary)`;

/** A project lists the metrics that were seen last, and no more, however many names senders make up. */
const MAX_NAMES = 1_000;

/** Sorted, so that writers never deadlock. */
const COUNT = {
  name: 'ingest-count-metrics',
  text: `
    INSERT INTO project_metrics AS m (project_id, name, unit, kind, point_count, kept_count, last_seen_at)
    SELECT s.project_id, s.name, s.unit, s.kind, s.points, s.kept, now()
      FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[])
        AS s (project_id, name, unit, kind, points, kept)
     ORDER BY s.project_id, s.name COLLATE "C"
    ON CONFLICT (project_id, name) DO UPDATE SET
      unit = excluded.unit, kind = excluded.kind,
      point_count = m.point_count + excluded.point_count,
      kept_count = m.kept_count + excluded.kept_count,
      last_seen_at = excluded.last_seen_at`,
};

const TRIM = `
  DELETE FROM project_metrics WHERE (project_id, name) IN (
    SELECT project_id, name FROM project_metrics WHERE project_id = $1
     ORDER BY last_seen_at DESC, name OFFSET ${MAX_NAMES} FOR UPDATE SKIP LOCKED)`;

/** The points of one request, ready to be written. */
export interface MetricRequest {
  points: MetricPoint[];
  rejected: RejectedSpan[];
  sources: SpanSource[];
  /** Identifies the request, so that it is stored once if it is sent again. */
  digest: Buffer;
  byteSize: number;
  /** Why nothing was read of a body that is not empty. */
  warning: string | null;
}

type PlacedPoint = MetricPoint & { projectId: number; digest: Buffer };

/** Stores points of metrics. A request that was stored before changes nothing. */
@Injectable()
export class MetricWriter {
  private readonly logger = new Logger('ingest');
  private readonly transactions: BatchTransactions;
  private readonly received = new ReceivedRequests();
  /** Metrics that the log has told about. */
  private readonly reported = new Set<string>();

  constructor(@Inject(INGEST_POOL) pool: pg.Pool) {
    this.transactions = new BatchTransactions(pool, 'metrics');
  }

  /**
   * Stores requests in one transaction.
   * @returns the names of the metrics of each request that are not kept, once the others are committed.
   * @throws UnavailableError if they cannot be stored now. Then nothing of them is stored.
   */
  async write(requests: readonly MetricRequest[]): Promise<string[][]> {
    try {
      return await this.transactions.runRetried((client) => this.store(client, requests));
    } catch (error) {
      throw this.transactions.unavailable(error);
    }
  }

  private async store(
    client: pg.ClientBase,
    requests: readonly MetricRequest[],
  ): Promise<string[][]> {
    const sent = requests.flatMap(({ points, digest }) =>
      points.map((point) => ({ ...point, digest })),
    );
    const projectIds = await lockProjects(
      client,
      sent.map(({ projectName }) => projectName),
    );
    const placed = sent.map((point) => ({
      ...point,
      projectId: projectIds.get(point.projectName)!,
    }));
    const { rows } = await client.query<{ id: number }>({
      name: 'ingest-projects-with-metrics',
      text: 'SELECT id FROM projects WHERE id = ANY ($1) AND keeps_metrics',
      values: [[...projectIds.values()]],
    });
    const keeping = new Set(rows.map(({ id }) => id));
    const isKept = (projectId: number, name: string): boolean =>
      isAlwaysKept(name) || keeping.has(projectId);
    const isFresh = await this.received.claim(client, placed);
    const fresh = placed.filter(isFresh);
    const kept = fresh.filter(({ projectId, name }) => isKept(projectId, name));
    if (kept.length > 0) await copyBinary(client, COPY, [encodePoints(kept)]);
    await countPoints(client, fresh, new Set(kept));
    return requests.map(({ points }) =>
      this.report(
        points
          .filter(({ projectName, name }) => !isKept(projectIds.get(projectName)!, name))
          .map(({ name }) => name),
      ),
    );
  }

  /** Logs each name once. @returns the names without duplicates. */
  private report(names: readonly string[]): string[] {
    const distinct = [...new Set(names)];
    for (const metric of distinct) {
      if (this.reported.has(metric) || this.reported.size >= MAX_NAMES) continue;
      this.reported.add(metric);
      this.logger.log({ metric }, 'a metric is counted but not kept');
    }
    return distinct;
  }
}

function encodePoints(points: readonly PlacedPoint[]): Buffer {
  const row = new RowEncoder();
  for (const point of points) {
    row.beginRow(COLUMNS.length);
    row.int8(BigInt(point.projectId));
    row.text(point.name);
    row.text(point.kind);
    row.bool(point.isDelta);
    row.time(point.time);
    row.time(point.startTime);
    row.float8(point.value);
    if (point.count === null) row.null();
    else row.int8(BigInt(point.count));
    row.text(point.attributesJson);
    row.text(point.serviceName);
    row.float8s(point.buckets?.bounds ?? null);
    row.int8s(point.buckets?.counts ?? null);
  }
  return row.finish();
}

async function countPoints(
  client: pg.ClientBase,
  points: readonly PlacedPoint[],
  kept: ReadonlySet<PlacedPoint>,
): Promise<void> {
  if (points.length === 0) return;
  const groups = [...Map.groupBy(points, ({ projectId, name }) => `${projectId} ${name}`).values()];
  const last = groups.map((group) => group.at(-1)!);
  await client.query({
    ...COUNT,
    values: [
      last.map(({ projectId }) => projectId),
      last.map(({ name }) => name),
      last.map(({ unit }) => unit),
      last.map(({ kind }) => kind),
      groups.map((group) => group.length),
      groups.map((group) => group.filter((point) => kept.has(point)).length),
    ],
  });
  for (const projectId of new Set(last.map((point) => point.projectId))) {
    await client.query(TRIM, [projectId]);
  }
}
