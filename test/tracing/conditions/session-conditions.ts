import fc from 'fast-check';
import type { Cases } from '../../support/generated-cases.js';
import { DistributedWhere } from '../../../src/kernel/sql/distributed-where.js';
import {
  addRowCondition,
  readRowCondition,
} from '../../../src/tracing/conditions/row-condition.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { generatedSessionCondition } from './generated-row-conditions.js';
import {
  type ModelSession,
  type ModelSpan,
  type ModelTrace,
  sendSessions,
  SESSIONS,
} from './judged-sessions.js';

const spansOf = ({ traces }: ModelSession) => traces.flatMap(({ spans }) => spans);
const costsIn = (session: ModelSession) => spansOf(session).flatMap(({ costs }) => costs);
const sumCosts = (session: ModelSession) =>
  costsIn(session).reduce((sum, { cost }) => sum + (cost ?? 0), 0);
const annotationsIn = (session: ModelSession) =>
  spansOf(session).flatMap(({ annotations }) => annotations);
const isFailed = ({ status }: ModelSpan) => status === 'ERROR';
const latency = ({ spans }: ModelTrace) =>
  Math.max(...spans.map((span) => span.offset + span.latency));
const duration = ({ traces }: ModelSession) =>
  Math.max(...traces.map((trace) => trace.start + latency(trace))) - traces[0]!.start;
const attributeOf = ({ spans }: ModelTrace, name: string) => spans[0]!.attributes[name];
const firstAttribute = ({ traces }: ModelSession, name: string) => attributeOf(traces[0]!, name);
const outputs = ({ traces }: ModelSession) =>
  traces.map((trace) => attributeOf(trace, 'output.value')).filter((text) => text !== undefined);
const inputs = ({ traces }: ModelSession) =>
  traces.map((trace) => attributeOf(trace, 'input.value')).filter((text) => text !== undefined);
const includes = (value: unknown, part: string) =>
  typeof value === 'string' && value.toLowerCase().includes(part);

/** The examples of the language, and others, with what they mean. */
const EXAMPLES: [condition: string, holds: (session: ModelSession) => boolean][] = [
  ['num_traces > 3', ({ traces }) => traces.length > 3],
  ['1 < num_traces < 5', ({ traces }) => traces.length > 1 && traces.length < 5],
  [
    'num_traces_with_error > 0 and token_count_total >= 9000',
    (s) =>
      spansOf(s).some(isFailed) &&
      spansOf(s).reduce((sum, one) => sum + (one.prompt ?? 0) + (one.completion ?? 0), 0) >= 9000,
  ],
  [
    'num_traces_with_error > 0 and total_cost >= 0.5',
    (s) => spansOf(s).some(isFailed) && sumCosts(s) >= 0.5,
  ],
  ['total_cost / num_traces > 600', (s) => sumCosts(s) / s.traces.length > 600],
  [
    "any(d.token_type == 'cache_read' and d.tokens > 400 for d in span_cost_details)",
    (s) => costsIn(s).some(({ type, tokens }) => type === 'cache_read' && tokens > 400),
  ],
  [
    'sum(d.cost for d in span_cost_details if d.is_prompt) > 2500.2',
    (s) =>
      costsIn(s)
        .filter(({ isPrompt }) => isPrompt)
        .reduce((sum, { cost }) => sum + (cost ?? 0), 0) > 2500.2,
  ],
  [
    'any(d.cost is None and not d.is_prompt for d in span_cost_details)',
    (s) => costsIn(s).some(({ rate, isPrompt }) => rate === null && !isPrompt),
  ],
  ['duration_ms > 7_300_000', (s) => duration(s) > 7_300_000],
  [
    "start_time >= '2024-05-04T00:00:00Z'",
    ({ traces }) => traces[0]!.start >= Date.UTC(2024, 4, 4),
  ],
  ["'refund' in first_input", (s) => includes(inputs(s)[0], 'refund')],
  ["'refund' in any_input", (s) => inputs(s).some((text) => includes(text, 'refund'))],
  ["'sorry' not in any_output", (s) => !outputs(s).some((text) => includes(text, 'sorry'))],
  ["not 'sorry' in any_output", (s) => !outputs(s).some((text) => includes(text, 'sorry'))],
  ["not 'sorry' not in any_output", (s) => outputs(s).some((text) => includes(text, 'sorry'))],
  ["last_output == 'ok'", (s) => outputs(s).at(-1) === 'ok'],
  ["user.id == 'u-1'", (s) => firstAttribute(s, 'user.id') === 'u-1'],
  [
    "metadata['env'] == 'prod'",
    (s) => (firstAttribute(s, 'metadata') as { env: string }).env === 'prod',
  ],
  [
    "float(attributes['experiment.bucket']) > 1",
    (s) => Number(firstAttribute(s, 'experiment.bucket')) > 1,
  ],
  [
    "session_annotations['csat'].label != 'good'",
    ({ annotations }) => annotations.some(({ label }) => label !== null && label !== 'good'),
  ],
  ["not session_annotations['csat']", ({ annotations }) => annotations.length === 0],
  [
    "any(s.span_kind == 'TOOL' and s.latency_ms > 500 for s in spans)",
    (s) => spansOf(s).some(({ kind, latency: ms }) => kind === 'TOOL' && ms > 500),
  ],
  ["not any(s.status_code == 'ERROR' for s in spans)", (s) => !spansOf(s).some(isFailed)],
  [
    'all(t.latency_ms < 5000 for t in traces)',
    ({ traces }) => traces.every((t) => latency(t) < 5000),
  ],
  [
    'len([t for t in traces if t.latency_ms > 1000]) >= 2',
    ({ traces }) => traces.filter((t) => latency(t) > 1000).length >= 2,
  ],
  [
    'sum(s.latency_ms for s in spans) > 10000',
    (s) => spansOf(s).reduce((sum, { latency: ms }) => sum + ms, 0) > 10_000,
  ],
  [
    "any(all(s.status_code == 'ERROR' for s in t.spans) for t in traces)",
    ({ traces }) => traces.some(({ spans }) => spans.every(isFailed)),
  ],
  [
    "any(t.start_time > '2024-05-03T01:30:00Z' for t in traces if t.latency_ms > 3000)",
    ({ traces }) => traces.some((t) => latency(t) > 3000 && t.start > Date.UTC(2024, 4, 3, 1, 30)),
  ],
  [
    "any(a.name == 'helpful' and a.label == 'no' for a in span_annotations)",
    (s) => annotationsIn(s).some(({ name, label }) => name === 'helpful' && label === 'no'),
  ],
  [
    'max(a.score for a in session_annotations) >= 0.5',
    ({ annotations }) => annotations.some(({ score }) => score !== null && score >= 0.5),
  ],
  ["session_id in ['s1', 's2', 'other']", ({ id }) => id === 's1' || id === 's2'],
];

