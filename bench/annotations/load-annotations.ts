import type { Client } from 'pg';

/** The project that has all spans and annotations. */
export const PROJECT = 'bench-annotations';
/** Number of past days over which traces are spread evenly. */
export const DAYS = 30;
/** Names of the annotations. Each annotated span has one with each name. */
export const NAMES = ['correctness', 'faithfulness', 'helpfulness', 'tone', 'toxicity'];

const TRACES = 100_000;
const SPANS_PER_TRACE = 10;
const TRACES_PER_SESSION = 5;
const TRACES_PER_CHUNK = 5_000;
/** In each trace, the root and the retriever have annotations. */
const ANNOTATED = [0, 3];
/** With one of the names, every so many annotated spans were judged by a second reviewer, too. */
export const REVIEWED = 'helpfulness';
const REVIEWED_EVERY = 4;
const DOCUMENTS = 5;

const TRACE_ID = (number: string): string => `md5('trace ' || ${number})`;
const SPAN_ID = (trace: string, span: string): string =>
  `substr(md5(${trace} || ' span ' || ${span}), 1, 16)`;

/**
 * Fills empty tables with a million spans in one project, and with a million annotations of them.
 * Also annotates all traces and sessions, and the documents of the retrievers of every fifth trace.
 * Rows are in chronological order, as applications and evaluators would have sent them.
 */
export async function loadAnnotations(client: Client, log: (line: string) => void): Promise<void> {
  await client.query('INSERT INTO projects (name, name_folded) VALUES ($1, $1)', [PROJECT]);
  for (let from = 0; from < TRACES; from += TRACES_PER_CHUNK) {
    const range = [from, from + TRACES_PER_CHUNK - 1];
    await client.query(INSERT_SPANS, range);
    await client.query(INSERT_TRACES);
    await client.query(INSERT_SPAN_ANNOTATIONS, [NAMES]);
    await client.query('DROP TABLE new_spans');
    if (from % 25_000 === 0) log(`${from} traces`);
  }
  log('annotations of traces, sessions and documents');
  await client.query(INSERT_SESSIONS);
  await client.query(INSERT_TRACE_ANNOTATIONS, [NAMES]);
  await client.query(INSERT_SESSION_ANNOTATIONS, [NAMES]);
  await client.query(INSERT_DOCUMENT_ANNOTATIONS);
  // Summaries read only indexes, provided that the pages of the tables are marked as all visible.
  await client.query('VACUUM ANALYZE');
}

const INSERT_SPANS = `
  WITH numbered AS (
    SELECT t.n AS trace, s.n AS span, p.id AS project_id,
           now() - interval '${DAYS} days' + t.n * interval '${DAYS} days' / ${TRACES}
             + s.n * interval '20 ms' AS start_time,
           (ARRAY['AGENT', 'LLM', 'TOOL', 'RETRIEVER', 'LLM'])[1 + s.n % 5] AS kind
      FROM generate_series($1::integer, $2::integer) AS t (n)
      CROSS JOIN generate_series(0, ${SPANS_PER_TRACE - 1}) AS s (n)
      CROSS JOIN (SELECT id FROM projects WHERE name = '${PROJECT}') AS p
  ), stored AS (
    INSERT INTO spans (trace_id, span_id, project_id, parent_id, name, kind, status_code,
      status_message, start_time, end_time, prompt_tokens, completion_tokens, session_id,
      input_preview, input_mime_type, output_preview, output_mime_type, attributes, payload)
    SELECT ${TRACE_ID('trace')}, ${SPAN_ID('trace', 'span')}, project_id,
      CASE span WHEN 0 THEN NULL ELSE ${SPAN_ID('trace', '(span - 1) / 4')} END,
      lower(kind) || '.step', kind, CASE WHEN span = 7 AND trace % 10 = 0 THEN 'ERROR' ELSE 'OK' END,
      '', start_time, start_time + random() * interval '3 s',
      CASE kind WHEN 'LLM' THEN 300 + trace % 500 END, CASE kind WHEN 'LLM' THEN 50 + span END,
      'session ' || trace / ${TRACES_PER_SESSION},
      repeat('What does it say about it? ', 7), 'text/plain',
      repeat('It says this and that. ', 8), 'text/plain',
      jsonb_build_object('openinference.span.kind', kind, 'metadata.release', '1.' || trace % 50),
      json_build_object(
        'input', json_build_object('value', repeat('What does it say about it? ', 20)),
        'output', json_build_object('value', repeat('It says this and that. ', 20)))
    FROM numbered ORDER BY trace, span
    RETURNING trace_id, span_id, id, project_id, session_id, start_time, end_time, status_code,
              prompt_tokens, completion_tokens)
  SELECT stored.*, numbered.trace, numbered.span INTO TEMP new_spans
    FROM stored JOIN numbered ON stored.trace_id = ${TRACE_ID('trace')}
                             AND stored.span_id = ${SPAN_ID('trace', 'span')}`;

