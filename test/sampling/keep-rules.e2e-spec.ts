import { aSpanAnnotation, aTraceAnnotation } from '../support/factories/annotation.js';
import type { SpanRow } from '../support/factories/span.js';
import type { TraceRow } from '../support/factories/trace.js';
import { emptyDatabase } from '../support/reset.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { chosenId, otherId, samplingOperations } from './sampling-operations.js';

describe('the traces that sampling keeps', () => {
  let server: TestServer;
  const operations = samplingOperations(() => server);
  const { aSampledProject, send, whenDecided, whenPriced, reasons, counts, ask } = operations;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  const spansOf = async (traceId: string) => {
    const [row] = await server.sql<{ count: number }>(
      'SELECT count(*) FROM spans WHERE trace_id = $1',
      [traceId],
    );
    return row!.count;
  };

  it('keeps a share of the traces, by their IDs', async () => {
    const project = await aSampledProject({ share: 0.5 });
    const chosen = await send(project, { traceId: chosenId() });
    const other = await send(project, { children: [{}, {}] });
    await whenDecided();
    expect(await reasons(chosen, other)).toEqual(['SHARE', null]);
    expect(await spansOf(other)).toBe(0);
    expect(await counts(project)).toEqual({ SHARE: 1, DROPPED: 1 });
    const decided = await ask<{ outcome: string; spanCount: number }[]>(
      project,
      'samplingCounts { outcome spanCount }',
    );
    expect(decided).toContainEqual({ outcome: 'DROPPED', spanCount: 3 });
  });

  it('chooses about as many traces as the share says', async () => {
    const project = await aSampledProject({ share: 0.3 });
    for (let sent = 0; sent < 10; sent++) {
      await server.request
        .post(`/v1/projects/${project.name}/spans`)
        .send({
          data: Array.from({ length: 100 }, (_, at) => ({
            name: 'step',
            // Half of the IDs are not those of OpenTelemetry.
            context: {
              trace_id:
                at % 2 === 0 ? `request-${sent}-${at}` : chosenId().split('').toReversed().join(''),
              span_id: `span-${sent}-${at}`,
            },
            span_kind: 'CHAIN',
            start_time: '2026-01-01T00:00:00Z',
            end_time: '2026-01-01T00:00:01Z',
            status_code: 'OK',
          })),
        })
        .expect(202);
    }
    await whenDecided();
    const { SHARE = 0, DROPPED = 0 } = await counts(project);
    expect(SHARE + DROPPED).toBe(1_000);
    // Six standard deviations.
    expect(SHARE).toBeGreaterThan(213);
    expect(SHARE).toBeLessThan(387);
  }, 60_000);

  it('keeps nothing else of a share of 0, and everything of a share of 1', async () => {
    const none = await aSampledProject({ share: 0 });
    const all = await aSampledProject({ share: 1 });
    const ids = [
      await send(none, { traceId: chosenId() }),
      await send(all, { traceId: `${'a'.repeat(18)}00000000000000` }),
    ];
    await whenDecided();
    expect(await reasons(...ids)).toEqual([null, 'SHARE']);
  });

  it('keeps what failed, unless it should not', async () => {
    const keeping = await aSampledProject({ share: 0 });
    const other = await aSampledProject({ share: 0, keepsFailed: false });
    const failure = { children: [{ failure: 'no answer' }] };
    const ids = [await send(keeping, failure), await send(other, failure), await send(keeping)];
    await whenDecided();
    expect(await reasons(...ids)).toEqual(['FAILED', null, null]);
  });

  it('keeps what took long', async () => {
    const project = await aSampledProject({ share: 0, minLatencyMs: 2_000 });
    const ids = [
      await send(project, { durationMs: 2_000 }),
      await send(project, { durationMs: 1_999 }),
      await send(project, { children: [{ afterMs: 1_000, durationMs: 1_500 }] }),
    ];
    await whenDecided();
    expect(await reasons(...ids)).toEqual(['SLOW', null, 'SLOW']);
  });

  it('keeps what cost much or has many tokens, once the cost is known', async () => {
    const project = await aSampledProject({ share: 0, minCost: 0.01, minTokens: 50_000 });
    const call = (model: string, tokens: number) => ({
      kind: 'LLM',
      attributes: {
        'llm.model_name': model,
        'llm.token_count.prompt': tokens,
        'llm.token_count.completion': 0,
      },
    });
    const ids = [
      await send(project, { children: [call('gpt-4', 20_000)] }),
      await send(project, { children: [call('a model without a price', 50_000)] }),
      await send(project, { children: [call('gpt-4', 10)] }),
    ];
    await whenDecided();
    await whenPriced();
    // What could not be decided about is handed over again.
    await whenDecided();
    expect(await reasons(...ids)).toEqual(['EXPENSIVE', 'EXPENSIVE', null]);
  });

  it('keeps what was scored badly, on the trace or a span', async () => {
    const project = await aSampledProject({
      share: 0,
      scores: [
        { name: 'correct', below: 0.5 },
        { name: 'tone', labels: ['rude', 'cold'] },
      ],
    });
    const ids = await Promise.all(Array.from({ length: 6 }, () => send(project)));
    const annotate = async (at: number, given: object, target: 'trace' | 'span') => {
      const select = `SELECT * FROM ${target}s WHERE trace_id = $1`;
      const [row] = await server.sql<SpanRow & TraceRow>(select, [ids[at]]);
      const insert = target === 'span' ? aSpanAnnotation : aTraceAnnotation;
      await insert(server, row!, { annotator_kind: 'LLM', ...given });
    };
    await annotate(0, { name: 'correct', score: 0.49 }, 'trace');
    await annotate(1, { name: 'correct', score: 0.5 }, 'trace');
    await annotate(2, { name: 'tone', label: 'cold' }, 'trace');
    await annotate(3, { name: 'tone', label: 'kind', score: 0 }, 'trace');
    await annotate(4, { name: 'tone', label: 'rude' }, 'span');
    await annotate(5, { name: 'other', label: 'rude', score: 0 }, 'span');
    await whenDecided();
    expect(await reasons(...ids)).toEqual([
      'BADLY_SCORED',
      null,
      'BADLY_SCORED',
      null,
      'BADLY_SCORED',
      null,
    ]);
  });

  it('keeps what meets a condition', async () => {
    const project = await aSampledProject({
      share: 0,
      condition: `num_spans >= 3 or any(s.name == 'refund' for s in spans)`,
    });
    const ids = [
      await send(project, { children: [{}, {}] }),
      await send(project, { children: [{ name: 'refund' }] }),
      await send(project, { children: [{ name: 'answer' }] }),
    ];
    await whenDecided();
    expect(await reasons(...ids)).toEqual(['CONDITION', 'CONDITION', null]);
  });

  it('decides the share by session if it should', async () => {
    const project = await aSampledProject({ share: 0.5, sharesSessions: true });
    const inSession = (id: string) => ({ attributes: { 'session.id': id } });
    const ids: string[] = [];
    for (let session = 0; session < 12; session++) {
      ids.push(await send(project, { traceId: chosenId(), ...inSession(`s${session}`) }));
      ids.push(await send(project, { traceId: otherId(), ...inSession(`s${session}`) }));
    }
    await whenDecided();
    const outcomes = await reasons(...ids);
    const pairs = Array.from({ length: 12 }, (_, at) => outcomes.slice(2 * at, 2 * at + 2));
    expect(pairs.filter(([first, second]) => first !== second)).toEqual([]);
    expect(new Set(outcomes)).toEqual(new Set(['SHARE', null]));
    // A session without traces is gone, too.
    const sessions = await server.sql('SELECT session_id FROM project_sessions');
    expect(sessions).toHaveLength(pairs.filter(([first]) => first !== null).length);
  });
});
