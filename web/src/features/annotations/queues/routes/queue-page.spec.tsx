import { screen, within } from '@testing-library/react/pure';
import { answer, type Answer, refuse } from '../../../../testing/answers.js';
import { button, field, link } from '../../../../testing/elements.js';
import { aTraceJudgment, judgedTrace } from '../../../../testing/factories/judgments.js';
import { projectFrame } from '../../../../testing/factories/project-frame.js';
import { PROJECT_ID } from '../../../../testing/factories/project-scope.js';
import {
  anItem,
  aProgress,
  aQueue,
  BEN,
  ITEMS,
  leadTo,
  REVIEW,
  showQueue,
} from '../../../../testing/factories/reviews.js';
import { ADA } from '../../../../testing/factories/users.js';
import { renderPage } from '../../../../testing/render-page.js';
import { CreateTraceMutation } from '../../judge/judgment-mutations.js';
import { type Queue, QueueQuery } from '../api/queues.js';
import {
  ClaimMutation,
  ClaimNextMutation,
  FinishMutation,
  FirstItemQuery,
  ReleaseMutation,
  type ReviewItem,
  SkipMutation,
} from '../api/review-steps.js';

const PATH = `/projects/${PROJECT_ID}/review/queue-1`;
const SKIPPED = { skipAnnotationQueueItem: { __typename: 'AnnotationQueueItemPayload' } } as const;

const finish = (item: ReviewItem | null, queue?: Queue) =>
  answer(FinishMutation, {
    finishAnnotationQueueItem: { __typename: 'AnnotationQueueItemPayload' },
    ...leadTo(item, queue),
  });
const skip = (item: ReviewItem | null) => answer(SkipMutation, { ...SKIPPED, ...leadTo(item) });
const open = (search = '', ...answers: Answer[]) =>
  renderPage(`${PATH}${search}`, [...REVIEW, ...answers]);
const number = (item: number) => screen.getByText(`Item ${item}`);
const title = (name: string) => screen.getByRole('heading', { name });
const explanation = () => field('quality: explanation');
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
          name: 'quality',
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
    await open('', answer(ClaimNextMutation, leadTo(null, empty)));
    title('This queue is empty');
  });

  it.each([
    ['is unknown', refuse(QueueQuery, 'Not found.', 'NOT_FOUND')],
    ['is of something else', answer(QueueQuery, { node: { __typename: 'Dataset' } })],
  ])('says so if its ID %s', async (_case, given) => {
    await renderPage(PATH, [...projectFrame(), given]);
    title('Review queue not found');
    expect(link('All review queues').getAttribute('href')).toBe(`/projects/${PROJECT_ID}/review`);
  });

  it('lists its keys', async () => {
    const page = await open();
    await page.user.keyboard('?');
    const section = within(await screen.findByRole('dialog'))
      .getByRole('heading', { name: 'Review queue' })
      .closest('section')!;
    const keys = [...section.querySelectorAll('dd')].map((dd) =>
      [...dd.querySelectorAll('kbd')].map(({ textContent }) => textContent).join(' '),
    );
    expect(keys).toEqual([
      '0 9',
      'Enter',
      'Ctrl Enter',
      's',
      'j →',
      'k ←',
      '↑ ↓',
      'e',
      'n',
      'u',
      'Esc',
    ]);
  });

  it('hides the annotations of others until the item is finished', async () => {
    const others = judgedTrace(aTraceJudgment({ id: 'annotation-2', identifier: '', user: BEN }));
    await open('', others);
    screen.getByText('You see the annotations of others once you have finished this item.');
    expect(screen.queryByRole('list', { name: 'Other annotations' })).toBeNull();
  });

  it('shows the annotations of others beside that of the user once the item is finished', async () => {
    const reviews = [
      { state: 'DONE' as const, user: ADA },
      { state: 'DONE' as const, user: BEN },
    ];
    const page = await open(
      '?item=item-3',
      ...showQueue(aQueue(), ...ITEMS.slice(0, 2), anItem(3, { reviews })),
      answer(ClaimMutation, leadTo(anItem(3, { reviews }))),
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
        ...REVIEW,
        ...projectFrame({ viewerRole: 'VIEWER' }),
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
