import { isFailedSpan, isFailedTrace } from '../../spans/failure.js';
import type pg from 'pg';
import { payloadSizeOf, selectPayload, textBytesOf } from '../../spans/span-payload.js';
import { readPayloads, type StoredPayload } from '../../spans/stored-payload.js';
import { BLOCK_OF_SPAN, isInBlocks } from '../../spans/span-blocks.js';
import { OUTDATED_DUE, WRITTEN_TERMS } from './outdated-blocks.queries.js';
import type { SpanContents } from './span-texts.js';

/** The spans of one project with consecutive row IDs. */
export interface BlockKey {
  projectId: number;
  block: number;
}

/** A span to index. */
export interface IndexedSpan extends BlockKey, SpanContents {}

/** A block with what there is to read of it. */
export interface SizedBlock extends BlockKey {
  /** Of its spans, by row ID: bytes of text. Empty if one of them is too large to be read. */
  spans: { id: number; bytes: number }[];
  /** Bytes of text. */
  bytes: number;
  /** Whether a span is too large to be read. */
  hasLargeSpan: boolean;
}

/** The extremes of the spans of a block, as PostgreSQL writes them. */
interface BlockFigures extends BlockKey {
  minStart: string;
  maxStart: string;
  maxLatency: string;
  maxTokens: string | null;
}

/** Blocks with changed spans. */
export interface WaitingChange {
  id: number;
  projectId: number;
  blocks: number[];
  /** How long ago the spans were changed. */
  ageSeconds: number;
  /** How long ago any spans were changed last. */
  newestSeconds: number;
  /** Above 0 if what follows the index has got its spans: how often its one block could not be indexed, or it was outdated. */
  attempts: number;
}

/** A block that waits to be tried again. */
export interface SetAsideBlock {
  attempts: number;
  retryAt: string;
}

/** Marks the statements of the indexer, which run all the time. */
const MARK = '/* span index */';

/** How long changes wait, so that a block that is being filled is indexed only once. */
const IS_SETTLED = `changed_at <= now() - interval '1 s'`;

/** Changes that have waited longest, and of the blocks that could not be indexed, the one that is due first. */
const selectDue = (columns: string, limit: string): string =>
  `(SELECT ${columns} FROM unindexed_spans WHERE retry_at IS NULL AND ${IS_SETTLED} ORDER BY id LIMIT ${limit})
   UNION ALL
   (SELECT ${columns} FROM unindexed_spans WHERE retry_at <= now() ORDER BY retry_at LIMIT 1)`;

/** SQL of whether changes wait that are due, or blocks are to be indexed again. */
export const INDEX_DUE = `(EXISTS (${selectDue('id', '1')}) OR ${OUTDATED_DUE})`;

/** Larger spans, in compressed bytes, are not read; their blocks pass every test. */
const MAX_SPAN_SIZE = 1024 * 1024;
/** The same in bytes of text. */
const MAX_TEXT_SIZE = 8 * 1024 * 1024;

const SIZE = `(pg_column_size(s.attributes) + ${payloadSizeOf('s')}
  + coalesce(pg_column_size(s.events), 0))`;

/** `project_id` and number of the block of a span `s`. */
const KEY = `s.project_id AS "projectId", ${BLOCK_OF_SPAN} AS block`;

/** SQL of whether a span `s` is in blocks. */
function isInBlocksOfProjects(keys: readonly BlockKey[], parameters: unknown[]): string {
  const bind = (value: unknown): string => `$${parameters.push(value)}`;
  const conditions = [...Map.groupBy(keys, ({ projectId }) => projectId)].map(
    ([projectId, ofProject]) =>
      `s.project_id = ${bind(projectId)}::bigint AND ${isInBlocks(
        ofProject.map(({ block }) => block),
        bind,
      )}`,
  );
  return `(${conditions.join(' OR ')})`;
}

/** Lists the changes that have waited longest, and one whose block is tried again. */
export async function listChanges(client: pg.ClientBase, limit: number): Promise<WaitingChange[]> {
  const columns = `id, project_id AS "projectId", to_json(blocks) AS blocks, attempts,
    extract(epoch FROM now() - changed_at)::float8 AS "ageSeconds",
    extract(epoch FROM now() - (
      SELECT changed_at FROM unindexed_spans ORDER BY id DESC LIMIT 1))::float8 AS "newestSeconds"`;
  const { rows } = await client.query<WaitingChange>(`${MARK} ${selectDue(columns, '$1')}`, [
    limit,
  ]);
  return rows;
}