const INSERT_TRACES = `
  INSERT INTO traces (trace_id, project_id, session_id, start_time, end_time, span_count,
    error_count, prompt_tokens, completion_tokens)
  SELECT trace_id, min(project_id), min(session_id), min(start_time), max(end_time),
    count(*), count(*) FILTER (WHERE status_code = 'ERROR'),
    coalesce(sum(prompt_tokens), 0), coalesce(sum(completion_tokens), 0)
  FROM new_spans GROUP BY trace_id ORDER BY min(id)`;

const INSERT_SESSIONS = `
  INSERT INTO project_sessions (session_id, project_id, start_time, end_time)
  SELECT session_id, project_id, min(start_time), max(end_time)
    FROM traces GROUP BY session_id, project_id ORDER BY min(start_time)`;

/** A label and a score for each name; every seventh judgment has only a label. */
const LABEL = (number: string): string =>
  `(ARRAY['good', 'good', 'good', 'acceptable', 'bad'])[1 + (${number}) % 5]`;
const SCORE = (number: string): string =>
  `CASE WHEN (${number}) % 7 > 0 THEN round(random()::numeric, 2)::float8 END`;
const EXPLANATION = `'The answer names its sources, but leaves out the second half of the question.'`;

const INSERT_SPAN_ANNOTATIONS = `
  INSERT INTO span_annotations (trace_id, span_id, name, identifier, project_id, target_id,
    start_time, annotator_kind, label, score, explanation, source)
  SELECT s.trace_id, s.span_id, n.name, CASE reviewer WHEN 0 THEN '' ELSE 'reviewer 2' END,
    s.project_id, s.id, s.start_time, 'LLM', ${LABEL('s.trace + n.ordinality + reviewer')},
    ${SCORE('s.trace + n.ordinality')}, ${EXPLANATION}, 'API'
    FROM new_spans s
    CROSS JOIN unnest($1::text[]) WITH ORDINALITY AS n (name)
    CROSS JOIN LATERAL generate_series(0,
      CASE WHEN n.name = '${REVIEWED}' AND s.trace % ${REVIEWED_EVERY} = 1 THEN 1 ELSE 0 END)
      AS reviewer
   WHERE s.span IN (${ANNOTATED.join(', ')})
   ORDER BY s.id`;

const INSERT_TRACE_ANNOTATIONS = `
  INSERT INTO trace_annotations (trace_id, name, project_id, target_id, annotator_kind, label,
    score, source)
  SELECT t.trace_id, n.name, t.project_id, t.id, 'LLM', ${LABEL('t.id + n.ordinality')},
    ${SCORE('t.id + n.ordinality')}, 'API'
    FROM traces t CROSS JOIN unnest($1::text[]) WITH ORDINALITY AS n (name) ORDER BY t.id`;

const INSERT_SESSION_ANNOTATIONS = `
  INSERT INTO session_annotations (session_id, name, project_id, target_id, annotator_kind, label,
    score, source)
  SELECT s.session_id, n.name, s.project_id, s.id, 'HUMAN', ${LABEL('s.id + n.ordinality')},
    ${SCORE('s.id + n.ordinality')}, 'APP'
    FROM project_sessions s CROSS JOIN unnest($1::text[]) WITH ORDINALITY AS n (name)
   ORDER BY s.id`;

const INSERT_DOCUMENT_ANNOTATIONS = `
  INSERT INTO document_annotations (trace_id, span_id, document_position, name, project_id,
    target_id, start_time, annotator_kind, score, source)
  SELECT s.trace_id, s.span_id, position, 'relevance', s.project_id, s.id, s.start_time, 'LLM',
    round(random()), 'API'
    FROM spans s CROSS JOIN generate_series(0, ${DOCUMENTS - 1}) AS position
   WHERE s.kind = 'RETRIEVER' AND s.id / ${SPANS_PER_TRACE} % 5 = 0 ORDER BY s.id, position`;
