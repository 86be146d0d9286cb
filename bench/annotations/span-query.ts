import type { Client } from 'pg';
import { withClient } from '../ingest/bare-copy.js';
import { proseSource } from '../ingest/prose.js';
import type { ServerProcess } from '../ingest/server-process.js';

const PROJECT = 'bench-frames';
const SPANS_PER_TRACE = 10;
const LIST_EVERY_MS = 20;
const LISTS_ALONE = 100;
const LIST_BUDGET_MS = 100;
const FIRST_BYTE_BUDGET_MS = 1000;
const MB = 1024 * 1024;

export interface SpanQueryBench {
  server: ServerProcess;
  databaseUrl: string;
}

/**
 * Reads data frames of spans while another caller lists traces. Memory should not depend on the
 * size of the frame.
 */
export async function measureSpanQueries({ server, databaseUrl }: SpanQueryBench): Promise<void> {
  const spans = 60_000;
  await withClient(databaseUrl, (client) => fill(client, spans));
  await readFrame(server, { limit: 1000 });
  const alone: number[] = [];
  for (let call = 0; call < LISTS_ALONE; call++) alone.push(await list(server.url));
  print('lists alone', `p95 ${percentile(alone, 0.95).toFixed(0)} ms`);
  print('server memory before', `${(server.memory / MB).toFixed(0)} MB`);
  await measure(server, '20,000 whole spans', { limit: 20_000 });
  await measure(server, `${spans} whole spans`, { limit: spans });
  const query = {
    select: { name: { key: 'name' }, input: { key: 'input.value' } },
    filter: { condition: "span_kind == 'LLM' and metadata['tenant'] == 'acme'" },
  };
  await measure(server, 'selected columns of filtered spans', { limit: 20_000, query });
  await measure(server, 'five callers at once', { limit: 20_000 }, 5);
}

interface FrameRequest {
  limit: number;
  query?: object;
}

/** Prints the figures of frames that several callers read at the same time. */
async function measure(
  server: ServerProcess,
  name: string,
  request: FrameRequest,
  callers = 1,
): Promise<void> {
  const reading = { isDone: false };
  const lists = listUntilDone(server, reading);
  const frames = await Promise.all(
    Array.from({ length: callers }, () => readFrame(server, request)),
  );
  reading.isDone = true;
  const { times, mostMemory } = await lists;
  const firstByte = Math.max(...frames.map((frame) => frame.firstByteMs));
  const total = Math.max(...frames.map((frame) => frame.totalMs));
  const p95 = percentile(times, 0.95);
  print(name, `${(frames[0]!.bytes / MB).toFixed(0)} MB in ${(total / 1000).toFixed(1)} s`);
  print('  first byte', mark(firstByte, FIRST_BYTE_BUDGET_MS));
  print('  lists by another caller', `p95 ${mark(p95, LIST_BUDGET_MS)}, ${times.length} calls`);
  print('  most server memory', `${(mostMemory / MB).toFixed(0)} MB`);
}

async function readFrame({ url }: ServerProcess, { limit, query = {} }: FrameRequest) {
  const begun = performance.now();
  const response = await fetch(`${url}/v1/spans?project_name=${PROJECT}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ queries: [query], limit }),
  });
  if (!response.ok || !response.body)
    throw new Error(`${response.status} ${await response.text()}`);
  let firstByteMs = 0;
  let bytes = 0;
  for await (const chunk of response.body) {
    if (bytes === 0) firstByteMs = performance.now() - begun;
    bytes += (chunk as Uint8Array).length;
  }
  return { firstByteMs, bytes, totalMs: performance.now() - begun };
}

async function listUntilDone(server: ServerProcess, reading: { isDone: boolean }) {
  const times: number[] = [];
  let mostMemory = 0;
  while (!reading.isDone) {
    times.push(await list(server.url));
    mostMemory = Math.max(mostMemory, server.memory);
    await new Promise((resolve) => setTimeout(resolve, LIST_EVERY_MS));
  }
  return { times, mostMemory };
}

async function list(url: string): Promise<number> {
  const begun = performance.now();
  const response = await fetch(`${url}/v1/projects/${PROJECT}/traces?limit=100`);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`List: ${response.status}`);
  return performance.now() - begun;
}

/** Adds traces of spans of some 5 KB each. */
async function fill(client: Client, spans: number): Promise<void> {
  const prose = proseSource();
  const payloads = Array.from({ length: 200 }, () =>
    JSON.stringify({
      input: { value: prose(1200) },
      output: { value: prose(1200) },
      llm: {
        input_messages: [0, 1].map(() => ({ message: { role: 'user', content: prose(1200) } })),
      },
    }),
  );
  await client.query(
    'INSERT INTO projects (name, name_folded) VALUES ($1, $1) ON CONFLICT DO NOTHING',
    [PROJECT],
  );
  await client.query(INSERT_TRACES, [PROJECT, spans / SPANS_PER_TRACE]);
  await client.query(INSERT_SPANS, [PROJECT, SPANS_PER_TRACE, payloads]);
  await client.query('VACUUM ANALYZE spans, traces');
}

const INSERT_TRACES = `
  INSERT INTO traces (trace_id, project_id, start_time, end_time, span_count, prompt_tokens,
    completion_tokens)
  SELECT md5('frame ' || n), p.id, now() - n * interval '1 second', now(), 10, 500, 50
    FROM projects p, generate_series(1, $2::integer) n WHERE p.name = $1`;

const INSERT_SPANS = `
  INSERT INTO spans (trace_id, span_id, project_id, parent_id, name, kind, status_code,
    status_message, start_time, end_time, prompt_tokens, completion_tokens, model_name,
    input_preview, output_preview, attributes, payload)
  SELECT t.trace_id, substr(md5(t.trace_id || n), 1, 16), t.project_id,
    CASE WHEN n > 0 THEN substr(md5(t.trace_id || (n - 1) / 3), 1, 16) END,
    'step ' || n, CASE n % 2 WHEN 0 THEN 'LLM' ELSE 'CHAIN' END, 'OK', '',
    t.start_time, t.start_time + n * interval '0.1 second',
    CASE n % 2 WHEN 0 THEN 100 END, CASE n % 2 WHEN 0 THEN 10 END,
    CASE n % 2 WHEN 0 THEN 'gpt-5.2-mini' END,
    left(payload #>> '{input,value}', 200), left(payload #>> '{output,value}', 200),
    jsonb_build_object('openinference.span.kind', 'LLM', 'llm.token_count.prompt', 100,
      'llm.model_name', 'gpt-5.2-mini', 'metadata.tenant', CASE n % 3 WHEN 0 THEN 'acme' ELSE 'other' END,
      'user.id', 'user-' || t.id % 100, 'service.zone', 'eu-' || n),
    payload
  FROM traces t JOIN projects p ON p.id = t.project_id AND p.name = $1
  CROSS JOIN generate_series(0, $2::integer - 1) n
  CROSS JOIN LATERAL (SELECT ($3::text[])[1 + (t.id * 7 + n) % 200]::json AS payload) part
  ORDER BY t.id, n`;

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}

function mark(ms: number, budgetMs: number): string {
  return `${ms.toFixed(0)} ms${ms > budgetMs ? ` (above ${budgetMs} ms)` : ''}`;
}

function print(name: string, value: string): void {
  process.stdout.write(`  ${name.padEnd(52)}${value.padStart(24)}\n`);
}
