import type { Client } from 'pg';
import { markQuarters, quarterOf } from '../../src/spans/quarters.js';
import { BLOCK_SPANS } from '../../src/spans/span-blocks.js';

export const PROJECTS = ['bench-a', 'bench-b', 'bench-c'];
const SPANS_PER_TRACE = 10;
/** Number of spans of all projects that begin in a day, however many there are. */
const SPANS_PER_DAY = 200_000;

/** Each special trace's number and span count. */
export const MIDDLE_TRACE = { number: 60_000, spans: 50 };
export const LARGE_TRACE = { number: 80_000, spans: 10_000 };

/** Number of traces with nine instead of ten spans, to make room for the special ones. */
const SHORTER_TRACES = MIDDLE_TRACE.spans + LARGE_TRACE.spans - 2 * SPANS_PER_TRACE;
/** Three of this many traces, one in each project, have a span with a rare word. */
const RARE_EVERY = 10_000;
const TRACES_PER_CHUNK = 5_000;
const PAYLOADS = 200;

/** In the input of one span in this many. Most blocks of spans have all of its words. */
const PHRASE = 'Kyoto Berlin Lagos';
const PHRASE_EVERY = 100;

const WORDS = `the a of agent model question answer document invoice weather travel price search
  retrieve context summary customer order ticket deploy error because therefore while under about
  between Berlin Kyoto Lagos quickly carefully finally result table value`.split(/\s+/);

/** SQL for the trace ID of a numbered trace. */
export const TRACE_ID = (number: string): string => `md5('trace ' || ${number})`;
const SPAN_ID = (trace: string, span: string): string =>
  `substr(md5(${trace} || ' span ' || ${span}), 1, 16)`;

/** Number of past days over which that many spans are spread. */
export function daysOf(spans: number): number {
  return spans / SPANS_PER_DAY;
}

/**
 * Fills empty tables with traces of three projects in turn over the past days, most of them with ten
 * spans, in sessions of five traces. Rows are in chronological order, as an application would have
 * sent them.
 *
 * @param spans A multiple of 100,000, at least a million.
 */
export async function loadData(
  client: Client,
  spans: number,
  log: (line: string) => void,
): Promise<void> {
  const traces = spans / SPANS_PER_TRACE;
  await client.query(
    `INSERT INTO projects (name, name_folded) SELECT name, name FROM unnest($1::text[]) AS name`,
    [PROJECTS],
  );
  await client.query('CREATE TEMP TABLE payloads (number integer PRIMARY KEY, payload text)');
  await client.query(
    'INSERT INTO payloads SELECT ordinality - 1, payload FROM unnest($1::text[]) WITH ORDINALITY AS p (payload)',
    [
      Array.from({ length: PAYLOADS }, (_, number) =>
        JSON.stringify(payload(number % PHRASE_EVERY === 0)),
      ),
    ],
  );
  await client.query("SET maintenance_work_mem = '1GB'");
  const indexes = await dropIndexes(client);
  for (let from = 0; from < traces; from += TRACES_PER_CHUNK) {
    await client.query('BEGIN');
    const { rows } = await client.query<{ id: string }>('SELECT max(id) AS id FROM spans');
    await client.query(INSERT_SPANS, [from, from + TRACES_PER_CHUNK - 1, daysOf(spans), traces]);
    // The server indexes them while the next ones are inserted.
    await client.query(MARK_UNINDEXED, [rows[0]?.id ?? 0]);
    await client.query('COMMIT');
    if (from % 50_000 === 0) log(`${from} traces`);
  }
  log('indexes');
  for (const index of indexes) await client.query(index);
  await client.query(INSERT_TRACES);
  await client.query(
    `INSERT INTO project_sessions (session_id, project_id, start_time, end_time)
     SELECT session_id, project_id, min(start_time), max(end_time)
       FROM traces WHERE session_id IS NOT NULL GROUP BY session_id, project_id ORDER BY min(start_time)`,
  );
  await client.query(INSERT_ANNOTATIONS);
  for (const statement of INSERT_COSTS) await client.query(statement);
  await client.query(MARK_CHANGED);
  // Named, because a cluster otherwise leaves out the tables on its workers.
  await client.query(
    'VACUUM ANALYZE spans, traces, project_sessions, span_annotations, span_costs, span_cost_details',
  );
}