/** Tests conditions on sessions, also generated ones. */
export function describeSessionConditions(cases: Cases): void {
  describe('a condition on sessions', () => {
    let server: TestServer;
    let projectId: number;

    beforeAll(async () => {
      server = await startTestServer();
      projectId = await sendSessions(server, 'session-conditions');
    });
    afterAll(() => server.stop());

    async function select(text: string): Promise<string[]> {
      const where = new DistributedWhere(server.reader.distribution).andEqual(
        's.project_id',
        projectId,
      );
      const condition = readRowCondition('session', text);
      if (condition) addRowCondition(where, condition);
      const rows = await server.sql<{ id: string }>(
        `SELECT s.session_id AS id FROM project_sessions s ${where.toString()} ORDER BY s.session_id`,
        where.parameters,
      );
      return rows.map(({ id }) => id);
    }

    const expected = (holds: (session: ModelSession) => boolean) =>
      SESSIONS.filter(holds).map(({ id }) => id);

    it.each(EXAMPLES)('%s', async (condition, holds) => {
      expect(await select(condition)).toEqual(expected(holds));
    });

    it('has examples that select some sessions but not all', () => {
      const counts = EXAMPLES.map(([, holds]) => expected(holds).length);
      expect(counts.filter((count) => count > 0 && count < SESSIONS.length).length).toBeGreaterThan(
        22,
      );
    });

    it('selects the same sessions as a plain evaluation of generated conditions', async () => {
      await fc.assert(
        fc.asyncProperty(generatedSessionCondition, async ({ text, holds }) => {
          expect([text, await select(text)]).toEqual([text, expected((s) => holds(s) === true)]);
        }),
        cases,
      );
    }, 60_000);

    it('does not see traces of other projects', async () => {
      const [{ id }] = (await server.sql<{ id: string }>(
        "SELECT trace_id AS id FROM traces WHERE session_id = 's7' ORDER BY start_time LIMIT 1",
      )) as [{ id: string }];
      await server.request.post('/v1/projects').send({ name: 'elsewhere' }).expect(200);
      const move = (project: string) =>
        server.request
          .post('/v1/traces/transfer')
          .send({ trace_identifiers: [id], destination_project_identifier: project })
          .expect(200);
      const before = await select(`num_traces == ${SESSIONS[7]!.traces.length}`);
      await move('elsewhere');
      try {
        expect(before).toContain('s7');
        const now = await select(`num_traces == ${SESSIONS[7]!.traces.length - 1}`);
        expect(now).toContain('s7');
        const spans = spansOf(SESSIONS[7]!).length;
        expect(await select(`session_id == 's7' and len([s for s in spans]) < ${spans}`)).toEqual([
          's7',
        ]);
      } finally {
        await move('session-conditions');
      }
    });
  });
}
