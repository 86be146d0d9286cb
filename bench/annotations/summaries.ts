import type { Client } from 'pg';
import { planOf, statementsOf } from '../query/plans.js';
import { NAMES, PROJECT, REVIEWED } from './load-annotations.js';

/** One call over HTTP. */
interface Call {
  path: string;
  /** A GraphQL operation; undefined for a GET. */
  query?: string;
}

/** Sends a call. Returns the parsed response, or throws an error if it is unexpected. */
type Send = (call: Call) => Promise<unknown>;

/** How long calls took, in milliseconds. */
export interface ReadFigures {
  name: string;
  p50: number;
  p95: number;
  /** Upper limit for the 95th percentile; undefined if there is none. */
  budget?: number;
}

/** Those that wait for their targets are read in the background. */
const OF_TARGETS = /(span|trace|session|document)_annotations/;

const CALLS = Number(process.env['BENCH_CALLS'] ?? 100);
const PAGE = 100;
const SUMMARY_BUDGET_MS = 150;
const PAGE_BUDGET_MS = 50;
const DAY_MS = 86_400_000;

const SUMMARY =
  '{ name count labels labelFractions { label fraction } meanScore scoreCount labelCount }';
const DOCUMENTS =
  '{ evaluationName averageNdcg averagePrecision meanReciprocalRank hitRate countNdcg }';

/** Measures all summaries of a project. */
export function measureSummaries(url: string): Promise<ReadFigures[]> {
  const send = (call: Call) => sendTo(url, call);
  const reads = Object.entries(summaryCalls()).map(([name, { call, budget }]) =>
    measure(send, { name, budget, calls: [call] }),
  );
  return inTurn(reads);
}

/**
 * Measures pages of 100 spans with all their annotations. Roots have five annotations or more; of
 * all spans, every fifth one has.
 */
export async function measurePageOfSpans(url: string, client: Client): Promise<ReadFigures[]> {
  const send = (call: Call) => sendTo(url, call);
  const annotations = `spanAnnotations { id name annotatorKind label score explanation metadata
    source identifier createdAt updatedAt user { username } }`;
  const page = (args: string) =>
    ofProject(`spans(first: ${PAGE}, sort: { col: startTime, dir: desc }${args}) {
      edges { node { id spanId name spanKind startTime latencyMs ${annotations} } } }`);
  const { rows } = await client.query<{ id: string }>(
    `SELECT span_id AS id FROM spans WHERE parent_id IS NULL ORDER BY id DESC LIMIT 10000`,
  );
  const restCalls = Array.from({ length: CALLS }, (_, at) => {
    const ids = rows.slice(at * PAGE, (at + 1) * PAGE).map(({ id }) => `span_ids=${id}`);
    return { path: `/v1/projects/${PROJECT}/span_annotations?limit=1000&${ids.join('&')}` };
  });
  const budget = PAGE_BUDGET_MS;
  return inTurn([
    measure(send, { name: 'GraphQL, a page of spans', budget, calls: [page('')] }),
    measure(send, {
      name: 'GraphQL, a page of roots',
      budget,
      calls: [page(', rootSpansOnly: true')],
    }),
    measure(send, { name: 'REST, annotations of 100 spans', budget, calls: restCalls }),
  ]);
}

/** Measures the first pages of lists that are sorted by an annotation. */
export function measureSortedLists(url: string): Promise<ReadFigures[]> {
  const send = (call: Call) => sendTo(url, call);
  return inTurn(
    Object.entries(sortedCalls()).map(([name, call]) => measure(send, { name, calls: [call] })),
  );
}

/**
 * Returns the plans of the statements of the summaries and of lists sorted by an annotation, which `url` must send from this
 * process.
 * @throws if one of them reads a table of annotations instead of an index.
 */
export async function checkPlans(url: string, client: Client): Promise<string[]> {
  const lines: string[] = [];
  const summaries = Object.entries(summaryCalls()).map(([name, { call }]) => [name, call] as const);
  for (const [name, call] of [...summaries, ...Object.entries(sortedCalls())]) {
    for (const statement of await statementsOf(() => sendTo(url, call))) {
      if (!OF_TARGETS.test(statement.text)) continue;
      const { line } = await planOf(client, statement);
      lines.push(`${name}: ${line}`);
      const isOverTable = line
        .split(' < ')
        .some((node) => OF_TARGETS.test(node) && !node.startsWith('Index Only Scan'));
      if (isOverTable) throw new Error(`Reads a table of annotations: ${name}: ${line}`);
    }
  }
  return lines;
}

