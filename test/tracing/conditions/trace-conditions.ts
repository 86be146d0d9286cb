import fc from 'fast-check';
import type { Cases } from '../../support/generated-cases.js';
import { DistributedWhere } from '../../../src/kernel/sql/distributed-where.js';
import {
  addRowCondition,
  readRowCondition,
} from '../../../src/tracing/conditions/row-condition.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { generatedTraceCondition } from './generated-row-conditions.js';
import {
  type ModelAnnotation,
  type ModelSpan,
  type ModelTrace,
  sendSessions,
  TRACES,
} from './judged-sessions.js';

const latency = ({ spans }: ModelTrace) =>
  Math.max(...spans.map((span) => span.offset + span.latency));
const errors = ({ spans }: ModelTrace) => spans.filter(({ status }) => status === 'ERROR').length;
const root = ({ spans }: ModelTrace) => spans[0]!;
const metadata = (trace: ModelTrace) =>
  root(trace).attributes['metadata'] as { env: string; tier: number };
const includes = (value: unknown, part: string) =>
  typeof value === 'string' && value.toLowerCase().includes(part);
const sum = (values: (number | null)[]) => values.reduce<number>((all, one) => all + (one ?? 0), 0);
const parentOf = ({ spans }: ModelTrace, span: ModelSpan) =>
  spans.find(({ id }) => id === span.parent);
const childrenOf = ({ spans }: ModelTrace, span: ModelSpan) =>
  spans.filter(({ parent }) => parent === span.id);
const siblingsOf = ({ spans }: ModelTrace, span: ModelSpan) =>
  spans.filter(({ id, parent }) => parent !== null && parent === span.parent && id !== span.id);
const below = (trace: ModelTrace, span: ModelSpan): ModelSpan[] => [
  span,
  ...childrenOf(trace, span).flatMap((child) => below(trace, child)),
];
const annotationsIn = ({ spans }: ModelTrace) => spans.flatMap(({ annotations }) => annotations);
const costsIn = ({ spans }: ModelTrace) => spans.flatMap(({ costs }) => costs);
const scored = (all: ModelAnnotation[], name: string, holds: (score: number) => boolean) =>
  all.some((one) => one.name === name && one.score !== null && holds(one.score));

