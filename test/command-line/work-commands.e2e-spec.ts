import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { type CommandLine, createCommandLine } from '../support/command-line.js';
import { newTraceId, sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';

const CSV = 'id,question,answer,split\nfr,France?,Paris,train\njp,Japan?,"Tokyo, Japan",test\n';

describe('spandrel datasets, experiments, prompts, annotate and export', () => {
  let server: TestServer;
  let cli: CommandLine;
  let directory: string;

  beforeAll(async () => {
    server = await startTestServer();
    cli = await createCommandLine({ SPANDREL_URL: server.url });
    directory = await mkdtemp(join(tmpdir(), 'spandrel-cli-files-'));
  });
  afterAll(async () => {
    await cli.close();
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  });

  const file = (name: string) => join(directory, name);
  const print = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await cli.run(...args);
    expect([code, stderr]).toEqual([0, '']);
    return stdout;
  };
  const post = async (path: string, body: object) =>
    (await server.request.post(`/v1/${path}`).send(body).expect(200)).body.data;

  describe('datasets', () => {
    const columns = ['--input', 'question', '--output', 'answer', '--id', 'id', '--split', 'split'];

    let created: string;

    beforeAll(async () => {
      await writeFile(file('rows.csv'), CSV);
      created = await print('datasets', 'create', 'capitals', file('rows.csv'), ...columns);
    });

    it('creates a dataset from CSV', () => {
      expect(created).toMatch(/^2 examples created, 0 updated\. Version \S+\.\n$/);
    });

    it('lists datasets and shows one by name or ID', async () => {
      expect(await print('datasets')).toMatch(/\ncapitals +2 +\d{4}-\S+ \S+ +\S+\n$/);
      const { data } = await cli.json('datasets', 'get', 'capitals');
      expect(data).toMatchObject({ name: 'capitals', description: 'capitals', example_count: 2 });
      expect(await print('datasets', 'get', data.id)).toMatch(/^Name +capitals\n/);
    });

    it('lists examples as a table, JSON, CSV and JSON lines', async () => {
      const table = await print('datasets', 'examples', 'capitals');
      expect(table).toMatch(/\njp +\{"question":"Japan\?"\} +\{"answer":"Tokyo, Japan"\} +\{\}\n/);
      const { data } = await cli.json('datasets', 'examples', 'capitals', '--split', 'train');
      expect(data.examples).toMatchObject([{ id: 'fr', output: { answer: 'Paris' } }]);
      const csv = await print('datasets', 'examples', 'capitals', '--format', 'csv');
      expect(csv.split('\n')[0]).toBe('id,node_id,input.question,output.answer,splits');
      const lines = await print('datasets', 'examples', 'capitals', '--format', 'jsonl');
      expect(JSON.parse(lines.split('\n')[0]!)).toMatchObject({ id: 'fr', splits: ['train'] });
    });

    it('adds and changes examples from JSON lines on standard input', async () => {
      const rows = [
        { id: 'fr', question: 'France?', answer: 'Paris!', split: 'train' },
        { id: 'it', question: 'Italy?', answer: 'Rome' },
      ];
      const input = rows.map((row) => JSON.stringify(row)).join('\n');
      const upload = ['datasets', 'append', 'capitals', '-', '--format', 'jsonl', ...columns];
      const { code, stdout, stderr } = await cli.feed(input, ...upload);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/^1 examples created, 1 updated\./);
      const { data } = await cli.json('datasets', 'get', 'capitals');
      expect(data.example_count).toBe(3);
    });

    it.each([
      ['create', 'capitals', 'rows.csv', columns, 1, 'capitals'],
      ['create', 'new', 'none.csv', columns, 1, 'none.csv cannot be read: ENOENT'],
      ['create', 'new', 'rows.csv', [], 2, 'Name the columns to take'],
      ['create', 'new', 'rows.xls', columns, 2, 'Say with --format whether'],
      ['create', 'new', 'rows.csv', ['--input', 'nothing'], 1, 'nothing'],
    ])('refuses to %s %s from %s with %j', async (action, name, from, options, code, text) => {
      if (from === 'rows.xls') await writeFile(file(from), '');
      const refused = await cli.run('datasets', action, name, file(from), ...options);
      expect([refused.code, refused.stdout]).toEqual([code, '']);
      expect(refused.stderr).toContain(text);
    });
  });

  it('lists the experiments of a dataset, and the runs of one', async () => {
    const { dataset_id } = await post('datasets/upload?sync=true', {
      name: 'sums',
      inputs: [{ a: 1 }],
      outputs: [{ sum: 2 }],
    });
    const experiment = await post(`datasets/${dataset_id}/experiments`, { name: 'first try' });
    const { data } = (await server.request.get(`/v1/datasets/${dataset_id}/examples`)).body;
    const run = await post(`experiments/${experiment.id}/runs`, {
      dataset_example_id: data.examples[0].node_id,
      output: { sum: 3 },
      repetition_number: 1,
      start_time: '2026-03-01T10:00:00Z',
      end_time: '2026-03-01T10:00:01.500Z',
    });
    await post('experiment_evaluations', {
      experiment_run_id: run.id,
      name: 'exact',
      annotator_kind: 'CODE',
      start_time: '2026-03-01T10:00:02Z',
      end_time: '2026-03-01T10:00:02Z',
      result: { label: 'wrong', score: 0 },
    });
    expect(await print('experiments', 'sums')).toMatch(/\nfirst try +\S+ \S+ +1 +0 +0 +\S+\n$/);
    expect(await print('experiments', 'get', experiment.id)).toContain('\nSuccessful runs  1\n');
    expect(await print('experiments', 'runs', experiment.id)).toMatch(
      / 1 +1\.5 s +\{"sum":3\} +exact=wrong\/0\n$/,
    );
    const runs = await cli.json('experiments', 'runs', experiment.id);
    expect(runs).toMatchObject([{ output: { sum: 3 }, annotations: [{ name: 'exact' }] }]);
    const csv = await print('experiments', 'runs', experiment.id, '--format', 'csv');
    expect(csv).toMatch(/^example_id,repetition_number,.*annotation_exact_label/);
    const downloaded = await print('experiments', 'runs', experiment.id, '--format', 'json');
    expect(JSON.parse(downloaded)).toEqual(runs);
  });

  it('lists prompts, shows a version by tag or ID, and moves a tag', async () => {
    const version = (text: string) => ({
      prompt: { name: 'greeter', description: 'Says hello' },
      version: {
        model_provider: 'OPENAI',
        model_name: 'gpt-x',
        template_type: 'CHAT',
        template_format: 'MUSTACHE',
        template: { type: 'chat', messages: [{ role: 'user', content: text }] },
        invocation_parameters: { type: 'openai', openai: { temperature: 1.0 } },
      },
    });
    const first = await post('prompts', version('Hi {{who}}'));
    const second = await post('prompts', version('Hello {{who}}'));
    expect(await print('prompts')).toMatch(/\ngreeter +Says hello +\S+\n/);
    expect(await print('prompts', 'get', 'greeter')).toMatch(
      /^Version ID .*\nModel +OPENAI gpt-x\n.*\n\nuser\nHello \{\{who\}\}\n$/s,
    );
    const tag = ['prompts', 'tag', 'greeter', 'production'];
    expect(await print(...tag)).toBe(`production now points to ${second.id}.\n`);
    await print(...tag, '--version', first.id);
    const { data } = await cli.json('prompts', 'get', 'greeter', '--tag', 'production');
    expect(data).toEqual(first);
    expect(await cli.json('prompts', 'get', 'greeter', '--version', second.id)).toEqual({
      data: second,
    });
    expect(await print('prompts', 'tags', 'greeter')).toMatch(
      new RegExp(`\nproduction +${first.id}\n$`),
    );
    expect(await print('prompts', 'versions', 'greeter')).toMatch(/ gpt-x +production *\n/);
  });

  describe('annotate', () => {
    const traceId = newTraceId();

    beforeAll(() =>
      sendTraces(server.url, [
        {
          project: 'judged',
          traceId,
          spanId: 'cccccccccccccccc',
          attributes: { 'session.id': 's' },
        },
      ]),
    );

    it.each([
      ['span', 'cccccccccccccccc', 'span_annotations?span_ids=cccccccccccccccc'],
      ['trace', traceId, `trace_annotations?trace_ids=${traceId}`],
      ['session', 's', 'session_annotations?session_ids=s'],
    ])('annotates a %s', async (target, id, list) => {
      const values = ['--label', 'wrong', '--score', '-0.5', '--explanation', 'Too short.'];
      const more = ['--kind', 'LLM', '--identifier', 'ci', '--metadata', '{"ticket":4711}'];
      const made = await print('annotate', target, id, '--name', 'quality', ...values, ...more);
      expect(made).toMatch(new RegExp(`^Annotated the ${target}: \\S+\n$`));
      const { body } = await server.request.get(`/v1/projects/judged/${list}`);
      expect(body.data).toMatchObject([
        {
          name: 'quality',
          annotator_kind: 'LLM',
          identifier: 'ci',
          metadata: { ticket: 4711 },
          result: { label: 'wrong', score: -0.5, explanation: 'Too short.' },
        },
      ]);
    });

    it.each([
      [['span', 'nothing', '--name', 'x', '--score', '1'], 1, 'nothing not found'],
      [['span', 'cccccccccccccccc', '--name', 'x'], 2, 'Give at least one of --label'],
      [['span', 'cccccccccccccccc', '--score', '1'], 2, "Required option '--name <name>'"],
      [['span', 'cccccccccccccccc', '--name', 'x', '--score', 'good'], 2, 'It must be a number.'],
      [['span', 'cccccccccccccccc', '--name', 'x', '--label', 'y', '--metadata', '[]'], 2, 'JSON'],
      [['span', 'cccccccccccccccc', '--name', 'note', '--label', 'y'], 1, 'note'],
      [['project', 'judged', '--name', 'x', '--score', '1'], 2, "Unknown command 'project'"],
    ])('refuses %j', async (args, code, text) => {
      const refused = await cli.run('annotate', ...args);
      expect([refused.code, refused.stdout]).toEqual([code, '']);
      expect(refused.stderr).toContain(text);
    });
  });

  describe('export', () => {
    beforeAll(() =>
      sendTraces(server.url, [
        { project: 'shop', name: 'early', startedAt: new Date('2026-03-01T10:00:00Z') },
        { project: 'shop', name: 'late', startedAt: new Date('2026-03-02T10:00:00Z') },
      ]),
    );

    it('writes OTLP to standard output', async () => {
      const [line] = (await print('export', 'shop', '--from', '2026-03-02')).split('\n');
      const { resourceSpans } = JSON.parse(line!);
      expect(resourceSpans[0].scopeSpans[0].spans).toMatchObject([{ name: 'late' }]);
    });

    it('writes Parquet to a file', async () => {
      const out = file('shop.parquet');
      expect(await print('export', 'shop', '--format', 'parquet', '--out', out)).toBe('');
      const rows = await parquetReadObjects({ file: await asyncBufferFromFile(out) });
      expect(rows.map(({ name }) => name)).toEqual(['late', 'early']);
    });

    it.each([
      [['nothing'], 1, 'Project "nothing" not found.'],
      [[], 2, "Missing required argument 'project'"],
      [['shop', '--format', 'xml'], 2, 'Allowed choices are otlp, parquet.'],
      [['shop', '--out', '/nowhere/x.jsonl'], 1, '/nowhere/x.jsonl cannot be written: ENOENT'],
    ])('refuses %j and leaves no file', async (args, code, text) => {
      const out = args.includes('--out') ? [] : ['--out', file('refused')];
      const refused = await cli.run('export', ...args, ...out);
      expect([refused.code, refused.stdout]).toEqual([code, '']);
      expect(refused.stderr).toContain(text);
      expect((await readdir(directory)).filter((name) => name.startsWith('refused'))).toEqual([]);
    });

    it('keeps the file of an earlier export until the new one is complete', async () => {
      const out = file('kept.jsonl');
      await writeFile(out, 'old');
      expect((await cli.run('export', 'nothing', '--out', out)).code).toBe(1);
      expect(await readFile(out, 'utf8')).toBe('old');
      expect((await cli.run('export', 'shop', '--out', out)).code).toBe(0);
      expect(await readFile(out, 'utf8')).toContain('early');
    });
  });
});
