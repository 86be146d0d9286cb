import type { Call, Send } from './reads.js';

const FIELDS = `id spanId parentId name spanKind statusCode startTime endTime latencyMs tokenCountTotal`;
const BY_START = 'sort: { col: startTime, dir: asc }';
const MATCH = `filterCondition: "'99' in name or '99' in status_message"`;

/** The searches that the tree of a trace sends to the server: their names and fields. */
const FINDS = [
  ['next failed', 'spanMatches(filter: { statusCodes: [ERROR] }) { count next { id } }'],
  ['search', `spans(first: 200, ${BY_START}, ${MATCH}) { edges { node { ${FIELDS} } } }`],
  ['by time', 'spanCountsByTime(bins: 200) { spanCount errorCount }'],
] as const;

/** Returns the reads of the page of a trace, for a middle and a large one. */
export async function traceReads(
  send: Send,
  middle: string,
  large: string,
): Promise<[name: string, calls: Call[], budgetMs?: number][]> {
  return [
    ['a trace of 50 spans', [trace(middle)]],
    ['a trace of 10,000 spans, first page', [trace(large)], 200],
    ['a trace of 10,000 spans, whole', await wholeTrace(send, large), 2000],
    ...FINDS.map(([name, fields]): [string, Call[], number] => [
      `a trace of 10,000 spans, ${name}`,
      [inTrace(large, fields)],
      200,
    ]),
  ];
}

function trace(traceId: string, after?: string): Call {
  const summary = `id traceId startTime endTime latencyMs userId numSpans errorCount tokenCountTotal
    project { id name } session { id sessionId } rootSpan { ${FIELDS} }`;
  return inTrace(
    traceId,
    `${after === undefined ? summary : 'id'}
     spans(first: 1000, after: ${JSON.stringify(after ?? null)}, ${BY_START}) {
       edges { cursor node { ${FIELDS} } } pageInfo { hasNextPage endCursor } }`,
  );
}

function inTrace(traceId: string, fields: string): Call {
  const query = `query ($traceId: String!) { getTraceByOtelId(traceId: $traceId) { ${fields} } }`;
  return { path: '/graphql', body: { query, variables: { traceId } } };
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

interface PageInfo {
  hasNextPage: boolean;
  endCursor: string;
}

/** Returns the only `pageInfo` in a GraphQL response. */
export function pageInfoOf(answer: unknown): PageInfo {
  let found: PageInfo | undefined;
  JSON.stringify(answer, (key, value: unknown) => {
    if (key === 'pageInfo') found = value as PageInfo;
    return value;
  });
  if (!found)
    throw new Error(`No pageInfo in the response: ${JSON.stringify(answer).slice(0, 300)}`);
  return found;
}
