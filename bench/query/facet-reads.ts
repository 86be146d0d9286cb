/** Lists whose values are counted: what they show, and the arguments that say so. */
const LISTS: readonly [string, string][] = [
  ['spans', 'searchedRows: SPANS'],
  ['traces', 'searchedRows: TRACES'],
  ['sessions', 'searchedRows: SESSIONS'],
  [
    'spans by a string attribute',
    `filterCondition: "service.zone == 'eu-1' and metadata.release == '1.7'"`,
  ],
  ['spans by a frequent value', 'filterCondition: "metadata.attempt > 3"'],
  ['spans by an absent value', 'filterCondition: "metadata.attempt < 0"'],
  ['spans by a text in the input', `filterCondition: "'kyoto berlin lagos' in input.value"`],
  [
    'traces by a tool that failed',
    `searchedRows: TRACES, traceFilterCondition: "any(s.span_kind == 'TOOL' and s.status_code == 'ERROR' for s in spans)"`,
  ],
  [
    'traces by a text in the input',
    `searchedRows: TRACES, traceFilterCondition: "'kyoto berlin lagos' in input"`,
  ],
  [
    'sessions by failed spans',
    `searchedRows: SESSIONS, sessionFilterCondition: "any(s.status_code == 'ERROR' for s in spans)"`,
  ],
  ['spans with a frequent word', 'search: "invoice"'],
  ['traces with a frequent word', 'searchedRows: TRACES, search: "invoice"'],
  ['traces with a rare word', 'searchedRows: TRACES, search: "zanzibar"'],
];

const BUDGET_MS = 500;

const VALUES = '{ value count condition }';

/** Returns the reads of the values of lists of a project: name, calls and budget. */
export function facetReads(id: string): [string, { path: string; body: Body }[], number][] {
  return LISTS.map(([name, args]) => [
    `facets of ${name}`,
    [{ path: '/graphql', body: { query: facetsQuery(args), variables: { id } } }],
    BUDGET_MS,
  ]);
}

interface Body {
  query: string;
  variables: { id: string };
}

function facetsQuery(args: string): string {
  return `query ($id: ID!) { node(id: $id) { ... on Project { facets(${args}) {
    rowCount startTime kinds ${VALUES} statuses ${VALUES} models ${VALUES} users ${VALUES}
    tags ${VALUES} metadata { key values ${VALUES} } } } } }`;
}