/** The examples of the language, and others, with what they mean. */
const EXAMPLES: [condition: string, holds: (trace: ModelTrace) => boolean][] = [
  ['latency_ms > 1000 and error_count == 0', (t) => latency(t) > 1000 && errors(t) === 0],
  ['num_spans > 5', ({ spans }) => spans.length > 5],
  ["'timeout' in output", (t) => includes(root(t).attributes['output.value'], 'timeout')],
  [
    "output not in ['ok']",
    (t) => ![undefined, 'ok'].includes(root(t).attributes['output.value'] as string),
  ],
  ['input is None', (t) => root(t).attributes['input.value'] === undefined],
  ["metadata['env'] == 'prod'", (t) => metadata(t).env === 'prod'],
  ['metadata["tier"] in [1, 2]', (t) => metadata(t).tier > 0],
  ["attributes['metadata.env'] == 'dev'", (t) => metadata(t).env === 'dev'],
  [
    "float(attributes['experiment.bucket']) > 1",
    (t) => Number(root(t).attributes['experiment.bucket']) > 1,
  ],
  ["str(attributes['metadata']['tier']) == '2'", (t) => metadata(t).tier === 2],
  ["user.id == 'u-1'", (t) => root(t).attributes['user.id'] === 'u-1'],
  ["user.id != 'u-1'", (t) => ['u-0', 'u-2'].includes(root(t).attributes['user.id'] as string)],
  [
    "trace_annotations['resolved'].score < 0.4",
    ({ annotations }) => scored(annotations, 'resolved', (score) => score < 0.4),
  ],
  ["not trace_annotations['resolved']", ({ annotations }) => annotations.length === 0],
  [
    "trace_annotations['resolved'].label is None",
    ({ annotations }) => !annotations.some(({ label }) => label !== null),
  ],
  [
    "any(s.name == 'search' and s.latency_ms > 500 for s in spans)",
    ({ spans }) => spans.some((s) => s.name === 'search' && s.latency > 500),
  ],
  [
    "any(s.span_kind == 'tool' and any(c.span_kind == 'LLM' for c in s.children) for s in spans)",
    (t) =>
      t.spans.some(
        (s) => s.kind === 'TOOL' && childrenOf(t, s).some((child) => child.kind === 'LLM'),
      ),
  ],
  [
    "any(s.parent_span.name == 'agent' for s in spans)",
    (t) => t.spans.some((s) => parentOf(t, s)?.name === 'agent'),
  ],
  [
    'all(s.parent_span is not None for s in spans if s.parent_id is not None)',
    (t) => t.spans.every((s) => s.parent === null || parentOf(t, s) !== undefined),
  ],
  [
    'any(any(t.name == s.name for t in s.siblings) for s in spans)',
    (t) => t.spans.some((s) => siblingsOf(t, s).some(({ name }) => name === s.name)),
  ],
  [
    "any(any(a.label == 'bad' for a in s.annotations) for s in spans)",
    (t) => annotationsIn(t).some(({ label }) => label === 'bad'),
  ],
  [
    "sum(s.llm_token_count_total for s in spans if s.span_kind == 'LLM') > 2000",
    ({ spans }) => sum(spans.map((s) => (s.prompt ?? 0) + (s.completion ?? 0))) > 2000,
  ],
  [
    "len([s for s in spans if s.span_kind == 'TOOL']) > 1",
    ({ spans }) => spans.filter(({ kind }) => kind === 'TOOL').length > 1,
  ],
  [
    "max(s.end_time for s in spans) > '2024-05-04T00:00:00Z'",
    (t) => t.start + latency(t) > Date.UTC(2024, 4, 4),
  ],
  [
    "min(s.start_time for s in spans) == start_time and start_time < '2024-05-04T02:00:00+02:00'",
    ({ start }) => start < Date.UTC(2024, 4, 4),
  ],
  [
    'any(s.cumulative_error_count > 1 for s in spans)',
    (t) => t.spans.some((s) => below(t, s).filter(({ status }) => status === 'ERROR').length > 1),
  ],
  [
    "any(s.cumulative_llm_token_count_total > 3000 and s.name != 'agent' for s in spans)",
    (t) =>
      t.spans.some(
        (s) =>
          s.name !== 'agent' &&
          sum(below(t, s).flatMap(({ prompt, completion }) => [prompt, completion])) > 3000,
      ),
  ],
  [
    "any(a.name == 'helpful' and a.score >= 0.5 for a in span_annotations)",
    (t) => scored(annotationsIn(t), 'helpful', (score) => score >= 0.5),
  ],
  [
    'tool_span_count >= llm_span_count',
    ({ spans }) => {
      const count = (kind: string) => spans.filter((span) => span.kind === kind).length;
      return count('TOOL') >= count('LLM');
    },
  ],
  [
    '0 < token_count_prompt / token_count_total < 0.9',
    ({ spans }) => {
      const [prompt, completion] = [
        sum(spans.map((s) => s.prompt)),
        sum(spans.map((s) => s.completion)),
      ];
      const share = prompt / (prompt + completion);
      return share > 0 && share < 0.9;
    },
  ],
  [
    // A missing score is neither low nor known to be high, so `all` is false.
    'all(a.score > 0.2 for a in span_annotations)',
    (t) => annotationsIn(t).every(({ score }) => score !== null && score > 0.2),
  ],
  [
    'not all(a.score > 0.2 for a in span_annotations)',
    (t) => !annotationsIn(t).every(({ score }) => score !== null && score > 0.2),
  ],
  [
    'max(a.score for a in span_annotations) is None',
    (t) => annotationsIn(t).every(({ score }) => score === null),
  ],
  [
    'sum(a.score for a in trace_annotations) == 0',
    ({ annotations }) => sum(annotations.map(({ score }) => score)) === 0,
  ],
  [
    'any(any(a.name == s.name for a in span_annotations) for s in spans)',
    (t) => t.spans.some((s) => annotationsIn(t).some(({ name }) => name === s.name)),
  ],
  ['total_cost > 1000.1', (t) => sum(costsIn(t).map(({ cost }) => cost)) > 1000.1],
  ['total_cost == 0', (t) => sum(costsIn(t).map(({ cost }) => cost)) === 0],
  [
    'prompt_cost > completion_cost',
    (t) => {
      const [prompt, completion] = [true, false].map((side) =>
        sum(
          costsIn(t)
            .filter(({ isPrompt }) => isPrompt === side)
            .map(({ cost }) => cost),
        ),
      );
      return prompt! > completion!;
    },
  ],
  [
    'any(any(d.cost > 500 for d in s.cost_details if d.is_prompt) for s in spans)',
    (t) => costsIn(t).some((cost) => cost.isPrompt && cost.cost! > 500),
  ],
  [
    'max(d.cost_per_token for d in span_cost_details) is None',
    (t) => costsIn(t).every(({ rate }) => rate === null),
  ],
  ['', () => true],
];

/** Tests conditions on traces, also generated ones. */
export function describeTraceConditions(cases: Cases): void {
  describe('a condition on traces', () => {
    let server: TestServer;
    let projectId: number;

    beforeAll(async () => {
      server = await startTestServer();
      projectId = await sendSessions(server, 'trace-conditions');
    });
    afterAll(() => server.stop());

    async function select(text: string): Promise<string[]> {
      const where = new DistributedWhere(server.reader.distribution).andEqual(
        't.project_id',
        projectId,
      );
      const condition = readRowCondition('trace', text);
      if (condition) addRowCondition(where, condition);
      const rows = await server.sql<{ id: string }>(
        `SELECT t.trace_id AS id FROM traces t ${where.toString()} ORDER BY t.trace_id`,
        where.parameters,
      );
      return rows.map(({ id }) => id);
    }

    const expected = (holds: (trace: ModelTrace) => boolean) =>
      TRACES.filter(holds)
        .map(({ id }) => id)
        .toSorted();

    it.each(EXAMPLES)('%s', async (condition, holds) => {
      expect(await select(condition)).toEqual(expected(holds));
    });

    it('has examples that select some traces but not all', () => {
      const counts = EXAMPLES.map(([, holds]) => expected(holds).length);
      expect(counts.filter((count) => count > 0 && count < TRACES.length).length).toBeGreaterThan(
        30,
      );
    });

    it('selects the same traces as a plain evaluation of generated conditions', async () => {
      await fc.assert(
        fc.asyncProperty(generatedTraceCondition, async ({ text, holds }) => {
          expect([text, await select(text)]).toEqual([text, expected((t) => holds(t) === true)]);
        }),
        cases,
      );
    }, 60_000);
  });
}
