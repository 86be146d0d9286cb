import { DAYS, PROJECTS } from './load-data.js';

/** One call over HTTP. */
export interface Call {
  path: string;
  /** A GraphQL operation; undefined for a GET. */
  body?: { query: string; variables: Record<string, unknown> };
}

export interface Read {
  name: string;
  /** Upper limit for the 95th percentile, in ms. */
  budgetMs?: number;
  /** A read consists of one or more calls in sequence. */
  calls: Call[];
}

/** Sends a call and returns the parsed response. */
export type Send = (call: Call) => Promise<unknown>;

const LIST_BUDGET_MS = 50;
const PAGE = 100;
const PAGE_NUMBER = 100;
const DAY_MS = 86_400_000;

const TRACE_FIELDS = `id traceId startTime latencyMs numSpans errorCount userId tokenCountTotal
  tokenCountPrompt tokenCountCompletion session { id sessionId }
  rootSpan { id name spanKind statusCode statusMessage
    inputPreview { truncatedValue mimeType } outputPreview { truncatedValue mimeType } }`;
const SPAN_FIELDS = `id context { traceId spanId } name spanKind statusCode statusMessage startTime
  latencyMs userId modelName tokenCountTotal tokenCountPrompt tokenCountCompletion
  cumulativeTokenCountTotal inputPreview { truncatedValue mimeType } outputPreview { truncatedValue mimeType }`;
const TREE_FIELDS = `id spanId parentId name spanKind statusCode startTime endTime latencyMs
  tokenCountTotal cumulativeTokenCountTotal`;
const SESSION_FIELDS = `id sessionId startTime endTime userId numTraces numTracesWithError
  p50: traceLatencyMsQuantile(probability: 0.5) tokenUsage { total prompt completion }
  firstInputPreview { truncatedValue mimeType } lastOutputPreview { truncatedValue mimeType }`;
const PAGE_INFO = 'pageInfo { hasNextPage endCursor }';

const list = (id: string, field: string, args: string, fields: string): Call =>
  graphql(
    `query ($id: ID!) { node(id: $id) { ... on Project {
       ${field}(${args}) { edges { node { ${fields} } } ${PAGE_INFO} } } } }`,
    { id },
  );
const graphql = (query: string, variables: Record<string, unknown>): Call => ({
  path: '/graphql',
  body: { query, variables },
});

const newest = 'sort: {col: startTime, dir: desc}';

/** Returns all reads to measure. Finds cursors by paging to them first. */
export async function allReads(send: Send, middle: string, large: string): Promise<Read[]> {
  const [project = ''] = PROJECTS;
  const { data } = (await send({ path: `/v1/projects/${project}` })) as { data: { id: string } };
  const traces = (args: string): Call => list(data.id, 'traces', args, TRACE_FIELDS);
  const spans = (args: string): Call => list(data.id, 'spans', args, SPAN_FIELDS);
  const rest = (query: string): Call => ({ path: `/v1/projects/${project}/${query}` });
  const lastDay = new Date(Date.now() - DAY_MS).toISOString();
  const reads: [string, Call[], number?][] = [
    ['REST traces, first page', [rest(`traces?limit=${PAGE}`)]],
    ['REST traces by latency', [rest(`traces?limit=${PAGE}&sort=latency_ms`)]],
    [`REST traces, page ${PAGE_NUMBER}`, [await restPage(send, rest)]],
    ['REST traces with spans', [rest(`traces?limit=${PAGE}&include_spans=true`)]],
    ['REST traces of a session', [rest('traces?session_identifier=session%20300')]],
    ['GraphQL traces, first page', [traces(`first: ${PAGE}, ${newest}`)]],
    ['GraphQL traces by latency', [traces(`first: ${PAGE}, sort: {col: latencyMs, dir: desc}`)]],
    [
      'GraphQL traces by tokens',
      [traces(`first: ${PAGE}, sort: {col: tokenCountTotal, dir: desc}`)],
    ],
    ['GraphQL failed traces', [traces(`first: ${PAGE}, ${newest}, filter: {status: ERROR}`)]],
    [`GraphQL traces, page ${PAGE_NUMBER}`, [await graphqlPage(send, traces)]],
    ['REST spans, first page', [rest(`spans?limit=${PAGE}`)]],
    [
      'REST spans by kind and status',
      [rest(`spans?limit=${PAGE}&span_kind=LLM&status_code=ERROR`)],
    ],
    ['REST spans of a rare kind', [rest(`spans?limit=${PAGE}&span_kind=RERANKER`)]],
    ['REST spans of an absent kind', [rest(`spans?limit=${PAGE}&span_kind=GUARDRAIL`)]],
    ['REST roots', [rest(`spans?limit=${PAGE}&parent_id=null`)]],
    ['GraphQL spans, first page', [spans(`first: ${PAGE}, ${newest}`)]],
    ['GraphQL roots and orphans', [spans(`first: ${PAGE}, ${newest}, rootSpansOnly: true`)]],
    [
      'GraphQL spans by kind and status',
      [spans(`first: ${PAGE}, ${newest}, filter: {kinds: [llm], statusCodes: [ERROR]}`)],
    ],
    [
      'REST spans by attribute, last day',
      [rest(`spans?limit=${PAGE}&attribute=user.id:user-77&start_time=${lastDay}`)],
      500,
    ],
    [
      'REST spans by absent attribute, last day',
      [rest(`spans?limit=${PAGE}&attribute=user.id:nobody&start_time=${lastDay}`)],
      500,
    ],
    ['a trace of 50 spans', [trace(middle)]],
    ['a trace of 10,000 spans, first page', [trace(large)], 200],
    ['a trace of 10,000 spans, whole', await wholeTrace(send, large), 2000],
    ['REST sessions', [rest(`sessions?limit=${PAGE}&order=desc`)]],
    ['GraphQL sessions', [list(data.id, 'sessions', `first: ${PAGE}, ${newest}`, SESSION_FIELDS)]],
    ['project aggregates, last day', [aggregates(data.id, { start: lastDay })], 500],
    [`project aggregates, all ${DAYS} days`, [aggregates(data.id, null)], 500],
  ];
  return reads.map(([name, calls, budgetMs = LIST_BUDGET_MS]) => ({ name, calls, budgetMs }));
}

