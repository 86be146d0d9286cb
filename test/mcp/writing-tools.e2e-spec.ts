import { bearer, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { StorageMonitor } from '../support/built.js';
import { aProject } from '../support/factories/project.js';
import { aSession } from '../support/factories/session.js';
import { aSpan, type SpanRow } from '../support/factories/span.js';
import { globalId } from '../support/global-id.js';
import { type Agent, connectAgent } from './agent.js';

interface SchemaOfInput {
  type?: string;
  enum?: string[];
}

/** Makes a value that a required input accepts. */
function sampleOf({ type, enum: options }: SchemaOfInput): unknown {
  if (options) return options[0];
  return type === 'array' ? ['shop'] : 'shop';
}

describe('the tools that write', () => {
  let server: SecuredServer;
  let member: Agent;
  let viewer: Agent;
  let span: SpanRow;

  beforeAll(async () => {
    server = await startSecuredServer();
    member = await connectAgent(server.url, bearer(server.accounts.MEMBER.key));
    viewer = await connectAgent(server.url, bearer(server.accounts.VIEWER.key));
    const project = await aProject(server, { name: 'shop' });
    span = await aSpan(server, {
      project_id: project.id,
      session_id: 'talk',
      payload: { input: { value: 'hi' }, output: { value: 'bye' } },
      input_preview: 'hi',
      output_preview: 'bye',
    });
  });
  afterAll(() => server.stop());

  const listed = async (target: string, id: string) =>
    (await viewer.call('list_annotations', { target, id })).items as object[];

  it.each(['span', 'trace', 'session'] as const)(
    'annotates a %s as a model, and replaces its own annotation only',
    async (target) => {
      const id = { span: span.span_id, trace: span.trace_id, session: 'talk' }[target];
      const annotate = (label: string, rest: object = {}) =>
        member.call('annotate', {
          target,
          name: 'grade',
          annotations: [{ id, label, score: 0.5 }],
          ...rest,
        });
      await annotate('good');
      await annotate('bad');
      await annotate('other', { identifier: 'second' });
      expect(await listed(target, id)).toEqual([
        {
          name: 'grade',
          label: 'bad',
          score: 0.5,
          annotator: 'LLM',
          identifier: 'mcp',
          user: server.accounts.MEMBER.username,
          created_at: expect.any(String),
        },
        expect.objectContaining({ label: 'other', identifier: 'second' }),
      ]);
    },
  );

  it('never replaces what a person judged in the app', async () => {
    const annotations = [{ targetId: globalId('Span', span.id), name: 'verdict', label: 'mine' }];
    const own = await server.gqlAs(
      bearer(server.accounts.MEMBER.key),
      'mutation ($input: [OwnAnnotationInput!]!) { setOwnAnnotations(input: $input) { failures { message } } }',
      { input: annotations },
    );
    expect(own.errors).toBeUndefined();
    await member.call('annotate', {
      target: 'span',
      name: 'verdict',
      annotations: [{ id: span.span_id, label: 'model' }],
    });
    const verdicts = (await listed('span', span.span_id)).filter(
      (one) => 'name' in one && one.name === 'verdict',
    );
    expect(verdicts).toMatchObject([
      { label: 'mine', annotator: 'HUMAN' },
      { label: 'model', annotator: 'LLM' },
    ]);
  });

  it('lists the names that a project uses', async () => {
    await member.call('annotate', {
      target: 'span',
      name: 'spelling',
      annotations: [{ id: span.span_id, label: 'ok' }],
    });
    const { spans, traces } = await viewer.call('list_annotation_names', { project: 'shop' });
    expect(spans).toContainEqual({ name: 'spelling', count: 1 });
    expect(traces).not.toContainEqual(expect.objectContaining({ name: 'spelling' }));
  });

  it('refuses empty annotations and unknown targets, and then stores none', async () => {
    const empty = await member.ask('annotate', {
      target: 'span',
      name: 'x',
      annotations: [{ id: 'abc' }],
    });
    expect(empty.text).toBe(
      'The annotation of "abc" is empty. Give it a label, a score or an explanation.',
    );
    const unknown = await member.ask('annotate', {
      target: 'span',
      name: 'unknown target',
      annotations: [
        { id: span.span_id, label: 'a' },
        { id: 'abc', label: 'a' },
      ],
    });
    expect([unknown.isError, unknown.text]).toEqual([true, 'Span "abc" not found.']);
    const twice = await member.ask('annotate', {
      target: 'span',
      name: 'unknown target',
      annotations: [
        { id: span.span_id, label: 'a' },
        { id: globalId('Span', span.id), label: 'b' },
      ],
    });
    expect(twice.text).toBe(
      `"${globalId('Span', span.id)}" occurs twice. Give each span one annotation with this name.`,
    );
    const note = await member.ask('annotate', {
      target: 'span',
      name: 'note',
      annotations: [{ id: span.span_id, explanation: 'slow' }],
    });
    expect(note.text).toMatch(/put the note into `explanation`\.$/);
    const { spans } = await viewer.call('list_annotation_names', { project: 'shop' });
    expect(spans).not.toContainEqual(expect.objectContaining({ name: 'unknown target' }));
  });

  it('makes a dataset of spans', async () => {
    const { id, link } = await member.call('create_dataset', { name: 'bad answers' });
    expect(link).toBe(`${server.url}/datasets/${encodeURIComponent(id)}/examples`);
    const span_ids = [span.span_id, globalId('Span', span.id)];
    const added = await member.call('add_examples_from_spans', {
      dataset: 'bad answers',
      span_ids,
    });
    expect(added).toMatchObject({ added: 1, example_count: 1 });
    const { items } = await viewer.call('get_dataset_examples', { dataset: id });
    expect(items).toMatchObject([
      { input: { input: 'hi' }, output: { output: 'bye' }, from_span: globalId('Span', span.id) },
    ]);
    expect((await viewer.call('list_datasets', { name: 'bad' })).items).toMatchObject([
      { name: 'bad answers', example_count: 1 },
    ]);
    const again = await member.ask('create_dataset', { name: 'bad answers' });
    expect([again.isError, again.text]).toEqual([true, expect.stringContaining('already exists')]);
  });

  describe('by callers who may not write', () => {
    const writes = (): [string, object][] => [
      ['create_dataset', { name: 'forbidden' }],
      ['add_examples_from_spans', { dataset: 'forbidden', span_ids: [span.span_id] }],
      ...(['span', 'trace', 'session'] as const).map((target): [string, object] => [
        'annotate',
        {
          target,
          name: 'forbidden',
          annotations: [
            {
              id: { span: span.span_id, trace: span.trace_id, session: 'talk' }[target],
              label: 'x',
            },
          ],
        },
      ]),
    ];

    beforeAll(() => member.call('create_dataset', { name: 'forbidden' }));

    it('lets viewers and read-only keys use every tool that reads', async () => {
      const key = await server.createKey(server.accounts.MEMBER.userId, { scope: 'read' });
      const reader = await connectAgent(server.url, bearer(key));
      const { tools } = await viewer.client.listTools();
      for (const { name, inputSchema, annotations } of tools) {
        if (!annotations?.readOnlyHint) continue;
        const { required = [], properties = {} } = inputSchema;
        const input = Object.fromEntries(
          required.map((field) => [field, sampleOf(properties[field] as SchemaOfInput)]),
        );
        for (const agent of [viewer, reader]) {
          const { text } = await agent.ask(name, input);
          expect(`${name}: ${text}`).not.toMatch(/cannot perform|read-only|Input validation/);
        }
      }
    });

    it('refuses viewers and read-only keys with the sentences of the API', async () => {
      const key = await server.createKey(server.accounts.ADMIN.userId, { scope: 'read' });
      const reader = await connectAgent(server.url, bearer(key));
      expect(await reader.call('list_projects')).toMatchObject({ next_cursor: null });
      for (const [tool, input] of writes()) {
        const asViewer = await viewer.ask(tool, input);
        expect(asViewer).toMatchObject({
          isError: true,
          text: 'Viewers cannot perform this action.',
        });
        const asReader = await reader.ask(tool, input);
        expect(asReader).toMatchObject({ isError: true, text: 'This API key is read-only.' });
      }
    });
  });

  it('annotates many sessions one after the other', async () => {
    const ids = await Promise.all(
      Array.from({ length: 3 }, async () => (await aSession(server)).session_id),
    );
    const annotations = ids.map((id) => ({ id, score: 1 }));
    expect(
      await member.call('annotate', { target: 'session', name: 'csat', annotations }),
    ).toMatchObject({ stored: 3 });
    expect(await listed('session', ids[2]!)).toMatchObject([{ name: 'csat', score: 1 }]);
  });
});

describe('while nothing new is stored', () => {
  it('refuses to write, but still answers questions', async () => {
    const server = await startSecuredServer();
    const monitor = server.app.get(StorageMonitor, { strict: false });
    server.change({ SPANDREL_DATABASE_ALLOCATED_STORAGE_CAPACITY_GIBIBYTES: '0.001' });
    await monitor.look();
    try {
      const agent = await connectAgent(server.url, bearer(server.accounts.ADMIN.key));
      const { isError, text } = await agent.ask('create_dataset', { name: 'full' });
      expect([isError, text]).toEqual([true, expect.stringMatching(/^The database uses \d+ %/)]);
      expect(await agent.call('list_datasets')).toMatchObject({ items: [] });
    } finally {
      server.change({});
      await monitor.look();
      await server.stop();
    }
  });
});
