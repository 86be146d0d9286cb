import { chartReads } from './chart-reads.js';
import { CONDITIONS, SEARCHES, SESSION_CONDITIONS, TRACE_CONDITIONS } from './conditions.js';
import { facetReads } from './facet-reads.js';
import { PROJECTS } from './load-data.js';
import { pageInfoOf, traceReads } from './trace-reads.js';

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
  /**
   * The call whose plan must not scan a table; by default the first one. A range that covers most of
   * the data is read fastest by a scan, so this asks for a part of it.
   */
  planned?: Call;
}

/** Sends a call and returns the parsed response. */
export type Send = (call: Call) => Promise<unknown>;

const LIST_BUDGET_MS = 50;
/** For the last week, and for the whole project. */
const CONDITION_BUDGET_MS = 300;
const WHOLE_BUDGET_MS = 2000;
const SORT_BUDGET_MS = 300;
const PAGE = 100;
const PAGE_NUMBER = 100;
const DAY_MS = 86_400_000;
/** The range of the metrics tab and of most lists. */
const DAYS = 7;
const PLANNED_DAYS = 0.25;

const TRACE_FIELDS = `id traceId startTime latencyMs numSpans errorCount userId tokenCountTotal
  tokenCountPrompt tokenCountCompletion session { id sessionId }
  rootSpan { id name spanKind statusCode statusMessage
    inputPreview { truncatedValue mimeType } outputPreview { truncatedValue mimeType } }`;
const SPAN_FIELDS = `id context { traceId spanId } name spanKind statusCode statusMessage startTime
  latencyMs userId modelName tokenCountTotal tokenCountPrompt tokenCountCompletion
  cumulativeTokenCountTotal inputPreview { truncatedValue mimeType } outputPreview { truncatedValue mimeType }`;
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

const BINS = 'timeRange: $range, timeBinConfig: $bins';
const COUNTS = 'data { timestamp okCount errorCount }';
const SUMMARY = 'name costSummary { total { tokens cost } }';

/** Sorts that no range makes cheap without an index. */
const SORTS = [
  ['traces', ['latencyMs', 'tokenCountTotal']],
  ['spans', ['latencyMs', 'tokenCountTotal', 'endTime']],
] as const;

/** The figures of the metrics tab. */
const METRICS = [
  ['traces by status', `traceCountByStatusTimeSeries(${BINS}) { ${COUNTS} }`],
  ['spans by status', `spanCountTimeSeries(${BINS}) { ${COUNTS} }`],
  [
    'LLM spans by status',
    `spanCountTimeSeries(${BINS}, filterCondition: "span_kind == 'LLM'") { ${COUNTS} }`,
  ],
  ['trace latency', `traceLatencyMsPercentileTimeSeries(${BINS}) { data { p50 p95 p999 max } }`],
  ['tokens', `traceTokenCountTimeSeries(${BINS}) { data { prompt completion total } }`],
  [
    'tokens by type',
    `traceTokenCountTimeSeries(${BINS}) {
       data { promptDetails { tokenType tokens } completionDetails { tokenType tokens } } }`,
  ],
  ['cost', `traceTokenCostTimeSeries(${BINS}) { data { promptCost completionCost } }`],
  [
    'scores',
    `spanAnnotationScoreTimeSeries(${BINS}) { names data { scoresWithLabels { label score } } }`,
  ],
  [
    'one annotation',
    `spanAnnotationMetricsTimeSeries(${BINS}, annotationName: "quality") {
       data { annotationSummaries { meanScore labelFractions { label fraction } } } }`,
  ],
  ['annotation names', 'spanAnnotationMetricNames(timeRange: $range)'],
  ['models by cost', `topModelsByCost(timeRange: $range) { ${SUMMARY} }`],
  ['models by tokens', `topModelsByTokenCount(timeRange: $range) { ${SUMMARY} }`],
  ['latency by span name', 'latencyBySpanName(timeRange: $range) { name spanCount p50 p95 }'],
  ['latency by tool', 'latencyByTool(timeRange: $range) { name spanCount p50 p95 }'],
  ['errors by message', 'errorsByMessage(timeRange: $range) { message spanCount }'],
  ['users', 'topUsers(timeRange: $range) { userId costSummary { total { tokens cost } } }'],
] as const;