/** Reads the sizes of blocks, in the order of the keys. */
export async function readBlockSizes(
  client: pg.ClientBase,
  keys: readonly BlockKey[],
): Promise<SizedBlock[]> {
  const parameters: unknown[] = [];
  const { rows } = await client.query<BlockKey & { id: number; isLarge: boolean; bytes: number }>(
    `${MARK} SELECT ${KEY}, s.id, ${SIZE} > ${MAX_SPAN_SIZE} AS "isLarge",
            CASE WHEN ${SIZE} <= ${MAX_SPAN_SIZE} THEN ${textBytesOf('s')} ELSE 0 END AS bytes
       FROM spans s WHERE ${isInBlocksOfProjects(keys, parameters)} ORDER BY s.id`,
    parameters,
  );
  const byBlock = Map.groupBy(rows, keyOf);
  return keys.map(({ projectId, block }) => {
    const spans = byBlock.get(keyOf({ projectId, block })) ?? [];
    const hasLargeSpan = spans.some(({ isLarge, bytes }) => isLarge || bytes > MAX_TEXT_SIZE);
    const read = hasLargeSpan ? [] : spans.map(({ id, bytes }) => ({ id, bytes }));
    const bytes = read.reduce((sum, span) => sum + span.bytes, 0);
    return { projectId, block, spans: read, bytes, hasLargeSpan };
  });
}

/**
 * Reads the spans of blocks.
 * @param ids only of these.
 */
export async function readBlocks(
  client: pg.ClientBase,
  keys: readonly BlockKey[],
  ids?: readonly number[],
): Promise<IndexedSpan[]> {
  if (keys.length === 0) return [];
  const parameters: unknown[] = [];
  const isWanted = isInBlocksOfProjects(keys, parameters);
  const isAmong = ids ? `s.id = ANY($${parameters.push(ids)}::bigint[])` : 'true';
  const { rows } = await client.query<IndexedSpan & StoredPayload>(
    `${MARK} SELECT ${KEY}, s.name, s.status_message AS "statusMessage",
            s.attributes::text AS attributes, s.events::text AS events,
            s.trace_id AS "traceId", ${selectPayload('s')}
       FROM spans s WHERE ${isWanted} AND ${isAmong} ORDER BY s.id`,
    parameters,
  );
  return readPayloads(async (sql, values) => {
    const packs = await client.query<{ id: number; bytes: Buffer }>(`${MARK} ${sql}`, values);
    return packs.rows;
  }, rows);
}

/** Of the larger traces, the parents are not looked up for each block. */
const LARGE_TRACE = 1_000;

/**
 * Returns those of some blocks that a search for failed parents must find: for each span with one,
 * at least the block of the span or that of its parent, whichever was stored last.
 */
export async function findFailedParents(
  client: pg.ClientBase,
  keys: readonly BlockKey[],
): Promise<BlockKey[]> {
  const failedParent = (span: string): string =>
    `${isFailedSpan('p')} AND p.trace_id = ${span}.trace_id AND p.span_id = ${span}.parent_id
     AND p.span_id <> ${span}.span_id`;
  const parameters: unknown[] = [];
  const isKnown = isInBlocksOfProjects(keys, parameters);
  const { rows } = await client.query<BlockKey>(
    `${MARK} WITH failed AS MATERIALIZED (
       SELECT t.trace_id, t.span_count > ${LARGE_TRACE} AS is_large FROM traces t
        WHERE t.trace_id IN (SELECT s.trace_id FROM spans s WHERE ${isKnown}) AND ${isFailedTrace('t')}
          AND (t.span_count > ${LARGE_TRACE} OR EXISTS (
            SELECT FROM spans c JOIN spans p ON ${failedParent('c')} WHERE c.trace_id = t.trace_id)))
     SELECT DISTINCT ${KEY} FROM spans s JOIN failed f ON f.trace_id = s.trace_id
      WHERE ${isKnown} AND (NOT f.is_large OR ${isFailedSpan('s')}
         OR EXISTS (SELECT FROM spans p WHERE ${failedParent('s')}))`,
    parameters,
  );
  return rows;
}

/**
 * Replaces blocks in the index, and removes those without spans.
 * @param terms those of each block.
 */
