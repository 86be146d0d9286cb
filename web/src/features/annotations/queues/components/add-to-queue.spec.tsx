import { screen, within } from '@testing-library/react/pure';
import { answer, type Answer, refuse } from '../../../../testing/answers.js';
import { button, choice, field } from '../../../../testing/elements.js';
import { aLabelConfig, listConfigs, useConfigs } from '../../../../testing/factories/judgments.js';
import { PROJECT_ID } from '../../../../testing/factories/project-scope.js';
import { aProgress, aQueue, listQueues } from '../../../../testing/factories/reviews.js';
import { renderComponent } from '../../../../testing/render-page.js';
import { AddItemsMutation, CreateQueueMutation } from '../api/queues.js';
import { AddToQueue } from './add-to-queue.js';

const ROWS = [{ id: 'trace-1' }, { id: 'trace-2' }];
const HALF_FULL = aQueue({ name: 'Half full', progress: aProgress({ total: 1 }) });
const CONFIGS = [useConfigs(aLabelConfig()), listConfigs()];

async function open(noun: 'trace' | 'session', ...answers: Answer[]) {
  let done = 0;
  const page = await renderComponent(
    <AddToQueue projectId={PROJECT_ID} noun={noun} rows={ROWS} onDone={() => (done += 1)} />,
    [...listQueues([HALF_FULL]), ...CONFIGS, ...answers],
  );
  await page.user.click(button('Add to review queue…'));
  return { page, countDone: () => done };
}

it('adds the selected rows to a queue for rows of their kind, and links to it', async () => {
  const { page, countDone } = await open(
    'trace',
    answer(AddItemsMutation, {
      addAnnotationQueueItems: { addedCount: 1, annotationQueue: HALF_FULL },
    }),
  );
  screen.getByRole('dialog', { name: 'Add 2 traces to a review queue' });
  expect(choice('Review queue').textContent).toBe('Half full (0 of 1 done)');
  await page.user.click(button('Add to queue'));
  const notice = screen.getByText(/^1 trace added to Half full\./);
  expect(notice.textContent).toContain('1 other was already in it.');
  expect(page.sent(AddItemsMutation)).toEqual([
    { input: { annotationQueueId: 'queue-1', source: { targetIds: ['trace-1', 'trace-2'] } } },
  ]);
  expect(countDone()).toBe(1);
  await page.user.click(within(notice).getByRole('button', { name: 'Open queue' }));
  expect(page.address()).toBe(`/projects/${PROJECT_ID}/review/queue-1`);
});

it('creates a queue if none is for rows of this kind', async () => {
  const queue = aQueue({ name: 'Conversations', progress: aProgress({ total: 2 }) });
  const { page, countDone } = await open(
    'session',
    answer(CreateQueueMutation, { createAnnotationQueue: { annotationQueue: queue } }),
  );
  expect(screen.queryByRole('combobox', { name: 'Review queue' })).toBeNull();
  expect(screen.queryByRole('radio', { name: 'Spans' })).toBeNull();
  await page.fill(field('Name'), 'Conversations');
  await page.user.click(button('Create queue'));
  screen.getByText(/^2 sessions added to Conversations\./);
  expect(page.sent(CreateQueueMutation)[0]?.input).toMatchObject({
    target: 'SESSION',
    name: 'Conversations',
    source: { targetIds: ['trace-1', 'trace-2'] },
  });
  expect(countDone()).toBe(1);
});

it('says why rows are not added, and keeps them selected', async () => {
  const { page, countDone } = await open('trace', refuse(AddItemsMutation, 'The queue is full.'));
  await page.user.click(button('Add to queue'));
  screen.getByText('The queue is full.');
  expect(countDone()).toBe(0);
});

it('is hidden from viewers', async () => {
  await renderComponent(
    <AddToQueue projectId={PROJECT_ID} noun="trace" rows={ROWS} onDone={() => undefined} />,
    [],
    { as: 'VIEWER' },
  );
  expect(screen.queryByRole('button', { name: 'Add to review queue…' })).toBeNull();
});
