import { aRevision } from '../support/factories/dataset-example.js';
import { aDatasetVersion } from '../support/factories/dataset.js';
import { anEvaluation, aRun } from '../support/factories/experiment.js';
import { aTrace } from '../support/factories/trace.js';
import { globalId } from '../support/global-id.js';
import { startTestServer, type TestServer } from '../support/server.js';
import {
  aDatasetToCompareOn,
  askToCompare,
  type Comparisons,
  experimentId,
  GROUP,
} from './comparing.js';

describe('pages of a comparison of experiments', () => {
  let server: TestServer;
  let on: Awaited<ReturnType<typeof aDatasetToCompareOn>>;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    on = await aDatasetToCompareOn(server);
  });

  const compare = async (
    base: number,
    others: number[],
    variables: Record<string, unknown> = {},
  ): Promise<Comparisons> => {
    const ids = others.map(experimentId);
    const { data, errors } = await askToCompare(server, experimentId(base), ids, variables);
    expect(errors).toBeUndefined();
    return data!.compareExperiments;
  };

  it('show the examples of the base with a group per experiment, in the requested order', async () => {
    const [one, two] = await on.examples(2);
    const base = await on.experiment();
    const other = await on.experiment({ repetitions: 2 });
    const third = await on.experiment();
    for (const [repetition_number, latency_ms] of [
      [2, 30],
      [1, 10],
    ]) {
      const { id: run_id } = await aRun(server, {
        experiment_id: other.id,
        example_id: one!.id,
        repetition_number,
        latency_ms,
        prompt_tokens: 5,
        completion_tokens: 1,
      });
      await anEvaluation(server, { run_id, name: 'b', score: latency_ms! / 10 });
      await anEvaluation(server, { run_id, name: 'a', label: 'x' });
    }
    await aRun(server, { experiment_id: base.id, example_id: two!.id, latency_ms: 7 });

    const { edges } = await compare(base.id, [third.id, other.id]);
    expect(edges.map(({ node }) => node.example.externalId)).toEqual(['e0', 'e1']);
    const group = (experiment: { id: number }, example: { id: number }, shown = {}) => ({
      id: globalId('ExperimentRepeatedRunGroup', `${experiment.id}:${example.id}`),
      experimentId: experimentId(experiment.id),
      averageLatencyMs: null,
      runs: [],
      annotationSummaries: [],
      costSummary: { total: { tokens: 0 } },
      ...shown,
    });
    expect(edges[0]!.node).toMatchObject({
      example: { id: globalId('DatasetExample', one!.id) },
      repeatedRunGroups: [
        group(base, one!),
        group(third, one!),
        group(other, one!, {
          averageLatencyMs: 20,
          runs: [
            { repetitionNumber: 1, latencyMs: 10 },
            { repetitionNumber: 2, latencyMs: 30 },
          ],
          annotationSummaries: [
            { annotationName: 'a', meanScore: null },
            { annotationName: 'b', meanScore: 2 },
          ],
          costSummary: { total: { tokens: 12 } },
        }),
      ],
    });
    expect(edges[1]!.node.repeatedRunGroups).toEqual([
      group(base, two!, { averageLatencyMs: 7, runs: [{ repetitionNumber: 1, latencyMs: 7 }] }),
      group(third, two!),
      group(other, two!),
    ]);
  });

  it('have no gaps while other examples are added', async () => {
    const made = await on.examples(5);
    const base = await on.experiment();
    const other = await on.experiment();
    for (const { id } of made) {
      for (const repetition_number of [1, 2, 3]) {
        await aRun(server, { experiment_id: other.id, example_id: id, repetition_number });
      }
    }
    // Even if several repetitions match, each example appears once.
    for (const condition of [null, 'experiments[1].latency_ms >= 0']) {
      const seen: (string | null)[] = [];
      for (let after: string | null = null; ;) {
        const page: Comparisons = await compare(base.id, [other.id], {
          first: 2,
          after,
          condition,
        });
        seen.push(...page.edges.map(({ node }) => node.example.externalId));
        expect(page.pageInfo.endCursor).toBe(page.edges.at(-1)!.cursor);
        if (!page.pageInfo.hasNextPage) break;
        after = page.pageInfo.endCursor;
      }
      expect(seen).toEqual(['e0', 'e1', 'e2', 'e3', 'e4']);
    }
  });

  it('show examples as they were when the base was created', async () => {
    const [example] = await on.examples(1);
    await server.sql(
      `UPDATE dataset_example_revisions SET input = '{"q":"old"}' WHERE example_id = $1`,
      [example!.id],
    );
    const base = await on.experiment();
    const version = await aDatasetVersion(server, { dataset_id: on.datasetId });
    await aRevision(server, {
      example_id: example!.id,
      version_id: version.id,
      input: { q: 'new' },
    });
    const other = await on.experiment();
    const inputs = async (first: number, second: number, condition?: string) =>
      (await compare(first, [second], { condition })).edges.map(
        ({ node }) => node.example.revision.input,
      );
    expect(await inputs(base.id, other.id)).toEqual([{ q: 'old' }]);
    expect(await inputs(other.id, base.id)).toEqual([{ q: 'new' }]);
    expect(await inputs(other.id, base.id, "input['q'] == 'old'")).toEqual([]);
  });

  it('are empty for a base without examples, and work without other experiments', async () => {
    const base = await on.experiment();
    expect((await compare(base.id, [])).edges).toEqual([]);
  });

  it('need no more queries for many examples than for few', async () => {
    const made = await on.examples(12);
    const base = await on.experiment();
    const other = await on.experiment();
    for (const { id } of made) {
      const { trace_id } = await aTrace(server);
      const given = { experiment_id: other.id, example_id: id, trace_id };
      const { id: run_id } = await aRun(server, given);
      await anEvaluation(server, { run_id, score: 1 });
    }
    // Everything that the comparison page shows.
    const query = `query ($base: ID!, $others: [ID!]!, $first: Int, $condition: String) {
      compareExperiments(baseExperimentId: $base, compareExperimentIds: $others, first: $first,
                         filterCondition: $condition) {
        edges { cursor node { id
          example { id externalId datasetSplits { id name }
                    revision { input output metadata } }
          repeatedRunGroups { ${GROUP}
            runs { id output error trace { id traceId } costSummary { total { tokens } }
                   annotations { edges { node { id name score label explanation trace { id } } } }
                   experiment { id name } } } } }
        pageInfo { hasNextPage endCursor } } }`;
    const statements = async (first: number) => {
      const { result, statements } = await server.countQueries(() =>
        server.gql<{ compareExperiments: Comparisons }>(query, {
          base: experimentId(base.id),
          others: [experimentId(other.id)],
          first,
          condition: "latency_ms > 0 and evals['correctness'].score == 1",
        }),
      );
      expect(result.errors).toBeUndefined();
      expect(result.data?.compareExperiments.edges).toHaveLength(first);
      return statements.length;
    };
    const few = await statements(2);
    expect(await statements(12)).toBe(few);
    expect(few).toBeLessThanOrEqual(14);
  });
});
