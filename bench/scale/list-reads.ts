const LIST = `{ getProjectByName(name: "bench") {
  spans(first: 50, rootSpansOnly: true, sort: {col: startTime, dir: desc}) {
    edges { node { name startTime latencyMs cumulativeTokenCountTotal } } } } }`;
const CONDITION = `{ getProjectByName(name: "bench") {
  spans(first: 50, filterCondition: "span_kind == 'LLM' and llm.token_count.total > 290") {
    edges { node { name startTime latencyMs } } } } }`;
const SESSIONS = `{ getProjectByName(name: "bench") { sessions(first: 50) {
  edges { node { sessionId startTime numTraces tokenUsage { total } } } } } }`;
const FIGURES = `{ getProjectByName(name: "bench") { traceCount recordCount
  tokenCountTotal latencyMsP50: latencyMsQuantile(probability: 0.5) } }`;

const READS: [string, (url: string) => Promise<Response>][] = [
  ['traces, REST', (url) => fetch(`${url}/v1/projects/bench/traces?limit=50`)],
  ['traces, GraphQL', (url) => query(url, LIST)],
  ['spans with a condition', (url) => query(url, CONDITION)],
  ['sessions', (url) => query(url, SESSIONS)],
  ['figures', (url) => query(url, FIGURES)],
];

/** Loads the main lists again and again. Returns the milliseconds of each, ascending, by its name. */
export async function readLists(url: string, rounds: number): Promise<Map<string, number[]>> {
  const latencies = new Map<string, number[]>(READS.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, read] of READS) {
      const begun = performance.now();
      const response = await read(url);
      const body = (await response.json()) as { errors?: unknown };
      if (!response.ok || body.errors) throw new Error(`${name}: ${JSON.stringify(body)}`);
      latencies.get(name)!.push(performance.now() - begun);
    }
  }
  for (const all of latencies.values()) all.sort((a, b) => a - b);
  return latencies;
}

function query(url: string, operation: string): Promise<Response> {
  return fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: operation }),
  });
}
