import { RequestError } from '../../../lib/data/request-error.js';
import { ReviewSession } from './review-session.js';

const CONFLICT = new RequestError('Others are judging it.', { status: 200, code: 'CONFLICT' });
const BROKEN = new RequestError('Too many requests.', { status: 429, code: 'TOO_MANY_REQUESTS' });
const item = (id: string, reviews: unknown[] = []) => ({
  __typename: 'AnnotationQueueItem',
  id,
  reviews,
});
const leadTo = (id: string | null) => ({
  data: {
    step: { annotationQueueItem: id ? item(id) : null, upcomingItem: null, annotationQueue: {} },
  },
});

/** A review whose URL changes at once, and what it sent. */
function begin() {
  const sent: string[] = [];
  const answers: Record<string, unknown> = {
    ReviewItem: { data: { node: item('any') } },
    ClaimReviewItem: leadTo('item-1'),
    ClaimNextReviewItem: leadTo('item-1'),
    FinishReviewItem: leadTo('item-2'),
    SkipReviewItem: leadTo('item-2'),
  };
  const keys = { held: 0, dropCount: 0 };
  const opened: unknown[] = [];
  const session = new ReviewSession({
    queueId: 'queue-1',
    viewerId: 'ada',
    send: async (document, variables) => {
      const [definition] = document.definitions;
      const name = definition && 'name' in definition ? (definition.name?.value ?? '') : '';
      if (name !== 'ReviewItem') sent.push(`${name} ${Object.values(variables as object).join()}`);
      return (answers[name] ?? { data: {} }) as never;
    },
    store: () => undefined,
    open: (search) => {
      opened.push(search);
      session.show(search);
    },
    dropKeys: () => {
      keys.dropCount++;
      return keys.held;
    },
  });
  return { session, sent, answers, keys, opened };
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('ReviewSession', () => {
  it('opens the next item at the start, and claims it only once', async () => {
    const { session, sent, opened } = begin();
    session.show({});
    session.close();
    session.show({});
    await settle();
    expect(sent).toEqual(['ClaimNextReviewItem queue-1']);
    expect(opened).toEqual([{ item: 'item-1' }]);
    expect(session.getState()).toEqual({
      known: { id: 'item-1', standing: 'held' },
      isExhausted: false,
      isBusy: false,
      isMoving: false,
      refusal: undefined,
    });
  });

  it('releases an item before it claims the next one', async () => {
    const { session, sent } = begin();
    session.show({ item: 'item-1' });
    await settle();
    session.goTo('item-2');
    await settle();
    expect(sent).toEqual([
      'ClaimReviewItem item-1',
      'ReleaseReviewItem item-1',
      'ClaimReviewItem item-2',
    ]);
  });

  it('releases an item that was claimed too late', async () => {
    const { session, sent } = begin();
    session.show({ item: 'item-1' });
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
    session.close();
    await settle();
    expect(sent).toEqual(['ClaimReviewItem item-1', 'ReleaseReviewItem item-1']);
  });

  it('puts off again what was put off', async () => {
    const { session, sent, answers } = begin();
    answers['ReviewItem'] = {
      data: { node: item('item-1', [{ state: 'SKIPPED', user: { id: 'ada' } }]) },
    };
    session.show({ item: 'item-1' });
    await settle();
    session.close();
    await settle();
    expect(sent.at(-1)).toBe('PutOffReviewItem item-1');
  });

  it('says how an item was lost, and drops the keys meant for it', async () => {
    const { session, answers, keys } = begin();
    answers['ClaimReviewItem'] = { error: CONFLICT };
    session.show({ item: 'item-1' });
    await settle();
    expect(session.getState().known).toEqual({ id: 'item-1', standing: 'taken' });
    expect(keys.dropCount).toBe(1);
    answers['FinishReviewItem'] = { error: CONFLICT };
    await session.finish('item-1', async () => undefined);
    expect(session.getState().known).toEqual({ id: 'item-1', standing: 'lost' });
    expect(session.getState().isBusy).toBe(false);
  });

  it('finishes only what is prepared, and says which keys it ignored', async () => {
    const { session, sent, answers, keys } = begin();
    session.show({ item: 'item-1' });
    await settle();
    keys.held = 2;
    await session.finish('item-1', async () => 'Nothing chosen.');
    expect(session.getState().refusal).toBe(
      'Nothing chosen. The keys you pressed since then were ignored.',
    );
    keys.held = 0;
    answers['FinishReviewItem'] = { error: BROKEN };
    await session.finish('item-1', async () => undefined);
    expect(session.getState()).toMatchObject({ refusal: 'Too many requests.', isBusy: false });
    expect(sent.at(-1)).toBe('FinishReviewItem item-1,queue-1');
  });

  it('is exhausted once no item is left, and does not start again', async () => {
    const { session, sent, answers } = begin();
    answers['SkipReviewItem'] = leadTo(null);
    session.show({ item: 'item-1' });
    await settle();
    await session.skip('item-1');
    await settle();
    expect(session.getState()).toMatchObject({ isExhausted: true, isBusy: false });
    expect(sent).toEqual(['ClaimReviewItem item-1', 'SkipReviewItem item-1,queue-1']);
  });

  it('renews a claim after two minutes', async () => {
    const { session, sent, answers } = begin();
    session.show({ item: 'item-1' });
    await settle();
    session.renew();
    const { now } = Date;
    Date.now = () => now() + 121_000;
    try {
      answers['ClaimReviewItem'] = { error: CONFLICT };
      session.renew();
      await settle();
    } finally {
      Date.now = now;
    }
    expect(sent).toEqual(['ClaimReviewItem item-1', 'ClaimReviewItem item-1']);
    expect(session.getState().known?.standing).toBe('lost');
  });
});
