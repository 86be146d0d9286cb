import { type Account, cookieOf } from '../../support/accounts.js';
import { anAnnotationConfig } from '../../support/factories/annotation-config.js';
import { aSpan } from '../../support/factories/span.js';
import { globalId } from '../../support/global-id.js';
import { aTarget } from '../targets.js';
import { type QueueFixture, spanId, useQueues } from './queue-client.js';

describe('review queues', () => {
  const { create, aQueue, claim, step, read, mutate, current } = useQueues();
  let { server, author, other, project, config, spans } = {} as QueueFixture;

  beforeEach(() => {
    ({ server, author, other, project, config, spans } = current());
  });

  it('have the selected items in their order', async () => {
    const { data } = await create({ name: ' mine ', description: 'why' });
    expect(data!.annotationQueue).toMatchObject({
      name: 'mine',
      description: 'why',
      target: 'SPAN',
      judgmentsPerItem: 1,
      user: { username: author.username },
      project: { id: globalId('Project', project.id) },
      annotationConfigs: [{ name: config.name }],
      items: {
        edges: spans.map((span, at) => ({
          node: {
            position: at + 1,
            span: { id: spanId(span) },
            trace: { id: expect.any(String) },
            session: null,
          },
        })),
      },
    });
  });

  it.each([
    ['TRACE', 'trace'],
    ['SESSION', 'session'],
  ] as const)('can have items of the kind %s', async (target, noun) => {
    const { globalId: id } = await aTarget(server, { noun }, { projectId: project.id });
    const { data } = await create({ target, source: { targetIds: [id] } });
    const { edges } = data!.annotationQueue.items;
    expect(edges).toMatchObject([{ node: { span: null, [noun]: { id } } }]);
  });

  it('are filled by a filter, newest first or at random', async () => {
    const tool = await aSpan(server, {
      project_id: project.id,
      trace_id: spans[0]!.trace_id,
      parent_id: spans[0]!.span_id,
      name: 'child',
      kind: 'TOOL',
      status_code: 'ERROR',
      start_time: '2026-01-09T00:00:00Z',
      end_time: '2026-01-09T00:00:01Z',
    });
    const idsOf = async (filter: object, target = 'SPAN') => {
      const { data, message } = await create({
        name: JSON.stringify([filter, target]),
        target,
        source: { filter },
      });
      expect(message).toBeUndefined();
      return data!.annotationQueue.items.edges.map(({ node }) => node.span?.id ?? null);
    };
    const newest = spans.map(spanId).toReversed();
    expect(await idsOf({ rootSpansOnly: true })).toEqual(newest);
    expect(await idsOf({ rootSpansOnly: true, limit: 2 })).toEqual(newest.slice(0, 2));
    expect(await idsOf({ failedOnly: true })).toHaveLength(1);
    expect(await idsOf({ names: ['child'] })).toHaveLength(1);
    expect(await idsOf({ kinds: ['tool'] })).toEqual([spanId(tool)]);
    expect(
      await idsOf({ timeRange: { start: '2026-01-02T00:00:00Z', end: '2026-01-04T00:00:00Z' } }),
    ).toEqual(newest.slice(1, 3));
    const sampled = await idsOf({ order: 'RANDOM', rootSpansOnly: true, limit: 3 });
    expect(new Set(sampled).size).toBe(3);
    expect(newest).toEqual(expect.arrayContaining(sampled));
    expect(await idsOf({}, 'TRACE')).toHaveLength(4);
    expect(await idsOf({ failedOnly: true }, 'TRACE')).toHaveLength(1);
    expect(await idsOf({}, 'SESSION')).toEqual([]);
  });

  it.each([
    ['TRACE', { rootSpansOnly: true }],
    ['TRACE', { names: ['x'] }],
    ['TRACE', { kinds: ['llm'] }],
    ['SESSION', { failedOnly: true }],
    ['SPAN', { limit: 0 }],
    ['SPAN', { limit: -1 }],
    ['SPAN', { limit: 10_001 }],
  ])('are not created of the kind %s with the filter %j', async (target, filter) => {
    expect((await create({ target, source: { filter } })).code).toBe('BAD_USER_INPUT');
  });

  it.each([
    [{ name: ' ' }, 'BAD_USER_INPUT'],
    [{ name: 'x'.repeat(1025) }, 'BAD_USER_INPUT'],
    [{ name: 'a\0b' }, 'BAD_USER_INPUT'],
    [{ description: 'a\0b' }, 'BAD_USER_INPUT'],
    [{ annotationConfigIds: [] }, 'BAD_USER_INPUT'],
    [{ annotationConfigIds: ['x'] }, 'BAD_USER_INPUT'],
    [{ annotationConfigIds: [globalId('FreeformAnnotationConfig', 999_999)] }, 'NOT_FOUND'],
    [{ judgmentsPerItem: 0 }, 'BAD_USER_INPUT'],
    [{ judgmentsPerItem: 21 }, 'BAD_USER_INPUT'],
    [{ source: { targetIds: [globalId('Trace', 1)] } }, 'BAD_USER_INPUT'],
    [{ source: { targetIds: ['nonsense'] } }, 'BAD_USER_INPUT'],
    [{ source: { targetIds: [globalId('Span', 999_999)] } }, 'NOT_FOUND'],
    [{ projectId: globalId('Project', 999_999) }, 'NOT_FOUND'],
  ])('are not created with %j', async (given, code) => {
    expect((await create(given)).code).toBe(code);
    expect(
      await server.sql('SELECT FROM annotation_queues WHERE project_id = $1', [project.id]),
    ).toEqual([]);
  });

  it('cannot have the items of another project, or a name twice', async () => {
    const foreign = await aSpan(server, {});
    expect((await create({ source: { targetIds: [spanId(foreign)] } })).code).toBe('NOT_FOUND');
    await aQueue();
    expect((await create()).code).toBe('CONFLICT');
  });

  it('accept new items, and skip those they already have', async () => {
    const id = await aQueue({ source: null });
    const add = (ids: string[]) =>
      mutate<{ addedCount: number }>(
        other,
        'addAnnotationQueueItems',
        { annotationQueueId: id, source: { targetIds: ids } },
        'addedCount',
      );
    expect((await add(spans.slice(0, 2).map(spanId))).data).toEqual({ addedCount: 2 });
    expect((await add(spans.map(spanId))).data).toEqual({ addedCount: 2 });
    expect((await read(author, id)).progress).toMatchObject({ total: 4 });
  });

  it('are changed and deleted only by their creator and admins', async () => {
    const id = await aQueue();
    const patch = (account: Account, given: object) =>
      mutate<{ annotationQueue: object }>(
        account,
        'patchAnnotationQueue',
        { id, ...given },
        'annotationQueue { name description judgmentsPerItem annotationConfigs { ... on AnnotationConfigBase { name } } }',
      );
    const remove = (account: Account) =>
      mutate(account, 'deleteAnnotationQueue', { id }, 'deletedAnnotationQueueId');
    for (const account of [other, server.accounts.VIEWER]) {
      expect((await patch(account, { name: 'x' })).code).toBe('FORBIDDEN');
      expect((await remove(account)).code).toBe('FORBIDDEN');
    }
    const second = await anAnnotationConfig(server);
    expect(
      (
        await patch(author, {
          name: 'new',
          description: 'd',
          judgmentsPerItem: 3,
          annotationConfigIds: [globalId('CategoricalAnnotationConfig', second.id)],
        })
      ).data,
    ).toEqual({
      annotationQueue: {
        name: 'new',
        description: 'd',
        judgmentsPerItem: 3,
        annotationConfigs: [{ name: second.name }],
      },
    });
    expect(
      (await patch(server.accounts.ADMIN, { description: null, name: null })).data,
    ).toMatchObject({
      annotationQueue: { name: 'new', description: null, judgmentsPerItem: 3 },
    });
    expect((await patch(author, { judgmentsPerItem: 0 })).code).toBe('BAD_USER_INPUT');
    expect((await remove(author)).code).toBeUndefined();
    expect((await remove(author)).code).toBe('NOT_FOUND');
    expect(
      await server.sql(
        'SELECT FROM annotation_queue_items i WHERE NOT EXISTS (SELECT FROM annotation_queues q WHERE q.id = i.queue_id)',
      ),
    ).toEqual([]);
  });

  it('are read but not reviewed by viewers', async () => {
    const id = await aQueue();
    expect((await read(server.accounts.VIEWER, id)).progress).toMatchObject({ total: 4 });
    const { code } = await mutate(
      server.accounts.VIEWER,
      'claimNextAnnotationQueueItem',
      { annotationQueueId: id },
      '__typename',
    );
    expect(code).toBe('FORBIDDEN');
  });

  it.each(['nonsense', globalId('Project', 1)])('are not found by %s', async (id) => {
    const { code } = await mutate(
      author,
      'claimNextAnnotationQueueItem',
      { annotationQueueId: id },
      '__typename',
    );
    expect(code).toBe('BAD_USER_INPUT');
    expect((await step(author, 'finish', id)).code).toBe('BAD_USER_INPUT');
  });

  it('are loaded with as many queries for many as for one', async () => {
    for (let at = 0; at < 6; at++) {
      const id = await aQueue({ name: `queue ${at}` });
      await claim(author, id);
    }
    const query = (
      first: number,
    ) => `{ node(id: "${globalId('Project', project.id)}") { ... on Project {
      annotationQueues(first: ${first}) { edges { node { name user { username } project { name }
        annotationConfigs { ... on AnnotationConfigBase { name } }
        progress { total reviewers { user { username } } viewer { user { username } } } agreement { itemCount }
        items(first: 3) { edges { node { span { name } trace { traceId } reviews { state user { username } } } } } } } } } } }`;
    const ask = (first: number) =>
      server.countQueries(() => server.gqlAs(cookieOf(author), query(first)));
    const [one, all] = [await ask(1), await ask(6)];
    expect(all.result.errors).toBeUndefined();
    expect(JSON.stringify(all.result.data)).toContain('queue 0');
    expect(all.statements).toHaveLength(one.statements.length);
  });
});
