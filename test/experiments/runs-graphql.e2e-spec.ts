import { aDatasetVersion } from '../support/factories/dataset.js';
import { anExample, aRevision } from '../support/factories/dataset-example.js';
import { anEvaluation, anExperiment, aRun } from '../support/factories/experiment.js';
import { aSpan } from '../support/factories/span.js';
import { DEFAULT_END, DEFAULT_START } from '../support/factories/times.js';
import { globalId } from '../support/global-id.js';
import { startTestServer, type TestServer } from '../support/server.js';

interface Page {
  edges: { node: { id: string; repetitionNumber: number } }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

describe('runs over GraphQL', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const run = async <T extends object>(id: number, fields: string) => {
    const { data, errors } = await server.gql<{ node: T }>(
      `{ node(id: "${globalId('ExperimentRun', id)}") { ... on ExperimentRun { ${fields} } } }`,
    );
    expect(errors).toBeUndefined();
    return data!.node;
  };

  it('show the task, its evaluations and the example at that time', async () => {
    const { id: example_id, dataset_id } = await anExample(server, { input: { q: 'old' } });
    const { id: experiment_id } = await anExperiment(server, { dataset_id });
    const later = await aDatasetVersion(server, { dataset_id });
    await aRevision(server, { example_id, version_id: later.id, input: { q: 'new' } });
    const { id } = await aRun(server, { experiment_id, output: { b: [1, null], a: 'x' } });
    const span = await aSpan(server);
    const judged = { run_id: id, trace_id: span.trace_id, metadata: { m: 1 }, explanation: 'why' };
    const evaluation = await anEvaluation(server, {
      ...judged,
      name: 'b',
      score: 0.5,
      label: 'ok',
    });
    await anEvaluation(server, { run_id: id, name: 'a', annotator_kind: 'LLM', error: 'x' });
    expect(
      await run(
        id,
        `id experimentId repetitionNumber output error startTime endTime latencyMs traceId
         trace { id } example { id revision { input } } experiment { id }
         annotations { edges { cursor node { id name annotatorKind label score explanation error
           metadata startTime endTime traceId trace { traceId } } } pageInfo { hasNextPage } }
         costSummary { total { tokens cost } }`,
      ),
    ).toEqual({
      id: globalId('ExperimentRun', id),
      experimentId: globalId('Experiment', experiment_id),
      repetitionNumber: 1,
      output: { b: [1, null], a: 'x' },
      error: null,
      startTime: DEFAULT_START,
      endTime: DEFAULT_END,
      latencyMs: 2000.001,
      traceId: null,
      trace: null,
      example: { id: globalId('DatasetExample', example_id), revision: { input: { q: 'old' } } },
      experiment: { id: globalId('Experiment', experiment_id) },
      annotations: {
        edges: [
          {
            cursor: expect.any(String),
            node: expect.objectContaining({
              name: 'a',
              annotatorKind: 'LLM',
              error: 'x',
              trace: null,
            }),
          },
          {
            cursor: expect.any(String),
            node: {
              id: globalId('ExperimentRunAnnotation', evaluation.id),
              name: 'b',
              annotatorKind: 'CODE',
              label: 'ok',
              score: 0.5,
              explanation: 'why',
              error: null,
              metadata: { m: 1 },
              startTime: DEFAULT_START,
              endTime: DEFAULT_END,
              traceId: span.trace_id,
              trace: { traceId: span.trace_id },
            },
          },
        ],
        pageInfo: { hasNextPage: false },
      },
      costSummary: { total: { tokens: 0, cost: null } },
    });
  });

  it('list their evaluations in pages', async () => {
    const { id } = await aRun(server);
    for (const name of ['c', 'a', 'b']) await anEvaluation(server, { run_id: id, name });
    const page = async (args: string) => {
      const { annotations } = await run<{
        annotations: { edges: { node: { name: string } }[]; pageInfo: { endCursor: string } };
      }>(id, `annotations(${args}) { edges { node { name } } pageInfo { endCursor } }`);
      const names = annotations.edges.map(({ node }) => node.name).join();
      return [names, annotations.pageInfo.endCursor];
    };
    const [names, end] = await page('first: 2');
    expect(names).toBe('a,b');
    expect((await page(`first: 2, after: "${end}"`))[0]).toBe('c');
    expect((await page('last: 1'))[0]).toBe('c');
  });

  it('keep every digit and the order of keys of an output', async () => {
    const { id } = await aRun(server);
    const output = '{"z":9007199254740993,"a":1.0}';
    await server.sql('UPDATE experiment_runs SET output = $2::json WHERE id = $1', [id, output]);
    const query = `{ node(id: "${globalId('ExperimentRun', id)}") { ... on ExperimentRun { output } } }`;
    const { text } = await server.request.post('/graphql').send({ query });
    expect(text).toContain(`"output":${output}`);
  });

  it('find their trace and its tokens even if its spans arrive later', async () => {
    const { id } = await aRun(server, { trace_id: 'late' });
    const fields = 'traceId trace { projectId } costSummary { prompt { tokens } }';
    expect(await run(id, fields)).toEqual({
      traceId: 'late',
      trace: null,
      costSummary: { prompt: { tokens: 0 } },
    });
    const span = await aSpan(server, { trace_id: 'late', kind: 'LLM', prompt_tokens: 5 });
    expect(await run(id, fields)).toEqual({
      traceId: 'late',
      trace: { projectId: globalId('Project', span.project_id) },
      costSummary: { prompt: { tokens: 5 } },
    });
  });

  it('show an example outside the snapshot as it is now', async () => {
    const { dataset_id } = await anExample(server);
    const { id: experiment_id } = await anExperiment(server, { dataset_id });
    const { id: example_id } = await anExample(server, { dataset_id, input: { q: 1 } });
    const { id } = await aRun(server, { experiment_id, example_id });
    expect(await run(id, 'example { revision { input } }')).toEqual({
      example: { revision: { input: { q: 1 } } },
    });
  });

  describe('in lists', () => {
    let experimentId: number;
    let examples: { id: number }[];

    beforeEach(async () => {
      const first = await anExample(server);
      const { dataset_id } = first;
      examples = [first, await anExample(server, { dataset_id })];
      experimentId = (await anExperiment(server, { dataset_id })).id;
    });

    const page = async (args: string, fields = ''): Promise<Page> => {
      const { data, errors } = await server.gql<{ node: { runs: Page } }>(
        `{ node(id: "${globalId('Experiment', experimentId)}") { ... on Experiment {
             runs${args} { edges { node { id repetitionNumber ${fields} } }
                           pageInfo { hasNextPage endCursor } } } } }`,
      );
      expect(errors).toBeUndefined();
      return data!.node.runs;
    };
    /** Reads all pages, two runs at a time. */
    const walk = async (sort = ''): Promise<number[]> => {
      const numbers: number[] = [];
      let after = '';
      for (;;) {
        const { edges, pageInfo } = await page(`(first: 2, after: "${after}" ${sort})`);
        numbers.push(...edges.map(({ node }) => node.repetitionNumber));
        if (!pageInfo.hasNextPage) return numbers;
        after = pageInfo.endCursor!;
      }
    };
    const add = (example: number, repetition_number: number, latencyMs = 0) =>
      aRun(server, {
        experiment_id: experimentId,
        example_id: examples[example]!.id,
        repetition_number,
        start_time: DEFAULT_START,
        end_time: DEFAULT_START,
        latency_ms: latencyMs,
      });

    it('are sorted by example and repetition', async () => {
      for (const [example, repetition] of [
        [1, 4],
        [0, 2],
        [1, 3],
        [0, 1],
        [1, 9],
      ] as const) {
        await add(example, repetition);
      }
      expect(await walk()).toEqual([1, 2, 3, 4, 9]);
      const { pageInfo } = await page('(first: 5)');
      expect(pageInfo.hasNextPage).toBe(false);
    });

    it('are sorted by latency in both directions, with ties by ID', async () => {
      for (const [at, latency] of [5, 0.1, 5, 1e-7, 300].entries()) await add(0, at + 1, latency);
      expect(await walk('sort: { col: { metric: latencyMs }, dir: asc }')).toEqual([4, 2, 1, 3, 5]);
      expect(await walk('sort: { col: { metric: latencyMs }, dir: desc }')).toEqual([
        5, 3, 1, 2, 4,
      ]);
    });

    it('are sorted by the scores of an evaluation, with those without a score last', async () => {
      for (const [at, score] of [0.5, null, 0.9, 0.5, undefined].entries()) {
        const { id } = await add(0, at + 1);
        if (score !== undefined) await anEvaluation(server, { run_id: id, name: 'a', score });
        await anEvaluation(server, { run_id: id, name: 'b', score: at });
      }
      const by = (name: string, dir: string) =>
        `sort: { col: { annotationName: "${name}" }, dir: ${dir} }`;
      expect(await walk(by('a', 'asc'))).toEqual([1, 4, 3, 2, 5]);
      expect(await walk(by('a', 'desc'))).toEqual([3, 4, 1, 5, 2]);
      expect(await walk(by('b', 'desc'))).toEqual([5, 4, 3, 2, 1]);
      expect(await walk(by('none', 'asc'))).toEqual([1, 2, 3, 4, 5]);
    });

    it('read no output unless requested, and need no more queries for many than for two', async () => {
      const fields = `output trace { id } costSummary { total { tokens } } experiment { name }
        example { revision { input } } annotations { edges { node { name trace { id } } } }`;
      const fill = async (from: number, to: number) => {
        for (let n = from; n <= to; n++) {
          const span = await aSpan(server);
          const { id } = await add(n % 2, n);
          await server.sql('UPDATE experiment_runs SET trace_id = $2 WHERE id = $1', [
            id,
            span.trace_id,
          ]);
          await anEvaluation(server, { run_id: id, trace_id: span.trace_id });
        }
      };
      await fill(1, 2);
      const two = await server.countQueries(() => page('', fields));
      await fill(3, 10);
      const ten = await server.countQueries(() => page('', fields));
      expect(ten.result.edges).toHaveLength(10);
      expect(ten.statements).toHaveLength(two.statements.length);
      const bare = await server.countQueries(() => page(''));
      expect(bare.statements.filter((text) => /\boutput\b/.test(text))).toEqual([]);
    });

    it('are listed newest first for an example, from all experiments or from some', async () => {
      const [example] = examples;
      const [{ dataset_id } = { dataset_id: 0 }] = await server.sql<{ dataset_id: number }>(
        'SELECT dataset_id FROM experiments WHERE id = $1',
        [experimentId],
      );
      const other = await anExperiment(server, { dataset_id });
      await add(0, 1);
      await aRun(server, {
        experiment_id: other.id,
        example_id: example!.id,
        repetition_number: 2,
      });
      await add(0, 3);
      await add(1, 4);
      const numbers = async (args: string) => {
        const { data, errors } = await server.gql<{ node: { experimentRuns: Page } }>(
          `{ node(id: "${globalId('DatasetExample', example!.id)}") { ... on DatasetExample {
               experimentRuns${args} { edges { node { repetitionNumber } }
                                       pageInfo { hasNextPage endCursor } } } } }`,
        );
        expect(errors).toBeUndefined();
        return data!.node.experimentRuns;
      };
      const all = await numbers('');
      expect(all.edges.map(({ node }) => node.repetitionNumber)).toEqual([3, 2, 1]);
      const first = await numbers('(first: 2)');
      const rest = await numbers(`(after: "${first.pageInfo.endCursor}")`);
      expect(rest.edges.map(({ node }) => node.repetitionNumber)).toEqual([1]);
      const some = await numbers(`(experimentIds: ["${globalId('Experiment', other.id)}"])`);
      expect(some.edges.map(({ node }) => node.repetitionNumber)).toEqual([2]);
      expect((await numbers('(experimentIds: [])')).edges).toEqual([]);
    });

    it.each([
      ['runs(first: 0)'],
      ['runs(first: 1001)'],
      ['runs(after: "x")'],
      [String.raw`runs(sort: { col: { annotationName: "\u0000" }, dir: asc })`],
      [`runs(after: "${Buffer.from('1:FLOAT:2').toString('base64')}")`],
      [
        `runs(sort: { col: { metric: latencyMs }, dir: asc }, after: "${Buffer.from('1').toString('base64')}")`,
      ],
    ])('refuse %s', async (field) => {
      const { errors } = await server.gql(
        `{ node(id: "${globalId('Experiment', experimentId)}") { ... on Experiment {
             ${field} { edges { cursor } } } } }`,
      );
      expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    });

    it.each([
      ['{ metric: latencyMs, annotationName: "a" }'],
      ['{}'],
      ['{ metric: cost }'],
      ['{ annotationName: null }'],
    ])('are not sorted by %s', async (col) => {
      const { errors } = await server.gql(
        `{ node(id: "${globalId('Experiment', experimentId)}") { ... on Experiment {
             runs(sort: { col: ${col}, dir: asc }) { edges { cursor } } } } }`,
      );
      expect(errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    });
  });
});
