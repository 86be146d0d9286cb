import { whenPriced } from '../../support/background-loops.js';
import type { TestServer } from '../../support/server.js';

export interface ModelAnnotation {
  name: string;
  label: string | null;
  score: number | null;
}

/** Tokens of one type. */
export interface ModelCost {
  type: string;
  isPrompt: boolean;
  tokens: number;
  /** US dollars per token; null if no price is known. */
  rate: number | null;
  cost: number | null;
}

export interface ModelSpan {
  id: string;
  /** Null for roots; may name a span that is not stored. */
  parent: string | null;
  name: string;
  kind: string;
  status: string;
  /** Milliseconds since the trace began. */
  offset: number;
  latency: number;
  prompt: number | null;
  completion: number | null;
  /** Tokens by type; empty unless the span is of kind LLM. */
  costs: ModelCost[];
  attributes: Record<string, unknown>;
  annotations: ModelAnnotation[];
}

export interface ModelTrace {
  id: string;
  session: string;
  /** Milliseconds since 1970. */
  start: number;
  spans: ModelSpan[];
  annotations: ModelAnnotation[];
}

export interface ModelSession {
  id: string;
  traces: ModelTrace[];
  annotations: ModelAnnotation[];
}

/** US dollars per token. Sums of these are exact. */
const RATES = { input: 0.5, cache_read: 0.25, output: 2 };

const NAMES = ['agent', 'search', 'answer', 'plan'];
const KINDS = ['AGENT', 'TOOL', 'LLM', 'CHAIN'];
const TEXTS = ['Hello, I want a refund', 'sorry, timeout', 'Where is my order?', 'ok'];

/** Sessions with traces of one to seven spans, the same in every run. */
export const SESSIONS: ModelSession[] = Array.from({ length: 8 }, (_, at) => createSession(at));
export const TRACES: ModelTrace[] = SESSIONS.flatMap(({ traces }) => traces);

function createSession(at: number): ModelSession {
  const next = createRandom(at + 1);
  const traces = Array.from({ length: 1 + next(5) }, (_, turn) =>
    createTrace(`s${at}`, at, turn, next),
  );
  return {
    id: `s${at}`,
    traces,
    annotations: at % 3 === 0 ? [createAnnotation('csat', next)] : [],
  };
}

function createTrace(
  session: string,
  at: number,
  turn: number,
  next: (limit: number) => number,
): ModelTrace {
  const id = `${session}-t${turn}`;
  const spans: ModelSpan[] = [];
  const count = 1 + next(7);
  for (let index = 0; index < count; index++) {
    const kind = index === 0 ? 'AGENT' : KINDS[next(4)]!;
    const isLlm = kind === 'LLM';
    const span = {
      id: `${id}-${index}`,
      parent: index === 0 ? null : `${id}-${next(12) === 0 ? 'gone' : next(index)}`,
      name: NAMES[next(4)]!,
      kind,
      status: next(4) === 0 ? 'ERROR' : 'OK',
      offset: index * 10,
      latency: index === 0 ? 500 + next(6000) : next(900),
      prompt: isLlm ? next(3000) : null,
      completion: isLlm ? next(500) : null,
      attributes: index === 0 ? createRootAttributes(next) : {},
      annotations: next(4) === 0 ? [createAnnotation(next(2) ? 'helpful' : 'judge', next)] : [],
    };
    spans.push({ ...span, costs: listCosts(span) });
  }
  return {
    id,
    session,
    start: Date.UTC(2024, 4, 1 + at, turn),
    spans,
    annotations: next(3) === 0 ? [createAnnotation('resolved', next)] : [],
  };
}

/** Every third model has no price. */
function listCosts({ prompt, completion }: Pick<ModelSpan, 'prompt' | 'completion'>): ModelCost[] {
  if (prompt === null || completion === null) return [];
  const cached = countCached(prompt);
  const tokens = { input: prompt - cached, cache_read: cached, output: completion };
  return (['input', 'cache_read', 'output'] as const)
    .filter((type) => tokens[type] > 0)
    .map((type) => {
      const rate = isPriced(prompt) ? RATES[type] : null;
      const cost = rate && tokens[type] * rate;
      return { type, isPrompt: type !== 'output', tokens: tokens[type], rate, cost };
    });
}

