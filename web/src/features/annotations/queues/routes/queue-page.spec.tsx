import { screen, within } from '@testing-library/react/pure';
import { answer, type Answer, refuse } from '../../../../testing/answers.js';
import { button, field, link } from '../../../../testing/elements.js';
import { projectPage } from '../../../../testing/factories/project-page.js';
import { PROJECT_ID } from '../../../../testing/factories/project-scope.js';
import {
  ADA,
  anItem,
  aProgress,
  aQueue,
  aTraceJudgment,
  BEN,
  judgedTrace,
  showQueue,
} from '../../../../testing/factories/reviews.js';
import { renderPage } from '../../../../testing/render-page.js';
import { CreateTraceMutation } from '../../judge/judgment-mutations.js';
import { type Queue, QueueAgreementQuery, QueueQuery } from '../api/queues.js';
import {
  ClaimMutation,
  ClaimNextMutation,
  FinishMutation,
  FirstItemQuery,
  PutOffMutation,
  ReleaseMutation,
  type ReviewItem,
  SkipMutation,
} from '../api/review-steps.js';

const PATH = `/projects/${PROJECT_ID}/review/queue-1`;
const ITEMS = [1, 2, 3].map((number) => anItem(number));
const DONE = { finishAnnotationQueueItem: { __typename: 'AnnotationQueueItemPayload' } } as const;
const SKIPPED = { skipAnnotationQueueItem: { __typename: 'AnnotationQueueItemPayload' } } as const;
const RELEASED = answer(ReleaseMutation, {
  releaseAnnotationQueueItem: { __typename: 'AnnotationQueueItemPayload' },
});
const NO_AGREEMENT = answer(QueueAgreementQuery, {
  node: { __typename: 'AnnotationQueue', id: 'queue-1', agreement: [] },
});
const TAKEN = refuse(ClaimMutation, 'Others are judging it.', 'CONFLICT');

/** Where a step leads: to an item, or to none. */
const to = (item: ReviewItem | null, queue: Queue = aQueue()) => ({
  step: { annotationQueueItem: item, annotationQueue: queue },
});
const finish = (item: ReviewItem | null, queue?: Queue) =>
  answer(FinishMutation, { ...DONE, ...to(item, queue) });
const skip = (item: ReviewItem | null) => answer(SkipMutation, { ...SKIPPED, ...to(item) });
const saveLabels = answer(CreateTraceMutation, ({ input }) => ({
  answer: {
    rows: [
      aTraceJudgment({
        label: input.label ?? null,
        score: input.score ?? null,
        explanation: input.explanation ?? null,
      }),
    ],
  },
}));

/** The first item is next, nobody has judged anything, and every item can be opened. */
const START: Answer[] = [
  ...showQueue(aQueue(), ...ITEMS),
  answer(ClaimNextMutation, to(anItem(1))),
  answer(ClaimMutation, ({ id }) => to(anItem(Number(id.at(-1))))),
  RELEASED,
  NO_AGREEMENT,
  judgedTrace(),
  saveLabels,
];
const open = (search = '', ...answers: Answer[]) =>
  renderPage(`${PATH}${search}`, [...projectPage(), ...START, ...answers]);
const number = (item: number) => screen.getByText(`Item ${item}`);
const title = (name: string) => screen.getByRole('heading', { name });
const explanation = () => field('correctness: explanation');
const label = (name: 'good' | 'bad') =>
  screen.getByRole('button', { name: name === 'good' ? /^good/ : /^bad/ });