function summaryCalls(): Record<string, { call: Call; budget?: number }> {
  const week = `timeRange: { start: "${new Date(Date.now() - 7 * DAY_MS).toISOString()}" }`;
  const budget = SUMMARY_BUDGET_MS;
  const named = NAMES.map(
    (name, at) => `n${at}: spanAnnotationSummary(annotationName: "${name}", ${week}) ${SUMMARY}`,
  );
  return {
    'summaries of spans, 7 days': {
      call: ofProject(`spanAnnotationSummaries(${week}) ${SUMMARY}`),
      budget,
    },
    'summaries of spans, 7 days, by name': { call: ofProject(named.join('\n')), budget },
    'summaries of spans, 30 days': { call: ofProject(`spanAnnotationSummaries ${SUMMARY}`) },
    'summaries of traces, 7 days': {
      call: ofProject(`traceAnnotationSummaries(${week}) ${SUMMARY}`),
    },
    'summaries of sessions, 7 days': {
      call: ofProject(`sessionAnnotationSummaries(${week}) ${SUMMARY}`),
    },
    'metrics of documents, 7 days': {
      call: ofProject(`documentEvaluationSummaries(${week}) ${DOCUMENTS}`),
    },
    names: {
      call: ofProject('spanAnnotationNames traceAnnotationNames sessionAnnotationNames'),
    },
    'name counts of spans': { call: ofProject('spanAnnotationNameCounts { name count }') },
  };
}

/** Some spans have two annotations named `REVIEWED`. */
function sortedCalls(): Record<string, Call> {
  const week = `timeRange: { start: "${new Date(Date.now() - 7 * DAY_MS).toISOString()}" }`;
  const sorted = (field: string, name: string, attr: string, args = '') => {
    const key = field === 'spans' ? 'evalResultKey' : 'annoResultKey';
    return ofProject(`${field}(first: 30, ${args}
      sort: { ${key}: { name: "${name}", attr: ${attr} }, dir: desc }) { edges { node { id } } }`);
  };
  return {
    'spans by score, 7 days': sorted('spans', 'tone', 'score', week),
    'spans by score, 30 days': sorted('spans', 'tone', 'score'),
    'spans by label, 30 days': sorted('spans', 'tone', 'label'),
    'spans by mean score, 30 days': sorted('spans', REVIEWED, 'score'),
    'spans by most frequent label, 30 days': sorted('spans', REVIEWED, 'label'),
    'root spans by score, 30 days': sorted('spans', 'tone', 'score', 'rootSpansOnly: true'),
    'traces by score, 7 days': sorted('traces', 'tone', 'score', week),
    'traces by score, 30 days': sorted('traces', 'tone', 'score'),
    'sessions by score, 7 days': sorted('sessions', 'tone', 'score', week),
  };
}

function ofProject(fields: string): Call {
  return { path: '/graphql', query: `{ getProjectByName(name: "${PROJECT}") { ${fields} } }` };
}

async function sendTo(url: string, { path, query }: Call): Promise<unknown> {
  const response = await fetch(url + path, {
    method: query ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json' },
    ...(query && { body: JSON.stringify({ query }) }),
  });
  const answer = (await response.json()) as { errors?: unknown };
  if (response.ok && !answer.errors) return answer;
  throw new Error(`${path}: ${response.status} ${JSON.stringify(answer).slice(0, 500)}`);
}

/** Sends the calls in rotation. */
function measure(
  send: Send,
  { calls, ...read }: { name: string; budget?: number | undefined; calls: readonly Call[] },
): () => Promise<ReadFigures> {
  return async () => {
    const times: number[] = [];
    for (let round = 0; round < CALLS; round++) {
      const start = performance.now();
      await send(calls[round % calls.length]!);
      times.push(performance.now() - start);
    }
    times.sort((a, b) => a - b);
    const at = (share: number) =>
      Math.round((times[Math.floor(times.length * share)] ?? Number.NaN) * 10) / 10;
    const { name, budget } = read;
    return { name, p50: at(0.5), p95: at(0.95), ...(budget !== undefined && { budget }) };
  };
}

async function inTurn(reads: readonly (() => Promise<ReadFigures>)[]): Promise<ReadFigures[]> {
  const figures: ReadFigures[] = [];
  for (const read of reads) figures.push(await read());
  return figures;
}
