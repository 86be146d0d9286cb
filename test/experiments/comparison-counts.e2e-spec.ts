import { anEvaluation, aRun } from '../support/factories/experiment.js';
import { aTrace } from '../support/factories/trace.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { aDatasetToCompareOn, experimentId } from './comparing.js';

describe('counts of a comparison of experiments', () => {
  let server: TestServer;
  let on: Awaited<ReturnType<typeof aDatasetToCompareOn>>;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    on = await aDatasetToCompareOn(server);
  });

  const counts = `{ numRunsImproved numRunsRegressed numRunsEqual numRunsWithoutComparison }`;
  const METRICS = [
    'latency',
    'totalTokenCount',
    'promptTokenCount',
    'completionTokenCount',
    'totalCost',
    'promptCost',
    'completionCost',
  ];
  const short = (c: Record<string, number>) =>
    [
      c['numRunsImproved'],
      c['numRunsRegressed'],
      c['numRunsEqual'],
      c['numRunsWithoutComparison'],
    ].join(' ');

  const metrics = async (base: number, ...others: number[]) => {
    const { data, errors } = await server.gql<{ result: Record<string, Record<string, number>> }>(
      `query ($base: ID!, $others: [ID!]!) {
           result: experimentRunMetricComparisons(baseExperimentId: $base,
                                                  compareExperimentIds: $others) {
             ${METRICS.map((metric) => `${metric} ${counts}`).join(' ')} } }`,
      { base: experimentId(base), others: others.map(experimentId) },
    );
    expect(errors).toBeUndefined();
    return Object.fromEntries(
      Object.entries(data!.result).map(([name, counts]) => [name, short(counts)]),
    );
  };
  const annotations = async (base: number, ...others: number[]) => {
    const { data, errors } = await server.gql<{
      result: { annotationName: string; counts: Record<string, number> }[];
    }>(
      `query ($base: ID!, $others: [ID!]!) {
           result: experimentAnnotationComparisons(baseExperimentId: $base,
                                                   compareExperimentIds: $others) {
             annotationName counts ${counts} } }`,
      { base: experimentId(base), others: others.map(experimentId) },
    );
    expect(errors).toBeUndefined();
    return data!.result.map(({ annotationName, counts }) => [annotationName, short(counts)]);
  };

  it('compare the base with the best of the others', async () => {
    const [a, b, c, d, e] = await on.examples(5);
    const base = await on.experiment();
    const other = await on.experiment();
    const third = await on.experiment();
    const run = (experiment: { id: number }, example: { id: number } | undefined, ms: number) =>
      aRun(server, { experiment_id: experiment.id, example_id: example!.id, latency_ms: ms });
    const judged = async (made: Promise<{ id: number }>, name: string, score?: number) =>
      anEvaluation(server, { run_id: (await made).id, name, score });
    // For a to e: faster than both, slower than one, as fast as the best, only the base, only
    // others.
    await judged(run(base, a, 10), 'score', 0.5);
    await judged(run(other, a, 20), 'score', 0.4);
    await judged(run(third, a, 11), 'score', 0.6);
    await judged(run(base, b, 15), 'score', 1);
    await judged(run(other, b, 20), 'score', 0);
    await judged(run(third, b, 11), 'score');
    await judged(run(base, c, 0.1), 'score', 0.1);
    await judged(run(other, c, 0.1), 'score', 0.1);
    await run(base, d, 1);
    await judged(run(other, e, 1), 'only others', 3);
    expect(await metrics(base.id, other.id, third.id)).toEqual({
      latency: '1 1 1 1',
      totalTokenCount: '0 0 0 4',
      promptTokenCount: '0 0 0 4',
      completionTokenCount: '0 0 0 4',
      totalCost: '0 0 0 4',
      promptCost: '0 0 0 4',
      completionCost: '0 0 0 4',
    });
    expect(await annotations(base.id, other.id, third.id)).toEqual([
      ['only others', '0 0 0 4'],
      ['score', '1 1 1 1'],
    ]);
    expect((await metrics(base.id))['latency']).toBe('0 0 0 4');
    expect(await annotations(base.id)).toEqual([['score', '0 0 0 4']]);
    const empty = await on.experiment();
    expect((await metrics(empty.id, base.id))['latency']).toBe('0 0 0 0');
    expect((await metrics(empty.id))['totalCost']).toBe('0 0 0 0');
  });

  it('compare each repetition of the base with the means of the others', async () => {
    const [example] = await on.examples(1);
    const base = await on.experiment({ repetitions: 3 });
    const other = await on.experiment({ repetitions: 3 });
    const third = await on.experiment({ repetitions: 3 });
    const runs = async ({ id }: { id: number }, ...latencies: number[]) => {
      for (const [index, latency_ms] of latencies.entries()) {
        const { id: run_id } = await aRun(server, {
          experiment_id: id,
          example_id: example!.id,
          repetition_number: index + 1,
          latency_ms,
        });
        await anEvaluation(server, { run_id, name: 'ms', score: latency_ms });
      }
    };
    // The means of the others are 0.1 and 20. Their single runs do not matter.
    await runs(base, 0.1, 0.05, 20);
    await runs(other, 0.1, 0.1, 0.1);
    await runs(third, 1, 1, 58);
    expect((await metrics(base.id, other.id, third.id))['latency']).toBe('1 1 1 0');
    expect(await annotations(base.id, other.id, third.id)).toEqual([['ms', '0 2 1 0']]);
  });

  it('use the tokens of the run, or else of its trace, and skip examples outside the snapshot', async () => {
    const [a, b, c] = await on.examples(3);
    const base = await on.experiment({ examples: [a!, b!] });
    const other = await on.experiment();
    const traced = async (prompt_tokens: number, completion_tokens: number) => {
      const { trace_id } = await aTrace(server, { prompt_tokens, completion_tokens });
      return { trace_id };
    };
    const run = (experiment: { id: number }, example: { id: number } | undefined, given: object) =>
      aRun(server, { experiment_id: experiment.id, example_id: example!.id, ...given });
    await run(base, a, {
      ...(await traced(999, 999)),
      prompt_tokens: 10,
      completion_tokens: null,
    });
    await run(other, a, await traced(20, 0));
    await run(base, b, { trace_id: 'not-there-yet' });
    await run(other, b, await traced(1, 1));
    await run(base, c, { ...(await traced(1, 1)) });
    await run(other, c, { ...(await traced(2, 2)) });
    expect(await metrics(base.id, other.id)).toMatchObject({
      latency: '0 0 2 0',
      promptTokenCount: '1 0 0 1',
      completionTokenCount: '0 0 1 1',
      totalTokenCount: '1 0 0 1',
    });
  });
});