/** Returns all reads to measure. Finds cursors by paging to them first. */
export async function allReads(send: Send, middle: string, large: string): Promise<Read[]> {
  const [project = ''] = PROJECTS;
  const { data } = (await send({ path: `/v1/projects/${project}` })) as { data: { id: string } };
  const traces = (args: string): Call => list(data.id, 'traces', args, TRACE_FIELDS);
  const spans = (args: string): Call => list(data.id, 'spans', args, SPAN_FIELDS);
  const sessions = (args: string): Call => list(data.id, 'sessions', args, SESSION_FIELDS);
  const rest = (query: string): Call => ({ path: `/v1/projects/${project}/${query}` });
  const lastDay = new Date(Date.now() - DAY_MS).toISOString();
  const lastWeek = new Date(Date.now() - DAYS * DAY_MS).toISOString();
  const inWeek = `timeRange: {start: "${lastWeek}"}`;
  /** One read for the last week, and one for the whole project. */
  const byCondition = (
    name: string,
    toCall: (args: string) => Call,
    condition: string,
  ): [string, Call[], number][] => {
    const args = `first: ${PAGE}, ${newest}, ${condition}`;
    return [
      [name, [toCall(`${args}, ${inWeek}`)], CONDITION_BUDGET_MS],
      [`${name}, whole project`, [toCall(args)], WHOLE_BUDGET_MS],
    ];
  };
  const reads: [string, Call[], number?, Call?][] = [
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
    ...SORTS.flatMap(([field, columns]) =>
      columns.map((column): [string, Call[], number] => {
        const args = `first: ${PAGE}, sort: {col: ${column}, dir: desc}, ${inWeek}`;
        return [
          `GraphQL ${field} of a week by ${column}`,
          [list(data.id, field, args, field === 'spans' ? SPAN_FIELDS : TRACE_FIELDS)],
          SORT_BUDGET_MS,
        ];
      }),
    ),
    ...Object.entries(CONDITIONS).flatMap(([name, condition]) =>
      byCondition(
        `GraphQL spans by ${name}`,
        spans,
        `filterCondition: ${JSON.stringify(condition)}`,
      ),
    ),
    ...Object.entries(TRACE_CONDITIONS).flatMap(([name, condition]) =>
      byCondition(
        `GraphQL traces by ${name}`,
        traces,
        `traceFilterCondition: ${JSON.stringify(condition)}`,
      ),
    ),
    ...Object.entries(SESSION_CONDITIONS).flatMap(([name, condition]) =>
      byCondition(
        `GraphQL sessions by ${name}`,
        sessions,
        `sessionFilterCondition: ${JSON.stringify(condition)}`,
      ),
    ),
    ...Object.entries(SEARCHES).flatMap(
      ([name, { search, budgetMs }]): [string, Call[], number][] => {
        const args = `first: ${PAGE}, ${newest}, search: ${JSON.stringify(search)}, ${inWeek}`;
        return [
          [`GraphQL spans with ${name}`, [spans(args)], budgetMs],
          [`GraphQL traces with ${name}`, [traces(args)], budgetMs],
        ];
      },
    ),
    ...(await traceReads(send, middle, large)),
    ['REST sessions', [rest(`sessions?limit=${PAGE}&order=desc`)]],
    ['GraphQL sessions', [sessions(`first: ${PAGE}, ${newest}`)]],
    ['project aggregates, last day', [aggregates(data.id, { start: lastDay })], 500],
    ['project aggregates, whole range', [aggregates(data.id, null)], 500],
    ['histogram of traces', [series(data.id, 'traceCountByStatusTimeSeries', lastDay)], 500],
    [
      'histogram of traces with a filter',
      [series(data.id, 'traceCountByStatusTimeSeries', lastDay, CONDITIONS['number attribute'])],
      500,
    ],
    ['histogram of spans', [series(data.id, 'spanCountTimeSeries', lastDay)], 500],
    [
      'histogram of spans with a filter',
      [series(data.id, 'spanCountTimeSeries', lastDay, CONDITIONS['number attribute'])],
      500,
    ],
    ...facetReads(data.id),
    ...chartReads(data.id, DAYS, PLANNED_DAYS),
    ...METRICS.map(([name, field]): [string, Call[], number, Call] => [
      `metrics: ${name}`,
      [metric(data.id, field, DAYS)],
      500,
      metric(data.id, field, PLANNED_DAYS),
    ]),
  ];
  return reads.map(([name, calls, budgetMs = LIST_BUDGET_MS, planned]) => ({
    name,
    calls,
    budgetMs,
    ...(planned && { planned }),
  }));
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

/** Counts what began in each quarter of an hour. */
function series(id: string, field: string, start: string, condition: string | null = null): Call {
  return graphql(
    `query ($id: ID!, $range: TimeRange!, $bins: TimeBinConfig, $condition: String) {
       node(id: $id) { ... on Project {
         ${field}(timeRange: $range, timeBinConfig: $bins, filterCondition: $condition) {
           data { timestamp okCount errorCount totalCount } } } } }`,
    { id, range: { start }, bins: { scale: 'MINUTE', step: 15 }, condition },
  );
}

/** Reads a metric of the last days. A time series comes in bins of two hours. */
function metric(id: string, field: string, days: number): Call {
  const bins = field.includes('$bins') ? ', $bins: TimeBinConfig' : '';
  return graphql(
    `query ($id: ID!, $range: TimeRange!${bins}) { node(id: $id) { ... on Project { ${field} } } }`,
    {
      id,
      range: { start: new Date(Date.now() - days * DAY_MS).toISOString() },
      ...(bins && { bins: { scale: 'HOUR', step: 2 } }),
    },
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
