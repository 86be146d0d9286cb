import { Agent, request as httpRequest } from 'node:http';
import type pg from 'pg';

const CLIENTS = 8;
const BATCH = 100;
const ANNOTATIONS = Number(process.env['BENCH_UPSERTS'] ?? 100_000);

interface Target {
  trace_id: string;
  span_id: string;
  id: number;
  project_id: number;
  start_time: string;
}

/** Annotations per second of each way to store them. */
export interface UpsertFigures {
  /** Over REST with `sync=true`, by 8 clients in batches of 100. */
  sync: number;
  /** The same annotations again, so that each replaces one. */
  replaced: number;
  /** Over REST without `sync`. */
  queued: number;
  /** Queued annotations of spans that are not there. */
  waiting: number;
  /** `INSERT … ON CONFLICT` of one row, over one connection, as one statement for 100 rows. */
  bare: number;
}

/** Stores annotations of the first stored spans, over REST and with bare SQL in the same run. */
export async function measureUpserts(url: string, client: pg.Client): Promise<UpsertFigures> {
  const { rows } = await client.query<Target>(
    'SELECT trace_id, span_id, id, project_id, start_time FROM spans ORDER BY id LIMIT $1',
    [ANNOTATIONS],
  );
  const bareBefore = await insertBare(client, rows, 'bare-1');
  const sync = await postAll(url, rows, { name: 'upserts', isSync: true });
  const replaced = await postAll(url, rows, { name: 'upserts', isSync: true });
  const queued = await postAll(url, rows, { name: 'queued', isSync: false });
  const missing = rows.map((row) => ({ ...row, span_id: `gone-${row.span_id}` }));
  const waiting = await postAll(url, missing, { name: 'waiting', isSync: false });
  await client.query('DELETE FROM waiting_annotations');
  const bareAfter = await insertBare(client, rows, 'bare-2');
  return { sync, replaced, queued, waiting, bare: (bareBefore + bareAfter) / 2 };
}

async function postAll(
  url: string,
  targets: readonly Target[],
  { name, isSync }: { name: string; isSync: boolean },
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  let next = 0;
  const started = performance.now();
  const work = async (): Promise<void> => {
    while (next < targets.length) {
      const batch = targets.slice(next, (next += BATCH));
      const data = batch.map(({ span_id }, at) => ({
        span_id,
        name,
        annotator_kind: 'LLM',
        result: { label: labelOf(at), score: at / BATCH, explanation: EXPLANATION },
        metadata: METADATA,
      }));
      const path = `${url}/v1/span_annotations?sync=${isSync}`;
      await post(path, agent, JSON.stringify({ data }));
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, work));
  agent.destroy();
  return targets.length / ((performance.now() - started) / 1000);
}

const EXPLANATION = 'The answer names the right document but leaves out the second condition.';
const METADATA = { model: 'judge-1' };

function labelOf(item: number): string {
  return item % 2 ? 'good' : 'bad';
}

/** @throws if the response is not 200. */
function post(url: string, agent: Agent, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const request = httpRequest(url, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () =>
        response.statusCode === 200
          ? resolve()
          : reject(new Error(`POST ${url}: ${response.statusCode}`)),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Inserts the same rows in batches of the same size, each in its own transaction. */
async function insertBare(
  client: pg.Client,
  targets: readonly Target[],
  name: string,
): Promise<number> {
  const started = performance.now();
  for (let at = 0; at < targets.length; at += BATCH) {
    const batch = targets.slice(at, at + BATCH);
    await client.query({
      name: 'bare-upsert',
      text: `INSERT INTO span_annotations (trace_id, span_id, name, project_id, target_id,
               start_time, annotator_kind, label, score, explanation, metadata, source)
             SELECT trace_id, span_id, $1, project_id, id, start_time, 'LLM', label, score,
                    explanation, metadata, 'API'
               FROM unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::timestamptz[],
                           $7::text[], $8::float8[], $9::text[], $10::json[])
                 AS item (trace_id, span_id, id, project_id, start_time, label, score,
                          explanation, metadata)
             ON CONFLICT (trace_id, span_id, name, identifier) DO UPDATE
                SET label = excluded.label, score = excluded.score,
                    explanation = excluded.explanation, metadata = excluded.metadata,
                    updated_at = now()`,
      values: [
        name,
        batch.map((row) => row.trace_id),
        batch.map((row) => row.span_id),
        batch.map((row) => row.id),
        batch.map((row) => row.project_id),
        batch.map((row) => row.start_time),
        batch.map((_, item) => labelOf(item)),
        batch.map((_, item) => item / BATCH),
        batch.map(() => EXPLANATION),
        batch.map(() => JSON.stringify(METADATA)),
      ],
    });
  }
  return targets.length / ((performance.now() - started) / 1000);
}