function isPriced(prompt: number): boolean {
  return prompt % 3 !== 0;
}

function countCached(prompt: number): number {
  return prompt % 2 === 0 ? Math.floor(prompt / 4) : 0;
}

function createRootAttributes(next: (limit: number) => number): Record<string, unknown> {
  return {
    ...(next(4) > 0 && { 'input.value': TEXTS[next(4)]! }),
    ...(next(4) > 0 && { 'output.value': TEXTS[next(4)]! }),
    ...(next(2) > 0 && { 'user.id': `u-${next(3)}` }),
    metadata: { env: next(2) ? 'prod' : 'dev', tier: next(3) },
    'experiment.bucket': String(next(4)),
  };
}

function createAnnotation(name: string, next: (limit: number) => number): ModelAnnotation {
  return {
    name,
    label: next(4) === 0 ? null : ['good', 'no', 'bad'][next(3)]!,
    score: next(4) === 0 ? null : next(11) / 10,
  };
}

/** A linear congruential generator; returns integers below the limit. */
function createRandom(seed: number): (limit: number) => number {
  let state = seed * 7919;
  return (limit) => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * limit);
  };
}

/** Stores the sessions in a new project. @returns its row ID. */
export async function sendSessions(server: TestServer, project: string): Promise<number> {
  await server.request.post('/v1/projects').send({ name: project }).expect(200);
  await server.sql(
    `WITH m AS (INSERT INTO generative_models (name, name_pattern, kind)
                VALUES ('priced', '^priced$', 'CUSTOM') RETURNING id)
     INSERT INTO token_prices (model_id, is_prompt, token_type, cost_per_million)
     SELECT id, type <> 'output', type, rate * 1000000
       FROM m, json_each_text($1) AS rates (type, text), CAST(text AS float8) AS rate`,
    [JSON.stringify(RATES)],
  );
  const data = TRACES.flatMap((trace) => trace.spans.map((span) => toSent(trace, span)));
  await server.request.post(`/v1/projects/${project}/spans`).send({ data }).expect(202);
  await whenPriced(server);
  await annotate(server, 'session', SESSIONS);
  await annotate(server, 'trace', TRACES);
  await annotate(
    server,
    'span',
    TRACES.flatMap(({ spans }) => spans),
  );
  const [row] = await server.sql<{ id: number }>('SELECT id FROM projects WHERE name = $1', [
    project,
  ]);
  return row!.id;
}

async function annotate(
  server: TestServer,
  target: 'span' | 'trace' | 'session',
  judged: readonly { id: string; annotations: readonly ModelAnnotation[] }[],
): Promise<void> {
  const data = judged.flatMap(({ id, annotations }) =>
    annotations.map(({ name, label, score }) => ({
      [`${target}_id`]: id,
      name,
      annotator_kind: 'HUMAN',
      result: { label, score, explanation: 'Because' },
    })),
  );
  await server.request.post(`/v1/${target}_annotations?sync=true`).send({ data }).expect(200);
}

function toSent(trace: ModelTrace, span: ModelSpan) {
  const start = trace.start + span.offset;
  return {
    name: span.name,
    context: { trace_id: trace.id, span_id: span.id },
    span_kind: span.kind,
    parent_id: span.parent,
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + span.latency).toISOString(),
    status_code: span.status,
    attributes: {
      ...span.attributes,
      'session.id': trace.session,
      ...(span.prompt !== null && {
        'llm.model_name': isPriced(span.prompt) ? 'priced' : 'unknown',
        'llm.token_count.prompt': span.prompt,
        'llm.token_count.prompt_details.cache_read': countCached(span.prompt),
      }),
      ...(span.completion !== null && { 'llm.token_count.completion': span.completion }),
    },
  };
}