export async function writeBlocks(
  client: pg.ClientBase,
  keys: readonly BlockKey[],
  terms: readonly Int32Array[],
): Promise<void> {
  const parameters: unknown[] = [];
  const { rows } = await client.query<BlockFigures>(
    `${MARK} SELECT ${KEY}, min(s.start_time)::text AS "minStart", max(s.start_time)::text AS "maxStart",
            max(extract(epoch FROM s.end_time - s.start_time) * 1000)::text AS "maxLatency",
            max(greatest(s.prompt_tokens, s.completion_tokens,
              coalesce(s.prompt_tokens, 0)::numeric + coalesce(s.completion_tokens, 0)))::text AS "maxTokens"
       FROM spans s WHERE ${isInBlocksOfProjects(keys, parameters)} GROUP BY 1, 2`,
    parameters,
  );
  const termsOf = new Map(keys.map((key, at) => [keyOf(key), terms[at]]));
  await client.query(
    `${MARK} INSERT INTO span_blocks (project_id, block, min_start, max_start, max_latency_ms, max_tokens, terms, codes)
     SELECT k.project_id, k.block, k.min_start, k.max_start, k.max_latency_ms, k.max_tokens,
            ${WRITTEN_TERMS}, k.codes::integer[]
       FROM unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::timestamptz[], $5::numeric[],
                   $6::numeric[], $7::text[])
         AS k (project_id, block, min_start, max_start, max_latency_ms, max_tokens, codes)
       JOIN projects p ON p.id = k.project_id
     ON CONFLICT (project_id, block) DO UPDATE SET
       min_start = excluded.min_start, max_start = excluded.max_start,
       max_latency_ms = excluded.max_latency_ms, max_tokens = excluded.max_tokens,
       terms = excluded.terms, codes = excluded.codes`,
    [
      rows.map((row) => row.projectId),
      rows.map((row) => row.block),
      rows.map((row) => row.minStart),
      rows.map((row) => row.maxStart),
      rows.map((row) => row.maxLatency),
      rows.map((row) => row.maxTokens),
      rows.map((row) => `{${termsOf.get(keyOf(row))!.join(',')}}`),
    ],
  );
  const stored = new Set(rows.map(keyOf));
  const empty = keys.filter((key) => !stored.has(keyOf(key)));
  await client.query(
    `${MARK} DELETE FROM span_blocks b
      USING unnest($1::bigint[], $2::bigint[]) AS k (project_id, block)
      WHERE b.project_id = k.project_id AND b.block = k.block`,
    [empty.map((key) => key.projectId), empty.map((key) => key.block)],
  );
}

/**
 * Loops that process changed spans after the indexer: the table through which each gets them, and SQL of
 * whether a project `u` needs it.
 */
const SUCCESSORS = {
  unevaluated_spans:
    'SELECT FROM evaluation_rules r WHERE r.project_id = u.project_id AND r.is_enabled',
  undecided_spans:
    'SELECT FROM sampling_policies p WHERE p.project_id = u.project_id AND p.is_enabled',
} as const;

/**
 * Hands changes over to the rules and the sampling of their projects, and forgets them. Those of blocks that
 * were set aside have been handed over.
 */
export async function forgetChanges(client: pg.ClientBase, ids: readonly number[]): Promise<void> {
  for (const [table, isWanted] of Object.entries(SUCCESSORS)) {
    await client.query(
      `${MARK} INSERT INTO ${table} (project_id, blocks)
       SELECT u.project_id, u.blocks FROM unindexed_spans u
        WHERE u.id = ANY($1) AND u.attempts = 0 AND EXISTS (${isWanted}) ORDER BY u.id`,
      [ids],
    );
  }
  await client.query(`${MARK} DELETE FROM unindexed_spans WHERE id = ANY($1)`, [ids]);
}

/** How long the first error is kept of a block, in characters. */
const MAX_FAILURE_LENGTH = 1_000;

/**
 * Lets a block wait that could not be indexed: 5 seconds, then twice as long each time, up to an hour. Until
 * then, searches look at all of its spans. What follows the index gets it as if it were indexed.
 */
export async function setAside(
  client: pg.ClientBase,
  { projectId, block }: BlockKey,
  changes: readonly WaitingChange[],
  failure: string,
): Promise<SetAsideBlock> {
  const of = changes.filter((one) => one.projectId === projectId && one.blocks.includes(block));
  const attempts = Math.max(...of.map((change) => change.attempts)) + 1;
  const { rows } = await client.query<SetAsideBlock>(
    `${MARK} INSERT INTO unindexed_spans (project_id, blocks, min_start, max_start, attempts, retry_at, failure)
     SELECT $2, ARRAY[$3::bigint], min(min_start), max(max_start), $4,
            now() + least(interval '1 hour', interval '5 s' * 2 ^ least($4::integer - 1, 20)), $5
       FROM unindexed_spans WHERE id = ANY($1)
     RETURNING attempts, retry_at AS "retryAt"`,
    [of.map(({ id }) => id), projectId, block, attempts, failure.slice(0, MAX_FAILURE_LENGTH)],
  );
  return rows[0]!;
}

/** Counts the blocks that could not be indexed. */
export async function countSetAside(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `${MARK} SELECT count(*) AS count FROM unindexed_spans WHERE retry_at IS NOT NULL`,
  );
  return rows[0]!.count;
}

/** Returns a key that is unique among the blocks of all projects. */
export function keyOf({ projectId, block }: BlockKey): string {
  return `${projectId} ${block}`;
}
