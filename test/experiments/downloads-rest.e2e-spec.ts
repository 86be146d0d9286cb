import { aDatasetVersion } from '../support/factories/dataset.js';
import { anExample, aRevision } from '../support/factories/dataset-example.js';
import { column } from '../support/csv-cells.js';
import { anEvaluation, anExperiment, aRun } from '../support/factories/experiment.js';
import { DEFAULT_END, DEFAULT_START } from '../support/factories/times.js';
import { globalId } from '../support/global-id.js';
import { startTestServer, type TestServer } from '../support/server.js';

const COLUMNS =
  'example_id,repetition_number,input,reference_output,output,metadata,error,latency_ms,' +
  'start_time,end_time,trace_id,prompt_token_count,completion_token_count';
const ANNOTATION = [
  'label',
  'score',
  'explanation',
  'metadata',
  'annotator_kind',
  'trace_id',
  'error',
  'start_time',
  'end_time',
];

describe('downloads of experiments', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const get = (id: number, format: string) =>
    server.request.get(`/v1/experiments/${globalId('Experiment', id)}/${format}`).buffer(true);

  /** Creates an experiment with one run per output, of examples with the given metadata. */
  const withRuns = async (outputs: string[], metadata: object[] = []) => {
    const examples: { id: number; dataset_id: number }[] = [];
    for (const at of outputs.keys()) {
      const dataset_id = examples[0]?.dataset_id;
      const given = { input: { q: at }, output: { a: 'é' }, metadata: metadata[at] ?? {} };
      examples.push(
        await anExample(server, dataset_id === undefined ? given : { ...given, dataset_id }),
      );
    }
    const { id } = await anExperiment(server, {
      dataset_id: examples[0]!.dataset_id,
      name: 'my exp',
    });
    for (const [at, output] of outputs.entries()) {
      const example_id = examples[at]!.id;
      const run = await aRun(server, { experiment_id: id, example_id });
      await server.sql('UPDATE experiment_runs SET output = $2::json WHERE id = $1', [
        run.id,
        output,
      ]);
    }
    return { id, examples };
  };

  describe('as JSON', () => {
    it('has what a table of the runs has', async () => {
      const { id, examples } = await withRuns(
        ['{"answer":"Zürich","n":1.0,"big":9007199254740993}'],
        [{ tags: ['a', 'é'] }],
      );
      const [run] = await server
        .sql<{ id: number }>(
          "UPDATE experiment_runs SET trace_id = 'abc' WHERE experiment_id = $1 RETURNING id",
          [id],
        )
        .then(([rows]) => rows as unknown as { id: number }[]);
      await anEvaluation(server, { run_id: run!.id, name: 'b', score: 1, metadata: { m: 1 } });
      await anEvaluation(server, { run_id: run!.id, name: 'a', label: 'ok', error: 'x' });
      const { status, headers, text } = await get(id, 'json');
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('application/json');
      expect(headers['content-disposition']).toBe('attachment; filename="my exp.json"');
      const annotation = {
        annotator_kind: 'CODE',
        label: null,
        score: null,
        explanation: null,
        trace_id: null,
        error: null,
        metadata: {},
        start_time: DEFAULT_START,
        end_time: DEFAULT_END,
      };
      expect(JSON.parse(text)).toEqual([
        {
          example_id: globalId('DatasetExample', examples[0]!.id),
          repetition_number: 1,
          input: { q: 0 },
          reference_output: { a: 'é' },
          output: { answer: 'Zürich', n: 1, big: expect.any(Number) },
          metadata: { tags: ['a', 'é'] },
          error: null,
          latency_ms: 2000.001,
          start_time: DEFAULT_START,
          end_time: DEFAULT_END,
          trace_id: 'abc',
          prompt_token_count: null,
          completion_token_count: null,
          annotations: [
            { ...annotation, name: 'a', label: 'ok', error: 'x' },
            { ...annotation, name: 'b', score: 1, metadata: { m: 1 } },
          ],
        },
      ]);
      expect(text).toMatch(/^\[\n {2}\{\n {4}"example_id": "/);
      expect(text).toContain(
        '"answer": "Zürich",\n      "n": 1.0,\n      "big": 9007199254740993\n',
      );
      expect(text).toContain('"score": 1.0,');
    });

    it('writes whole latencies as floats', async () => {
      const { id } = await withRuns(['1']);
      await server.sql('UPDATE experiment_runs SET latency_ms = 0 WHERE experiment_id = $1', [id]);
      expect((await get(id, 'json')).text).toContain('"latency_ms": 0.0,');
    });

    it('is sorted by example and repetition, with examples of the version', async () => {
      const { id, examples } = await withRuns(['"0/1"', '"1/1"', '"2/1"']);
      const [first, second] = examples;
      await aRun(server, {
        experiment_id: id,
        example_id: first!.id,
        repetition_number: 3,
        output: '0/3',
      });
      await aRun(server, {
        experiment_id: id,
        example_id: first!.id,
        repetition_number: 2,
        output: '0/2',
      });
      const { dataset_id } = first!;
      const later = await aDatasetVersion(server, { dataset_id });
      await aRevision(server, { example_id: first!.id, version_id: later.id, input: { q: 'new' } });
      await aRevision(server, { example_id: second!.id, version_id: later.id, kind: 'DELETE' });
      const beyond = await anExample(server, { dataset_id });
      await aRun(server, { experiment_id: id, example_id: beyond.id, output: 'beyond' });
      const records = async () =>
        JSON.parse((await get(id, 'json')).text).map(
          (record: { output: string; input: { q: unknown } }) => [record.output, record.input.q],
        );
      expect(await records()).toEqual([
        ['0/1', 0],
        ['0/2', 0],
        ['0/3', 0],
        ['1/1', 1],
        ['2/1', 2],
      ]);
      await server.sql('UPDATE experiments SET dataset_version_id = $2 WHERE id = $1', [
        id,
        later.id,
      ]);
      expect(await records()).toEqual([
        ['0/1', 'new'],
        ['0/2', 'new'],
        ['0/3', 'new'],
        ['2/1', 2],
        ['beyond', undefined],
      ]);
    });

    it('continues through many megabytes, batch by batch', async () => {
      const { id, examples } = await withRuns(['1']);
      await server.sql(
        `INSERT INTO experiment_runs (experiment_id, example_id, repetition_number, output,
           start_time, end_time, is_failed, latency_ms)
         SELECT $1, $2, n, to_json(repeat(md5(n::text), 1000)), now(), now(), false, 0
           FROM generate_series(2, 300) n`,
        [id, examples[0]!.id],
      );
      const { result, statements } = await server.countQueries(() => get(id, 'json'));
      const records: { repetition_number: number }[] = JSON.parse(result.text);
      expect(records.map((record) => record.repetition_number)).toEqual(
        Array.from({ length: 300 }, (_, at) => at + 1),
      );
      expect(statements.length).toBeLessThan(60);
    });
  });

  describe('as CSV', () => {
    it('has columns in order: runs, metadata, evaluations', async () => {
      const { id, examples } = await withRuns(
        ['{"ü":"x, \\"y\\""}', '"text"'],
        [{ level: 1, tags: ['é'] }, { other: { a: true } }],
      );
      const [{ id: runId } = { id: 0 }] = await server.sql<{ id: number }>(
        'SELECT min(id) AS id FROM experiment_runs WHERE experiment_id = $1',
        [id],
      );
      await anEvaluation(server, { run_id: runId, name: 'b', score: 1, metadata: { k: 'é' } });
      await anEvaluation(server, { run_id: runId, name: 'a b', label: 'ok', explanation: 'x\ny' });
      const { status, headers, text } = await get(id, 'csv');
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/csv');
      expect(headers['content-disposition']).toBe('attachment; filename="my exp.csv"');
      const annotations = ['a b', 'b'].flatMap((name) =>
        ANNOTATION.map((what) => `annotation_${name}_${what}`),
      );
      const metadata = 'metadata_level,metadata_tags,metadata_other';
      const run = (at: number) => globalId('DatasetExample', examples[at]!.id);
      const times = `2000.001,${DEFAULT_START},${DEFAULT_END},,,`;
      expect(text).toBe(
        `${COLUMNS},${metadata},${annotations.join(',')}\n` +
          `${run(0)},1,"{""q"": 0}","{""a"": ""\\u00e9""}","{""\\u00fc"": ""x, \\""y\\""""}",` +
          `"{""level"": 1, ""tags"": [""\\u00e9""]}",,${times},` +
          `1.0,"[""\\u00e9""]",,` +
          `ok,,"x\ny",{},CODE,,,${DEFAULT_START},${DEFAULT_END},` +
          `,1.0,,"{""k"": ""\\u00e9""}",CODE,,,${DEFAULT_START},${DEFAULT_END}\n` +
          `${run(1)},1,"{""q"": 1}","{""a"": ""\\u00e9""}",text,"{""other"": {""a"": true}}",,${times},` +
          `,,"{""a"": true}",${','.repeat(17)}\n`,
      );
    });

    it.each([
      ['whole numbers', ['1', '2'], ['1', '2']],
      ['whole numbers with null', ['1', 'null'], ['1.0', '']],
      [
        'a mixture',
        ['1', 'true', '"x"', '0.5', '[1, "a", null]'],
        ['1', 'True', 'x', '0.5', "[1, 'a', None]"],
      ],
      ['objects next to numbers', ['{}', '1', 'null'], ['{}', '1', '']],
    ])('writes outputs that are %s as a data frame does', async (_what, outputs, expected) => {
      const { id } = await withRuns(outputs);
      expect(column((await get(id, 'csv')).text, 'output')).toEqual(expected);
    });

    it('writes metadata as a data frame does', async () => {
      const metadata = [{ n: 1, b: true, __proto__: null }, { n: 2.5 }, { b: false, n: null }];
      const { id } = await withRuns(['1', '2', '3'], metadata);
      const { text } = await get(id, 'csv');
      expect(column(text, 'metadata_n')).toEqual(['1.0', '2.5', '']);
      expect(column(text, 'metadata_b')).toEqual(['True', '', 'False']);
    });

    it('writes tokens, errors and hostile metadata', async () => {
      const { id, examples } = await withRuns(
        ['1', 'null'],
        [JSON.parse('{"__proto__":{"x":1},"constructor":2}'), {}],
      );
      await server.sql(
        `UPDATE experiment_runs SET error = 'it, "broke"', prompt_tokens = 5, trace_id = 't'
          WHERE experiment_id = $1 AND example_id = $2`,
        [id, examples[0]!.id],
      );
      const { text } = await get(id, 'csv');
      expect(column(text, 'metadata___proto__')).toEqual(['{"x": 1}', '']);
      expect(column(text, 'metadata_constructor')).toEqual(['2.0', '']);
      expect(column(text, 'error')).toEqual(['it, "broke"', '']);
      expect(column(text, 'prompt_token_count')).toEqual(['5.0', '']);
      expect(column(text, 'trace_id')).toEqual(['t', '']);
    });

    it('refuses too many columns', async () => {
      const metadata = Object.fromEntries(Array.from({ length: 17_000 }, (_, n) => [`k${n}`, n]));
      const { id } = await withRuns(['1'], [metadata]);
      const { status, text } = await get(id, 'csv');
      expect(status).toBe(422);
      expect(text).toContain('JSON');
      expect((await get(id, 'json')).status).toBe(200);
    });
  });

  it.each(['json', 'csv'])('are saved under names of any script: %s', async (format) => {
    const { id } = await withRuns(['1']);
    await server.sql('UPDATE experiments SET name = $2 WHERE id = $1', [id, '試験 "a"/\n']);
    const { status, headers } = await get(id, format);
    expect(status).toBe(200);
    expect(headers['content-disposition']).toBe(
      `attachment; filename*=UTF-8''%E8%A9%A6%E9%A8%93%20%22a%22%2F%0A.${format}`,
    );
  });

  it.each(['json', 'csv'])('are not found without runs: %s', async (format) => {
    const { id } = await anExperiment(server);
    const { status, text, type } = await get(id, format);
    expect([status, type]).toEqual([404, 'text/plain']);
    expect(text).toContain('has no runs');
    for (const [wrong, answer] of [
      ['fake-id-0a1b2c3d', 422],
      [globalId('Dataset', 1), 422],
      [globalId('Experiment', 999999), 404],
    ] as const) {
      const response = await server.request.get(`/v1/experiments/${wrong}/${format}`);
      expect(response.status).toBe(answer);
    }
  });
});