/**
 * Drops indexes and the primary key of spans, because rebuilding them at the end is several times
 * faster than maintaining them. Keeps the one by which the server finds what it has to index.
 * @returns statements that create them again.
 */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string; key: string | null }>(
    `SELECT indexname AS name, indexdef AS definition, pg_get_constraintdef(c.oid) AS key
       FROM pg_indexes LEFT JOIN pg_constraint c ON conname = indexname
      WHERE tablename = 'spans' AND indexname NOT IN ('spans_project_id', 'spans_id')`,
  );
  for (const { name, key } of rows) {
    await client.query(key ? `ALTER TABLE spans DROP CONSTRAINT ${name}` : `DROP INDEX ${name}`);
  }
  return rows.map(({ name, definition, key }) =>
    key ? `ALTER TABLE spans ADD CONSTRAINT ${name} ${key}` : definition,
  );
}

/** @param hasPhrase whether the input contains a phrase, and not only its words. */
function payload(hasPhrase: boolean): unknown {
  // A phrase that chance adds would halve the time of the reads that look for it.
  const prose = (words: number): string =>
    Array.from({ length: words }, () => WORDS[Math.floor(Math.random() * WORDS.length)])
      .join(' ')
      .replaceAll(PHRASE, 'Lagos Berlin Kyoto');
  return {
    input: { value: prose(150) + (hasPhrase ? ` ${PHRASE}` : '') },
    output: { value: prose(100) },
    llm: {
      input_messages: [
        { message: { role: 'system', content: prose(40) } },
        { message: { role: 'user', content: prose(120) } },
      ],
    },
  };
}

const INSERT_SPANS = `
  INSERT INTO spans (trace_id, span_id, project_id, parent_id, name, kind, status_code,
    status_message, start_time, end_time, prompt_tokens, completion_tokens, model_name, provider,
    user_id, session_id, input_preview, input_mime_type, output_preview, output_mime_type,
    attributes, payload)
  SELECT ${TRACE_ID('t.n')}, ${SPAN_ID('t.n', 's.n')}, t.project_id,
    CASE s.n WHEN 0 THEN NULL ELSE ${SPAN_ID('t.n', '(s.n - 1) / 4')} END,
    lower(k.kind) || '.step', k.kind, CASE WHEN s.n % 7 = 3 AND t.n % 10 = 0 THEN 'ERROR' ELSE 'OK' END,
    '', t.start_time + s.n * interval '20 ms', t.start_time + s.n * interval '20 ms' + random() * interval '3 s',
    CASE k.kind WHEN 'LLM' THEN 300 + t.n % 500 END, CASE k.kind WHEN 'LLM' THEN 50 + s.n END,
    CASE k.kind WHEN 'LLM' THEN 'gpt-4o-mini' END, CASE k.kind WHEN 'LLM' THEN 'openai' END,
    'user-' || t.n % 2000, 'session ' || t.session,
    left(p.payload, 200), 'text/plain', left(p.payload, 200), 'text/plain',
    jsonb_build_object('openinference.span.kind', k.kind, 'user.id', 'user-' || t.n % 2000,
      'session.id', 'session ' || t.session, 'input.mime_type', 'text/plain', 'output.mime_type',
      'text/plain', 'llm.model_name', 'gpt-4o-mini', 'llm.provider', 'openai',
      'metadata.release', '1.' || t.n % 50, 'metadata.attempt', s.n, 'service.zone', 'eu-' || t.n % 3),
    (CASE WHEN t.n % ${RARE_EVERY} < 3 AND s.n = 4 THEN replace(p.payload, 'Kyoto', 'Zanzibar')
         ELSE p.payload END)::json
  FROM (
    SELECT n, project.id AS project_id, n / 15 * 3 + n % 3 AS session,
      now() - interval '1 day' * $3 * (1 - (n + random() * 20) / $4) AS start_time,
      CASE n WHEN ${MIDDLE_TRACE.number} THEN ${MIDDLE_TRACE.spans}
             WHEN ${LARGE_TRACE.number} THEN ${LARGE_TRACE.spans}
             ELSE CASE WHEN n < ${SHORTER_TRACES} THEN 9 ELSE 10 END END AS spans
    FROM generate_series($1::integer, $2::integer) AS n
    JOIN LATERAL (SELECT id FROM projects WHERE name LIKE 'bench-%' ORDER BY id OFFSET n % 3 LIMIT 1)
      AS project ON true
  ) t
  CROSS JOIN LATERAL generate_series(0, t.spans - 1) AS s (n)
  CROSS JOIN LATERAL (SELECT CASE WHEN s.n = 0 THEN 'AGENT' WHEN t.n % 1000 = 1 AND s.n = 5 THEN 'RERANKER'
    ELSE (ARRAY['LLM', 'TOOL', 'RETRIEVER'])[1 + s.n % 3] END AS kind) k
  JOIN payloads p ON p.number = (t.n * 7 + s.n) % ${PAYLOADS}
  ORDER BY t.n, s.n`;

