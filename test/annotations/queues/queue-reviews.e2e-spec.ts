import { type QueueFixture, spanId, useQueues } from './queue-client.js';

interface Place {
  id: string;
  number: number;
}

describe('reviewers of a queue', () => {
  const { aQueue, claim, step, read, expire, mutate, send, current } = useQueues();
  let { server, author, other, config, spans } = {} as QueueFixture;

  beforeEach(() => {
    ({ server, author, other, config, spans } = current());
  });

  it('never get the same item, however many ask at once', async () => {
    const id = await aQueue();
    const people = [
      author,
      other,
      await server.createAccount('MEMBER'),
      await server.createAccount('MEMBER'),
      server.accounts.ADMIN,
    ];
    const items = await Promise.all(people.map((person) => claim(person, id)));
    expect(items.filter((item) => item === null)).toHaveLength(1);
    expect(new Set(items.map((item) => item?.id)).size).toBe(5);
  });

  it('get their open item again, then the next', async () => {
    const id = await aQueue();
    const first = await claim(author, id);
    expect(first).toMatchObject({ position: 1 });
    expect(await Promise.all([claim(author, id), claim(author, id)])).toEqual([first, first]);
    expect(
      (await step(author, 'finish', first!.id)).data!.annotationQueueItem.reviews,
    ).toMatchObject([{ state: 'DONE', claimedUntil: null, user: { username: author.username } }]);
    expect(await claim(author, id)).toMatchObject({ position: 2 });
  });

  it('are as many for an item as the queue asks for', async () => {
    const id = await aQueue({ judgmentsPerItem: 2, source: { targetIds: [spanId(spans[0]!)] } });
    const third = await server.createAccount('MEMBER');
    const [first, second] = [await claim(author, id), await claim(other, id)];
    expect(first!.id).toBe(second!.id);
    expect(await claim(third, id)).toBeNull();
    await step(author, 'finish', first!.id);
    expect((await read(author, id)).progress).toMatchObject({ total: 1, done: 0, inProgress: 1 });
    await step(other, 'finish', first!.id);
    expect((await read(author, id)).progress).toMatchObject({
      total: 1,
      done: 1,
      inProgress: 0,
      available: 0,
    });
  });

  it('get the items of others once their claims have expired', async () => {
    const id = await aQueue();
    const item = await claim(author, id);
    await expire(item!);
    expect(await claim(other, id)).toEqual(item);
    for (const verb of ['finish', 'claim'] as const) {
      expect((await step(author, verb, item!.id)).code).toBe('CONFLICT');
    }
    await step(other, 'release', item!.id);
    expect((await step(author, 'finish', item!.id)).code).toBeUndefined();
  });

  it('get skipped items after all others, and can return to them', async () => {
    const id = await aQueue({ source: { targetIds: spans.slice(0, 2).map(spanId) } });
    const first = await claim(author, id);
    await step(author, 'skip', first!.id);
    const second = await claim(author, id);
    expect(second).toMatchObject({ position: 2 });
    await step(author, 'finish', second!.id);
    expect(await claim(author, id, false)).toBeNull();
    expect((await read(author, id)).progress).toMatchObject({
      available: 1,
      viewer: { done: 1, skipped: 1, inProgress: 0 },
    });
    expect(await claim(author, id)).toEqual(first);
    await step(author, 'skip', first!.id);
    expect(
      (await step(author, 'claim', first!.id)).data!.annotationQueueItem.reviews,
    ).toMatchObject([{ state: 'CLAIMED' }]);
    await step(author, 'claim', second!.id);
    expect(await read(author, id)).toMatchObject({ progress: { done: 1 } });
  });

  it('are told which item they would get next, without having it', async () => {
    const id = await aQueue();
    const claimAndLookAhead = async (account = author) => {
      const { data } = await mutate<{
        annotationQueueItem: { position: number } | null;
        upcomingItem: { position: number } | null;
      }>(
        account,
        'claimNextAnnotationQueueItem',
        { annotationQueueId: id },
        'annotationQueueItem { id position } upcomingItem { position }',
      );
      return data!;
    };
    const first = await claimAndLookAhead();
    expect(first).toMatchObject({
      annotationQueueItem: { position: 1 },
      upcomingItem: { position: 2 },
    });
    const second = await claimAndLookAhead(other);
    expect(second).toMatchObject({
      annotationQueueItem: { position: 2 },
      upcomingItem: { position: 3 },
    });
    const item = await claim(author, id);
    await step(author, 'skip', item!.id);
    expect(await claimAndLookAhead()).toMatchObject({ upcomingItem: { position: 4 } });
    const third = await claim(author, id);
    await step(author, 'finish', third!.id);
    // What the reviewer skipped comes last.
    expect(await claimAndLookAhead()).toMatchObject({
      annotationQueueItem: { position: 4 },
      upcomingItem: { position: 1 },
    });
    await step(author, 'finish', (await claim(author, id))!.id);
    expect(await claimAndLookAhead()).toMatchObject({
      annotationQueueItem: { position: 1 },
      upcomingItem: null,
    });
  });

  it('no longer get items whose target has been deleted', async () => {
    const id = await aQueue();
    const item = await claim(author, id);
    await server.request
      .delete(`/v1/spans/${spans[0]!.span_id}`)
      .set({ Authorization: `Bearer ${server.accounts.ADMIN.key}` })
      .expect(204);
    await server.request
      .delete(`/v1/traces/${spans[1]!.trace_id}`)
      .set({ Authorization: `Bearer ${server.accounts.ADMIN.key}` })
      .expect(204);
    expect((await read(author, id)).progress).toMatchObject({ total: 2, inProgress: 0 });
    for (const verb of ['finish', 'claim', 'skip', 'release'] as const) {
      expect((await step(author, verb, item!.id)).code).toBe('NOT_FOUND');
    }
    expect(await claim(author, id)).toMatchObject({ position: 3 });
  });

  it('are compared only on items that both finished', async () => {
    const id = await aQueue({ judgmentsPerItem: 2 });
    const labels = {
      [author.username]: ['good', 'good', 'bad', 'bad'],
      [other.username]: ['good', 'bad', 'bad', 'good'],
    };
    for (const account of [author, other]) {
      for (const [at, span] of spans.entries()) {
        const { message } = await send(
          account,
          `mutation ($input: [CreateSpanAnnotationInput!]!) { createSpanAnnotations(input: $input) { __typename } }`,
          {
            input: [
              {
                spanId: spanId(span),
                name: config.name,
                label: labels[account.username]![at],
                annotatorKind: 'HUMAN',
                source: 'APP',
              },
            ],
          },
        );
        expect(message).toBeUndefined();
        const item = await claim(account, id);
        await step(account, 'finish', item!.id);
      }
    }
    // po 1/2, pe 1/2; alpha: Do 4/8, De 32/56.
    expect(await read(author, id)).toEqual({
      progress: expect.objectContaining({
        total: 4,
        done: 4,
        available: 0,
        reviewers: expect.arrayContaining([
          { user: { username: author.username }, done: 4, skipped: 0, inProgress: 0 },
        ]),
      }),
      agreement: [
        {
          annotationConfig: { name: config.name },
          itemCount: 4,
          reviewerCount: 2,
          percentAgreement: 0.5,
          cohensKappa: 0,
          krippendorffsAlpha: expect.closeTo(1 - 0.5 / (32 / 56), 12),
          meanAbsoluteDifference: null,
        },
      ],
    });
    const { data } = await send<{ node: { agreement: { disagreements: object[] }[] } }>(
      server.accounts.VIEWER,
      `query ($id: ID!) { node(id: $id) { ... on AnnotationQueue { agreement { disagreements {
         annotationQueueItem { number } judgments { label score user { username } } } } } } }`,
      { id },
    );
    const judged = (label: string, { username }: { username: string }) =>
      expect.objectContaining({ label, user: { username } });
    expect(data.node.agreement[0]!.disagreements).toEqual([
      {
        annotationQueueItem: { number: 2 },
        judgments: expect.arrayContaining([judged('good', author), judged('bad', other)]),
      },
      {
        annotationQueueItem: { number: 4 },
        judgments: expect.arrayContaining([judged('bad', author), judged('good', other)]),
      },
    ]);
  });

  it('go from an item to those before and after it, across gaps', async () => {
    const id = await aQueue();
    await server.request
      .delete(`/v1/spans/${spans[1]!.span_id}`)
      .set({ Authorization: `Bearer ${server.accounts.ADMIN.key}` })
      .expect(204);
    const { data } = await send<{ node: { items: { edges: { node: Place }[] } } }>(
      server.accounts.VIEWER,
      `query ($id: ID!) { node(id: $id) { ... on AnnotationQueue { items { edges { node {
         id number position previousItemId nextItemId annotationQueue { id } } } } } } }`,
      { id },
    );
    const items = data.node.items.edges.map(({ node }) => node);
    const [first, second, third] = items.map((item) => item.id);
    expect(items).toEqual([
      place(first, 1, 1, null, second),
      place(second, 2, 3, first, third),
      place(third, 3, 4, second, null),
    ]);

    function place(...[item, number, position, previousItemId, nextItemId]: unknown[]) {
      return { id: item, number, position, previousItemId, nextItemId, annotationQueue: { id } };
    }
  });
});
