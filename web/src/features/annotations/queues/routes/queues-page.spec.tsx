import { screen, within } from '@testing-library/react/pure';
import { answer, type Answer, cutOff, keepWaiting, refuse } from '../../../../testing/answers.js';
import { button, field, item, link, listTexts, row } from '../../../../testing/elements.js';
import { aLabelConfig, useConfigs } from '../../../../testing/factories/judgments.js';
import { projectFrame } from '../../../../testing/factories/project-frame.js';
import { PROJECT_ID } from '../../../../testing/factories/project-scope.js';
import {
  anAgreement,
  aProgress,
  aQueue,
  BEN,
  listQueues,
} from '../../../../testing/factories/reviews.js';
import { ADA } from '../../../../testing/factories/users.js';
import { renderPage } from '../../../../testing/render-page.js';
import { ConfigsQuery } from '../../configs/api/annotation-configs.js';
import { DeleteQueueMutation, QueueQuery, QueuesQuery } from '../api/queues.js';

const PATH = `/projects/${PROJECT_ID}/review`;

const open = (answers: readonly Answer[], as: 'ADMIN' | 'MEMBER' | 'VIEWER' = 'MEMBER') =>
  renderPage(PATH, [...projectFrame({ viewerRole: as === 'ADMIN' ? 'MANAGER' : as }), ...answers], {
    as,
  });

describe('the review queues of a project', () => {
  it.each([
    ['MEMBER', /or select rows in a list and add them to a queue\.$/, 1],
    ['VIEWER', /A member can create one\.$/, 0],
  ] as const)('are explained to a %s', async (as, text, buttons) => {
    await open(listQueues([]), as);
    screen.getByRole('heading', { name: 'No review queues yet' });
    screen.getByText(text);
    expect(screen.queryAllByRole('button', { name: 'New queue' })).toHaveLength(buttons);
  });

  it('are listed with their progress, reviewers and agreement', async () => {
    const reviewer = { skipped: 0, inProgress: 0 };
    const progress = aProgress({
      done: 2,
      reviewers: [
        { ...reviewer, done: 3, user: ADA },
        { ...reviewer, done: 2, user: BEN },
      ],
    });
    await open(listQueues([aQueue({ judgmentsPerItem: 2, progress })], anAgreement()), 'VIEWER');
    row(/^Last answers .*2 of 3.* ada \(3\), ben \(2\) quality 67% Traces quality 2 /);
    expect(link('Last answers').getAttribute('href')).toBe(`${PATH}/queue-1`);
    screen.getByText('1 queue');
  });

  it.each([
    ['VIEWER', ADA, ['Summary']],
    ['MEMBER', BEN, ['Summary']],
    ['MEMBER', null, ['Summary']],
    ['MEMBER', ADA, ['Summary', 'Edit…', 'Delete…']],
    ['ADMIN', BEN, ['Summary', 'Edit…', 'Delete…']],
  ] as const)('offer a %s the actions for a queue that %j created', async (as, user, actions) => {
    const page = await open(listQueues([aQueue({ user })]), as);
    await page.user.click(button('Actions for Last answers'));
    expect(listTexts('menuitem')).toEqual(actions);
  });

  it('open their summaries', async () => {
    const page = await open([...listQueues([aQueue()]), keepWaiting(QueueQuery)]);
    await page.user.click(button('Actions for Last answers'));
    await page.user.click(item('Summary'));
    expect(page.address()).toBe(`${PATH}/queue-1?summary=true`);
  });

  it('open the form of a new one, with the keyboard', async () => {
    const page = await open([
      ...listQueues([]),
      useConfigs(aLabelConfig()),
      keepWaiting(ConfigsQuery),
    ]);
    button('New queue').focus();
    await page.user.keyboard('{Enter}');
    within(screen.getByRole('dialog')).getByRole('checkbox', { name: 'quality' });
    expect(document.activeElement).toBe(field('Name'));
  });

  it('are deleted after a warning', async () => {
    const page = await open([
      ...listQueues([aQueue()]),
      refuse(DeleteQueueMutation, 'Only its creator can delete it.'),
    ]);
    await page.user.click(button('Actions for Last answers'));
    await page.user.click(item('Delete…'));
    const dialog = within(screen.getByRole('dialog', { name: 'Delete Last answers' }));
    dialog.getByText(/The traces and their annotations stay\./);
    await page.user.click(button('Delete queue'));
    dialog.getByText('Only its creator can delete it.');
    page.answer(
      answer(DeleteQueueMutation, { deleteAnnotationQueue: { deletedAnnotationQueueId: '' } }),
      ...listQueues([]),
    );
    await page.user.click(button('Delete queue'));
    await screen.findByText('Review queue Last answers deleted');
    screen.getByText('No review queues yet');
    expect(page.sent(DeleteQueueMutation).at(-1)).toEqual({ input: { id: 'queue-1' } });
  });

  it('say that the server cannot be reached', async () => {
    const page = await open([...listQueues([]), cutOff(QueuesQuery)]);
    screen.getByText('The server cannot be reached');
    page.answer(...listQueues([aQueue()]));
    await page.user.click(button('Try again'));
    link('Last answers');
  });
});
