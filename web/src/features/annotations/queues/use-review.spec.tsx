import { screen } from '@testing-library/react/pure';
import { answer, type Answer, refuse } from '../../../testing/answers.js';
import { button, field } from '../../../testing/elements.js';
import { PROJECT_ID } from '../../../testing/factories/project-scope.js';
import {
  anItem,
  aQueue,
  BEN,
  ITEMS,
  leadTo,
  REVIEW,
  showQueue,
} from '../../../testing/factories/reviews.js';
import { ADA } from '../../../testing/factories/users.js';
import { renderPage } from '../../../testing/render-page.js';
import {
  ClaimMutation,
  ClaimNextMutation,
  FinishMutation,
  PutOffMutation,
  ReleaseMutation,
  SkipMutation,
} from './api/review-steps.js';

const PATH = `/projects/${PROJECT_ID}/review/queue-1`;
const SKIPPED = { skipAnnotationQueueItem: { __typename: 'AnnotationQueueItemPayload' } } as const;

const TAKEN = refuse(ClaimMutation, 'Others are judging it.', 'CONFLICT');
const open = (search = '', ...answers: Answer[]) =>
  renderPage(`${PATH}${search}`, [...REVIEW, ...answers]);
const number = (item: number) => screen.getByText(`Item ${item}`);
const title = (name: string) => screen.getByRole('heading', { name });
const explanation = () => field('quality: explanation');

describe('somebody who reviews a queue', () => {
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

  it('leaves an item put off if the user only looks at it again', async () => {
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

  it('shows who has an item open, which nobody else can judge', async () => {
    const reviews = [{ state: 'CLAIMED' as const, user: BEN }];
    const page = await open(
      '?item=item-1',
      ...showQueue(aQueue(), anItem(1, { reviews }), ...ITEMS.slice(1)),
      TAKEN,
    );
    screen.getByText(/^ben has this item open\. You can read it, but not judge it\.$/);
    expect(screen.queryByRole('button', { name: /^good/ })).toBeNull();
    page.answer(answer(ClaimNextMutation, leadTo(anItem(2))));
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
    page.answer(answer(ClaimNextMutation, leadTo(anItem(2))));
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
    page.answer(answer(ClaimNextMutation, leadTo(anItem(2))));
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
    page.answer(answer(ClaimNextMutation, leadTo(anItem(1))));
    await page.user.click(button('Try again'));
    number(1);
  });
});