/** Marks the spans with row IDs above a given one. */
const MARK_UNINDEXED = `
  INSERT INTO unindexed_spans (project_id, blocks, min_start, max_start)
  SELECT project_id, array_agg(block), min(min_start), max(max_start)
    FROM (SELECT project_id, id / ${BLOCK_SPANS} AS block, min(start_time) AS min_start,
                 max(start_time) AS max_start
            FROM spans WHERE id > $1 GROUP BY project_id, id / ${BLOCK_SPANS}) blocks
   GROUP BY project_id, block / 64`;

const MARK_CHANGED = markQuarters(
  ['traces', 'spans']
    .map((table) => `SELECT project_id, ${quarterOf('start_time')} AS quarter FROM ${table}`)
    .join(' UNION '),
);

/** Annotates every fifth span. */
const INSERT_ANNOTATIONS = `
  INSERT INTO span_annotations (trace_id, span_id, name, identifier, project_id, target_id,
    start_time, annotator_kind, label, score, explanation, source)
  SELECT trace_id, span_id, 'quality', '', project_id, id, start_time, 'LLM',
    CASE WHEN id % 3 = 0 THEN 'bad' ELSE 'good' END, random(), 'Because of the words.', 'API'
  FROM spans WHERE id % 5 = 0`;

/** Prices all LLM spans, each with two types of prompt tokens. */
const INSERT_COSTS = [
  `INSERT INTO span_costs (trace_id, span_id, model_id, prompt_tokens, completion_tokens,
     prompt_cost, completion_cost)
   SELECT s.trace_id, s.span_id, m.ids[1 + s.id % 8], s.prompt_tokens, s.completion_tokens,
     s.prompt_tokens * 1.5e-7, s.completion_tokens * 6e-7
   FROM spans s
   CROSS JOIN (SELECT array_agg(id ORDER BY id) AS ids FROM generative_models) m
   WHERE s.kind = 'LLM' ORDER BY s.id`,
  `INSERT INTO span_cost_details (trace_id, span_id, is_prompt, token_type, tokens, cost, cost_per_token)
   SELECT c.trace_id, c.span_id, d.is_prompt, d.type, d.tokens, d.tokens * d.price, d.price
   FROM span_costs c
   CROSS JOIN LATERAL (VALUES (true, 'input', c.prompt_tokens - 100, 1.5e-7),
     (true, 'cache_read', 100, 7.5e-8), (false, 'output', c.completion_tokens, 6e-7))
     AS d (is_prompt, type, tokens, price)`,
  `UPDATE traces t SET prompt_cost = c.prompt_cost, completion_cost = c.completion_cost
     FROM (SELECT trace_id, sum(prompt_cost) AS prompt_cost, sum(completion_cost) AS completion_cost
             FROM span_costs GROUP BY trace_id) c
    WHERE t.trace_id = c.trace_id`,
];

const INSERT_TRACES = `
  INSERT INTO traces (trace_id, project_id, session_id, user_id, start_time, end_time, span_count,
    error_count, prompt_tokens, completion_tokens)
  SELECT trace_id, min(project_id), min(session_id), min(user_id), min(start_time), max(end_time),
    count(*), count(*) FILTER (WHERE status_code = 'ERROR'),
    coalesce(sum(prompt_tokens), 0), coalesce(sum(completion_tokens), 0)
  FROM spans GROUP BY trace_id ORDER BY min(id)`;
