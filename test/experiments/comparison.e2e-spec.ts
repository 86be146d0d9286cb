import { anExample, aRevision } from '../support/factories/dataset-example.js';
import { aDataset, aDatasetVersion } from '../support/factories/dataset.js';
import { anEvaluation, anExperiment, aRun } from '../support/factories/experiment.js';
import { aTrace } from '../support/factories/trace.js';
import { startTestServer, type TestServer } from '../support/server.js';

const gid = (type: string, id: number | string) => Buffer.from(`${type}:${id}`).toString('base64');
const experimentId = (id: number) => gid('Experiment', id);

interface Group {
  id: string;
  experimentId: string;
  averageLatencyMs: number | null;
  runs: { repetitionNumber: number; latencyMs: number }[];
  annotationSummaries: { annotationName: string; meanScore: number | null }[];
  costSummary: { total: { tokens: number | null } };
}

interface Shown {
  experimentRepeatedRunGroups: Group[];
}

const GROUP = `id experimentId averageLatencyMs runs { repetitionNumber latencyMs }
  annotationSummaries { annotationName meanScore } costSummary { total { tokens } }`;

interface Comparisons {
  edges: {
    cursor: string;
    node: {
      id: string;
      example: { id: string; externalId: string | null };
      repeatedRunGroups: Group[];
    };
  }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

describe('comparisons of experiments', () => {
  let server: TestServer;
  let datasetId: number;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    datasetId = (await aDataset(server)).id;
  });

  const examples = async (count: number) => {
    const made: { id: number }[] = [];
    for (let index = 0; index < count; index++) {
      made.push(await anExample(server, { dataset_id: datasetId, external_id: `e${index}` }));
    }
    return made;
  };
  const experiment = (given: Parameters<typeof anExperiment>[1] = {}) =>
    anExperiment(server, { dataset_id: datasetId, ...given });

  const ask = (
    base: number | string,
    others: (number | string)[],
    args = '',
    variables: Record<string, unknown> = {},
  ) => {
    const id = (experiment: number | string) =>
      typeof experiment === 'number' ? experimentId(experiment) : experiment;
    return server.gql<{ compareExperiments: Comparisons }>(
      `query ($base: ID!, $others: [ID!]!, $first: Int, $after: String, $condition: String) {
         compareExperiments(baseExperimentId: $base, compareExperimentIds: $others, first: $first,
                            after: $after, filterCondition: $condition ${args}) {
           edges { cursor node { id example { id externalId } repeatedRunGroups { ${GROUP} } } }
           pageInfo { hasNextPage endCursor } } }`,
      { base: id(base), others: others.map(id), ...variables },
    );
  };
  const compare = async (
    base: number,
    others: number[],
    variables: Record<string, unknown> = {},
  ) => {
    const { data, errors } = await ask(base, others, '', variables);
    expect(errors).toBeUndefined();
    return data!.compareExperiments;
  };