function trace(traceId: string, after?: string): Call {
  const summary = `id traceId startTime endTime latencyMs userId numSpans errorCount tokenCountTotal
    project { id name } session { id sessionId } rootSpan { ${TREE_FIELDS} }`;
  return graphql(
    `query ($traceId: String!, $after: String) { getTraceByOtelId(traceId: $traceId) {
       ${after === undefined ? summary : 'id'}
       spans(first: 1000, after: $after) { edges { node { ${TREE_FIELDS} } } ${PAGE_INFO} } } }`,
    { traceId, after },
  );
}

/** Returns the calls that read a trace page by page. */
async function wholeTrace(send: Send, traceId: string): Promise<Call[]> {
  const calls: Call[] = [];
  let after: string | undefined;
  for (;;) {
    const call = trace(traceId, after);
    calls.push(call);
    const { hasNextPage, endCursor } = pageInfoOf(await send(call));
    if (!hasNextPage) return calls;
    after = endCursor;
  }
}

function aggregates(id: string, timeRange: { start: string } | null): Call {
  return graphql(
    `
      query ($id: ID!, $range: TimeRange) {
        node(id: $id) {
          ... on Project {
            traceCount(timeRange: $range)
            errorCount(timeRange: $range)
            recordCount(timeRange: $range)
            sessionCount(timeRange: $range)
            tokenCountTotal(timeRange: $range)
            tokenCountPrompt(timeRange: $range)
            tokenCountCompletion(timeRange: $range)
            p50: latencyMsQuantile(probability: 0.5, timeRange: $range)
            p99: latencyMsQuantile(probability: 0.99, timeRange: $range)
          }
        }
      }
    `,
    { id, range: timeRange },
  );
}

async function restPage(send: Send, rest: (query: string) => Call): Promise<Call> {
  let call = rest(`traces?limit=${PAGE}`);
  for (let page = 1; page < PAGE_NUMBER; page++) {
    const { next_cursor } = (await send(call)) as { next_cursor: string };
    call = rest(`traces?limit=${PAGE}&cursor=${encodeURIComponent(next_cursor)}`);
  }
  return call;
}

async function graphqlPage(send: Send, traces: (args: string) => Call): Promise<Call> {
  let call = traces(`first: ${PAGE}, ${newest}`);
  for (let page = 1; page < PAGE_NUMBER; page++) {
    const { endCursor } = pageInfoOf(await send(call));
    call = traces(`first: ${PAGE}, ${newest}, after: "${endCursor}"`);
  }
  return call;
}

interface PageInfo {
  hasNextPage: boolean;
  endCursor: string;
}

/** Returns the only `pageInfo` in a GraphQL response. */
function pageInfoOf(answer: unknown): PageInfo {
  let found: PageInfo | undefined;
  JSON.stringify(answer, (key, value: unknown) => {
    if (key === 'pageInfo') found = value as PageInfo;
    return value;
  });
  if (!found)
    throw new Error(`No pageInfo in the response: ${JSON.stringify(answer).slice(0, 300)}`);
  return found;
}