describe('a review queue', () => {
  it('opens the next item, which the address remembers', async () => {
    const page = await open();
    number(1);
    screen.getByText('0 of 3');
    expect(page.address()).toBe(`${PATH}?item=item-1`);
    expect(page.sent(ClaimNextMutation)).toEqual([{ queueId: 'queue-1' }]);
    expect(label('good').getAttribute('aria-pressed')).toBe('false');
  });

  it('saves a label by its number, and goes on with Enter', async () => {
    const queue = aQueue({ progress: aProgress({ done: 1, available: 2 }) });
    const page = await open('', finish(anItem(2), queue));
    await page.user.keyboard('1');
    expect(label('good').getAttribute('aria-pressed')).toBe('true');
    await page.user.keyboard('{Enter}');
    await screen.findByText('Item 2');
    screen.getByText('1 of 3');
    expect(page.sent(CreateTraceMutation)).toEqual([
      {
        input: {
          traceId: 'trace-1',
          name: 'correctness',
          identifier: `app:${ADA.id}`,
          label: 'good',
          score: 1,
          explanation: null,
          metadata: {},
          annotatorKind: 'HUMAN',
          source: 'APP',
        },
      },
    ]);
    expect(page.sent(FinishMutation)).toEqual([{ id: 'item-1', queueId: 'queue-1' }]);
    expect(page.sent(ReleaseMutation)).toEqual([]);
  });

  it('finishes nothing without a judgment', async () => {
    const page = await open();
    await page.user.keyboard('{Enter}');
    await screen.findByText(/^You have not judged this item yet\./);
    number(1);
    expect(page.sent(FinishMutation)).toEqual([]);
  });

  it('takes an explanation alone as a judgment, with Ctrl+Enter', async () => {
    const page = await open('', finish(anItem(2)));
    await page.fill(explanation(), 'Too short');
    await page.user.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByText('Item 2');
    expect(page.sent(CreateTraceMutation)).toMatchObject([
      { input: { label: null, explanation: 'Too short' } },
    ]);
  });

  it('skips an item, and says if no other is left', async () => {
    const page = await open('', skip(anItem(2)));
    await page.user.keyboard('s');
    number(2);
    page.answer(skip(anItem(2)));
    await page.user.click(screen.getByRole('button', { name: /^Skip ?s$/ }));
    screen.getByText('No other item is left for you.');
    expect(page.sent(SkipMutation)).toEqual([
      { id: 'item-1', queueId: 'queue-1' },
      { id: 'item-2', queueId: 'queue-1' },
    ]);
  });

  it('goes to the items before and after with keys, and lets others have the one it leaves', async () => {
    const page = await open('?item=item-2');
    number(2);
    await page.user.keyboard('{ArrowLeft}');
    number(1);
    expect(page.address()).toBe(`${PATH}?item=item-1`);
    await page.user.keyboard('j');
    number(2);
    await page.user.keyboard('{ArrowRight}');
    number(3);
    await page.user.keyboard('k');
    number(2);
    expect(page.sent(ClaimMutation).map(({ id }) => id)).toEqual([
      'item-2',
      'item-1',
      'item-2',
      'item-3',
      'item-2',
    ]);
    expect(page.sent(ReleaseMutation).map(({ id }) => id)).toEqual([
      'item-2',
      'item-1',
      'item-2',
      'item-3',
    ]);
  });

  it('keeps an item put off if it is only looked at again', async () => {
    const reviews = [{ state: 'SKIPPED' as const, user: ADA }];
    const page = await open(
      '?item=item-1',
      ...showQueue(aQueue(), anItem(1, { reviews }), ...ITEMS.slice(1)),
      answer(PutOffMutation, SKIPPED),
    );
    await page.user.keyboard('j');
    number(2);
    expect(page.sent(PutOffMutation)).toEqual([{ id: 'item-1' }]);
    expect(page.sent(ReleaseMutation)).toEqual([]);
  });

  it.each([
    [
      'all are judged',
      aProgress({ done: 3, available: 0 }),
      'All done',
      'All 3 items of this queue are judged.',
    ],
    [
      'others judge the rest',
      aProgress({ done: 2, inProgress: 1, available: 0 }),
      'Nothing left for you',
      'Others are judging 1 remaining item. If they give one up, you can take it.',
    ],
  ])('ends once %s', async (_case, progress, name, text) => {
    const page = await open('', finish(null, aQueue({ progress })));
    await page.user.keyboard('2{Enter}');
    await screen.findByRole('heading', { name });
    screen.getByText(text);
    expect(screen.queryByRole('button', { name: 'Continue judging' })).toBeNull();
    expect(page.address()).toBe(PATH);
  });

  it('says that it is empty', async () => {
    const empty = aQueue({ progress: aProgress({ total: 0, available: 0 }) });
    await open('', answer(ClaimNextMutation, to(null, empty)));
    title('This queue is empty');
  });

  it('shows who has an item open, which nobody else can judge', async () => {
    const reviews = [{ state: 'CLAIMED' as const, user: BEN }];
    const page = await open(
      '?item=item-1',
      ...showQueue(aQueue(), anItem(1, { reviews }), ...ITEMS.slice(1)),
      TAKEN,
    );
    screen.getByText(/^ben has this item open\. You can read it, but not judge it\.$/);
    expect(screen.queryByRole('button', { name: /^good/ })).toBeNull();
    page.answer(answer(ClaimNextMutation, to(anItem(2))));
    await page.user.keyboard('{Enter}');
    number(2);
    expect(page.sent(FinishMutation)).toEqual([]);
  });

  it('keeps what was typed if somebody else took the item', async () => {
    const page = await open('', refuse(FinishMutation, 'Your claim has expired.', 'CONFLICT'));
    await page.fill(explanation(), 'Half a thou');
    await page.user.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByText(/^Your ten minutes for this item ran out/);
    expect(explanation()).toHaveProperty('value', 'Half a thou');
    page.answer(answer(ClaimNextMutation, to(anItem(2))));
    await page.user.keyboard('{Control>}{Enter}{/Control}');
    number(2);
  });

  it('claims the item again when somebody returns after minutes, and says if it is lost', async () => {
    const page = await open('', TAKEN);
    const { now } = Date;
    Date.now = () => now() + 121_000;
    await page.user.keyboard('x').finally(() => {
      Date.now = now;
    });
    screen.getByText(/^Your ten minutes for this item ran out/);
    expect(page.sent(ClaimMutation)).toEqual([{ id: 'item-1' }]);
  });

  it('goes on if what was judged has been deleted', async () => {
    const page = await open('', refuse(SkipMutation, 'Not found.', 'NOT_FOUND'));
    await page.user.keyboard('s');
    title('This item is no longer in the queue');
    page.answer(answer(ClaimNextMutation, to(anItem(2))));
    await page.user.click(button('Next item'));
    number(2);
  });

  it('says that a link leads to an item that is gone, or in another queue', async () => {
    const other = anItem(9, { annotationQueue: { id: 'queue-2' } });
    await open(
      '?item=item-9',
      ...showQueue(aQueue(), other),
      refuse(ClaimMutation, 'No.', 'NOT_FOUND'),
    );
    title('This item is no longer in the queue');
  });

  it('says why the next item cannot be loaded, and tries again', async () => {
    const page = await open('', refuse(ClaimNextMutation, 'Too many requests.'));
    title('The next item could not be loaded');
    screen.getByText('Too many requests.');
    page.answer(answer(ClaimNextMutation, to(anItem(1))));
    await page.user.click(button('Try again'));
    number(1);
  });

  it.each([
    ['is unknown', refuse(QueueQuery, 'Not found.', 'NOT_FOUND')],
    ['is of something else', answer(QueueQuery, { node: { __typename: 'Dataset' } })],
  ])('says so if its ID %s', async (_case, given) => {
    await renderPage(PATH, [...projectPage(), given]);
    title('Review queue not found');
    expect(link('All review queues').getAttribute('href')).toBe(`/projects/${PROJECT_ID}/review`);
  });

  it('lists its keys', async () => {
    const page = await open();
    await page.user.keyboard('?');
    within(screen.getByRole('dialog')).getByText(/Skip the item/);
  });

  it('hides the annotations of others until the item is finished', async () => {
    const others = judgedTrace(aTraceJudgment({ id: 'annotation-2', identifier: '', user: BEN }));
    await open('', others);
    screen.getByText('You see the annotations of others once you have finished this item.');
    expect(screen.queryByRole('list', { name: 'Other annotations' })).toBeNull();
  });

  it('shows the annotations of others, and keeps the own one, once it is finished', async () => {
    const reviews = [
      { state: 'DONE' as const, user: ADA },
      { state: 'DONE' as const, user: BEN },
    ];
    const page = await open(
      '?item=item-3',
      ...showQueue(aQueue(), ...ITEMS.slice(0, 2), anItem(3, { reviews })),
      answer(ClaimMutation, to(anItem(3, { reviews }))),
      judgedTrace(
        aTraceJudgment({ label: 'bad', score: 0 }),
        aTraceJudgment({ id: 'annotation-2', identifier: `app:${BEN.id}`, user: BEN }),
      ),
    );
    const others = await screen.findByRole('list', { name: 'Other annotations' });
    within(others).getByText('good (1)');
    expect(label('bad').getAttribute('aria-pressed')).toBe('true');
    screen.getByText('You have judged this item. You can still change your judgment.');
    await page.user.click(screen.getByRole('button', { name: /^Next open item/ }));
    expect(page.sent(SkipMutation)).toEqual([]);
    number(1);
  });

  it('shows its summary, and goes on from there', async () => {
    const reviewers = [{ done: 2, skipped: 1, inProgress: 0, user: BEN }];
    const queue = aQueue({ progress: aProgress({ reviewers }), description: 'Look at the facts.' });
    const page = await open('?summary=true', ...showQueue(queue, ...ITEMS));
    screen.getByRole('row', { name: 'ben 2 1 0' });
    screen.getByText('Look at the facts.');
    await page.user.click(button('Continue judging'));
    number(1);
  });
});

describe('a review queue for viewers', () => {
  it('is read item by item, and claims none', async () => {
    const page = await renderPage(
      PATH,
      [
        ...projectPage('VIEWER'),
        ...START,
        answer(FirstItemQuery, {
          node: {
            __typename: 'AnnotationQueue',
            id: 'queue-1',
            items: { edges: [{ node: { id: 'item-1' } }] },
          },
        }),
        judgedTrace(aTraceJudgment({ user: BEN })),
      ],
      { as: 'VIEWER' },
    );
    screen.getByText('Nobody has judged an item yet.');
    await page.user.click(button('Read the items'));
    number(1);
    within(screen.getByRole('list', { name: 'Annotations' })).getByText('good (1)');
    expect(screen.queryByRole('button', { name: /^(Finish|Skip ?s$)/ })).toBeNull();
    await page.user.keyboard('{Enter}s');
    number(1);
    await page.user.keyboard('j');
    number(2);
    expect([...page.sent(ClaimMutation), ...page.sent(ClaimNextMutation)]).toEqual([]);
  });
});