  describe('pages', () => {
    it('show the examples of the base with a group for each experiment, in the order asked for', async () => {
      const [one, two] = await examples(2);
      const base = await experiment();
      const other = await experiment({ repetitions: 2 });
      const third = await experiment();
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
        id: gid('ExperimentRepeatedRunGroup', `${experiment.id}:${example.id}`),
        experimentId: experimentId(experiment.id),
        averageLatencyMs: null,
        runs: [],
        annotationSummaries: [],
        costSummary: { total: { tokens: 0 } },
        ...shown,
      });
      expect(edges[0]!.node).toMatchObject({
        example: { id: gid('DatasetExample', one!.id) },
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

    it('follow on one another without gaps, whatever else is added meanwhile', async () => {
      const made = await examples(5);
      const base = await experiment();
      const other = await experiment();
      for (const { id } of made) {
        for (const repetition_number of [1, 2, 3]) {
          await aRun(server, { experiment_id: other.id, example_id: id, repetition_number });
        }
      }
      // Several repetitions fit, and yet each example comes once.
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

    it('show examples as they were when the base began', async () => {
      const [example] = await examples(1);
      await server.sql(
        `UPDATE dataset_example_revisions SET input = '{"q":"old"}' WHERE example_id = $1`,
        [example!.id],
      );
      const base = await experiment();
      const version = await aDatasetVersion(server, { dataset_id: datasetId });
      await aRevision(server, {
        example_id: example!.id,
        version_id: version.id,
        input: { q: 'new' },
      });
      const other = await experiment();
      const olds = async (first: number, second: number) =>
        (await compare(first, [second], { condition: "input['q'] == 'old'" })).edges.length;
      expect(await olds(base.id, other.id)).toBe(1);
      expect(await olds(other.id, base.id)).toBe(0);
    });

    it('are empty for a base without examples, and take no others', async () => {
      const base = await experiment();
      expect((await compare(base.id, [])).edges).toEqual([]);
    });

    it('cost no more statements for many examples than for few', async () => {
      const made = await examples(12);
      const base = await experiment();
      const other = await experiment();
      for (const { id } of made) {
        const { id: run_id } = await aRun(server, { experiment_id: other.id, example_id: id });
        await anEvaluation(server, { run_id, score: 1 });
      }
      const statements = async (first: number) => {
        const { result, statements } = await server.countQueries(() =>
          compare(base.id, [other.id], { first }),
        );
        expect(result.edges).toHaveLength(first);
        return statements.length;
      };
      const few = await statements(2);
      expect(await statements(12)).toBe(few);
      expect(few).toBeLessThanOrEqual(8);
    });
  });

  describe('what is refused', () => {
    it.each([
      ['the base among the others', (b: string, o: string) => [b, [o, b]], 'BAD_REQUEST', 'itself'],
      ['one twice', (b: string, o: string) => [b, [o, o]], 'BAD_REQUEST', 'distinct'],
      [
        'too many',
        (b: string) => [b, Array.from({ length: 50 }, (_, at) => experimentId(90_000 + at))],
        'BAD_REQUEST',
        'At most 50',
      ],
      [
        'an unknown base',
        (_: string, o: string) => [experimentId(99_999), [o]],
        'NOT_FOUND',
        'exist',
      ],
      ['an unknown other', (b: string) => [b, [experimentId(99_999)]], 'NOT_FOUND', 'exist'],
      [
        'the id of something else',
        (b: string) => [b, [gid('Dataset', 1)]],
        'BAD_USER_INPUT',
        'Not',
      ],
      ['a text that is no id', (b: string) => [b, ['nonsense']], 'BAD_USER_INPUT', 'Not the id'],
      [
        'an id without number',
        (_: string, o: string) => [gid('Experiment', 'x'), [o]],
        'BAD_USER_INPUT',
        'Not',
      ],
      [
        'an absurd number',
        (b: string) => [b, [gid('Experiment', '9'.repeat(40))]],
        'NOT_FOUND',
        'exist',
      ],
    ] as const)('%s', async (_name, ids, code, message) => {
      const { id: base } = await experiment();
      const { id: other } = await experiment();
      const [first, others] = ids(experimentId(base), experimentId(other)) as [string, string[]];
      const counts = (field: string) =>
        server.gql(
          `query ($base: ID!, $others: [ID!]!) {
             ${field}(baseExperimentId: $base, compareExperimentIds: $others) { __typename } }`,
          { base: first, others },
        );
      for (const answer of [
        await ask(first, others),
        await counts('experimentRunMetricComparisons'),
        await counts('experimentAnnotationComparisons'),
      ]) {
        expect(answer.errors).toEqual([
          expect.objectContaining({
            message: expect.stringContaining(message),
            extensions: { code },
          }),
        ]);
      }
    });

    it('experiments of another dataset', async () => {
      const { id: base } = await experiment();
      const { id: other } = await anExperiment(server);
      const { errors } = await ask(base, [other]);
      expect(errors?.[0]).toMatchObject({
        message: 'The experiments must be of the same dataset',
        extensions: { code: 'BAD_REQUEST' },
      });
    });

    it.each([
      [{ first: 0 }, '`first` must be a positive integer'],
      [{ first: -1 }, '`first` must be a positive integer'],
      [{ first: 1001 }, '`first` must be less than or equal to 1000'],
      [{ after: 'nonsense' }, 'Invalid cursor: nonsense'],
      [{ after: gid('1', 'STRING:x') }, 'Invalid cursor'],
    ])('pages %j', async (variables, message) => {
      const { id: base } = await experiment();
      const { errors } = await ask(base, [], '', variables);
      expect(errors?.[0]?.message).toContain(message);
      expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    });
  });

  describe('counts', () => {
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

    it('hold the base against the best of the others', async () => {
      const [a, b, c, d, e] = await examples(5);
      const base = await experiment();
      const other = await experiment();
      const third = await experiment();
      const run = (experiment: { id: number }, example: { id: number } | undefined, ms: number) =>
        aRun(server, { experiment_id: experiment.id, example_id: example!.id, latency_ms: ms });
      const judged = async (made: Promise<{ id: number }>, name: string, score?: number) =>
        anEvaluation(server, { run_id: (await made).id, name, score });
      // Faster than both; slower than one; as fast as the best; nobody else; only others.
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
      const empty = await experiment();
      expect((await metrics(empty.id, base.id))['latency']).toBe('0 0 0 0');
      expect((await metrics(empty.id))['totalCost']).toBe('0 0 0 0');
    });

    it('hold each repetition of the base against the means of the others', async () => {
      const [example] = await examples(1);
      const base = await experiment({ repetitions: 3 });
      const other = await experiment({ repetitions: 3 });
      const third = await experiment({ repetitions: 3 });
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
      // Means of 0.1 and of 20; the lowest single run is beside the point.
      await runs(base, 0.1, 0.05, 20);
      await runs(other, 0.1, 0.1, 0.1);
      await runs(third, 1, 1, 58);
      expect((await metrics(base.id, other.id, third.id))['latency']).toBe('1 1 1 0');
      expect(await annotations(base.id, other.id, third.id)).toEqual([['ms', '0 2 1 0']]);
    });

    it('take tokens of the run, else of its trace, and leave out what is not in the snapshot', async () => {
      const [a, b, c] = await examples(3);
      const base = await experiment({ examples: [a!, b!] });
      const other = await experiment();
      const traced = async (prompt_tokens: number, completion_tokens: number) => {
        const { trace_id } = await aTrace(server, { prompt_tokens, completion_tokens });
        return { trace_id };
      };
      const run = (
        experiment: { id: number },
        example: { id: number } | undefined,
        given: object,
      ) => aRun(server, { experiment_id: experiment.id, example_id: example!.id, ...given });
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

  describe('groups of runs', () => {
    const node = (id: string) =>
      server.gql<{ node: Group | null }>(
        `query ($id: ID!) { node(id: $id) { id ... on ExperimentRepeatedRunGroup { ${GROUP} } } }`,
        { id },
      );

    it('are found by their ids, also without runs', async () => {
      const [example] = await examples(1);
      const { id } = await experiment();
      const globalId = gid('ExperimentRepeatedRunGroup', `${id}:${example!.id}`);
      expect((await node(globalId)).data?.node).toMatchObject({ id: globalId, runs: [] });
      await aRun(server, { experiment_id: id, example_id: example!.id, latency_ms: 5 });
      expect((await node(globalId)).data?.node).toMatchObject({ averageLatencyMs: 5 });
    });

    it('are not found for pairs that cannot be', async () => {
      const [example] = await examples(1);
      const { id } = await experiment();
      const foreign = await anExperiment(server);
      for (const key of [
        `${id}:999999`,
        `999999:${example!.id}`,
        `${foreign.id}:${example!.id}`,
        `${id}`,
        `${id}:`,
        `${id}:${example!.id}:1`,
        `${id}: ${example!.id}`,
        `${'9'.repeat(30)}:1`,
        '-1:1',
        '1:1; DROP TABLE experiments',
      ]) {
        const { errors } = await node(gid('ExperimentRepeatedRunGroup', key));
        expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND');
      }
    });

    it('are shown by an example, one for each experiment asked for', async () => {
      const [example] = await examples(1);
      const one = await experiment();
      const two = await experiment();
      await aRun(server, { experiment_id: two.id, example_id: example!.id, latency_ms: 5 });
      const ofExample = (experimentIds: string[]) =>
        server.gql<{ compareExperiments: { edges: { node: { example: Shown } }[] } }>(
          `query ($base: ID!, $ids: [ID!]!) {
             compareExperiments(baseExperimentId: $base, compareExperimentIds: []) {
               edges { node { example {
                 experimentRepeatedRunGroups(experimentIds: $ids) { ${GROUP} } } } } } }`,
          { base: experimentId(one.id), ids: experimentIds },
        );
      const groups = async (experimentIds: string[]) =>
        (await ofExample(experimentIds)).data?.compareExperiments.edges[0]?.node.example
          .experimentRepeatedRunGroups;
      expect(await groups([two.id, one.id].map(experimentId))).toMatchObject([
        { experimentId: experimentId(two.id), averageLatencyMs: 5 },
        { experimentId: experimentId(one.id), averageLatencyMs: null },
      ]);
      expect(await groups([])).toEqual([]);
      const code = async (ids: string[]) => (await ofExample(ids)).errors?.[0]?.extensions.code;
      expect(await code([gid('Dataset', one.id)])).toBe('BAD_USER_INPUT');
      expect(await code([experimentId(999_999)])).toBe('NOT_FOUND');
      expect(await code([experimentId((await anExperiment(server)).id)])).toBe('BAD_REQUEST');
      expect(await code(Array.from({ length: 51 }, () => experimentId(one.id)))).toBe(
        'BAD_REQUEST',
      );
    });
  });
});
