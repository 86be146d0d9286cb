import { screen } from '@testing-library/react/pure';
import { answer, type Answer, refuse } from '../../../../testing/answers.js';
import { button, choice, field } from '../../../../testing/elements.js';
import { aLabelConfig, listConfigs, useConfigs } from '../../../../testing/factories/judgments.js';
import { PROJECT_ID } from '../../../../testing/factories/project-scope.js';
import { aProgress, aQueue } from '../../../../testing/factories/reviews.js';
import { renderComponent } from '../../../../testing/render-page.js';
import { CreateQueueMutation, PatchQueueMutation, type Queue } from '../api/queues.js';
import { QueueDialog } from './queue-dialog.js';

const TONE = aLabelConfig({ id: 'config-2', name: 'tone' });

async function open(queue: Queue | 'new', ...answers: Answer[]) {
  const events: string[] = [];
  const page = await renderComponent(
    <QueueDialog
      projectId={PROJECT_ID}
      queue={queue}
      range={{ timeRangeKey: '1d' }}
      onClose={() => events.push('closed')}
      onCreated={({ id }) => events.push(`created ${id}`)}
    />,
    [useConfigs(aLabelConfig()), listConfigs(TONE), ...answers],
  );
  return { page, events };
}
const created = (queue = aQueue()) =>
  answer(CreateQueueMutation, { createAnnotationQueue: { annotationQueue: queue } });
const config = (name: string) => screen.getByRole('checkbox', { name });

describe('the dialog of a new review queue', () => {
  it('chooses the configs of the project, and sends the newest items on Enter', async () => {
    const { page, events } = await open('new', created());
    expect(config('quality')).toHaveProperty('checked', true);
    expect(config('tone')).toHaveProperty('checked', false);
    await page.user.type(field('Name'), ' Fifty {Enter}');
    expect(page.sent(CreateQueueMutation)).toEqual([
      {
        input: {
          projectId: PROJECT_ID,
          target: 'TRACE',
          name: 'Fifty',
          description: null,
          annotationConfigIds: ['config-1'],
          judgmentsPerItem: 1,
          source: {
            filter: { timeRange: { start: expect.any(String) }, limit: 50, order: 'NEWEST' },
          },
        },
      },
    ]);
    expect(events).toEqual(['closed', 'created queue-1']);
  });

  it('sends which spans to choose from at random', async () => {
    const { page } = await open('new', created());
    await page.fill(field('Name'), 'Random');
    await page.user.click(screen.getByRole('radio', { name: 'Spans' }));
    await page.user.click(screen.getByRole('radio', { name: 'Random sample' }));
    await page.user.click(config('Only failed items'));
    await page.user.click(config('Only root spans'));
    await page.fill(field('Span names'), 'answer, , search');
    await page.user.selectOptions(choice('Time range'), 'All time');
    await page.user.click(button('Create queue'));
    expect(page.sent(CreateQueueMutation)[0]?.input).toMatchObject({
      target: 'SPAN',
      source: {
        filter: {
          timeRange: {},
          order: 'RANDOM',
          failedOnly: true,
          rootSpansOnly: true,
          names: ['answer', 'search'],
        },
      },
    });
  });

  it('says what is missing, and sends nothing', async () => {
    const { page } = await open('new');
    await page.user.click(config('quality'));
    await page.fill(field('Judgments per item'), '21');
    await page.user.click(button('Create queue'));
    screen.getByText('Enter a name.');
    screen.getByText('Choose at least one config.');
    screen.getByText('Enter a number from 1 to 20.');
    expect(page.sent(CreateQueueMutation)).toEqual([]);
  });

  it.each([
    ['Newest', 'Review queue Last answers created, but nothing matched, so it is empty.'],
    ['Empty', 'Review queue Last answers created'],
  ])('says that the new queue is empty, if it was filled with: %s', async (source, text) => {
    const empty = aQueue({ progress: aProgress({ total: 0 }) });
    const { page, events } = await open('new', created(empty));
    await page.fill(field('Name'), 'Last answers');
    await page.user.click(screen.getByRole('radio', { name: source }));
    await page.user.click(button('Create queue'));
    screen.getByText(text);
    expect(events).toEqual(['closed']);
    expect(page.sent(CreateQueueMutation)[0]?.input.source === null).toBe(source === 'Empty');
  });

  it('keeps what is typed if the server refuses it', async () => {
    const { page, events } = await open('new', refuse(CreateQueueMutation, 'This name is taken.'));
    await page.fill(field('Name'), 'Last answers');
    await page.user.click(button('Create queue'));
    screen.getByText('This name is taken.');
    await page.fill(field('Name'), 'Other answers');
    expect(screen.queryByText('This name is taken.')).toBeNull();
    expect(events).toEqual([]);
  });
});

describe('the dialog of a stored review queue', () => {
  it('sends what is changed', async () => {
    const { page, events } = await open(
      aQueue({ description: 'Look at the facts.' }),
      answer(PatchQueueMutation, { patchAnnotationQueue: { annotationQueue: { id: 'queue-1' } } }),
    );
    expect(screen.queryByRole('radio')).toBeNull();
    await page.fill(field('Name'), 'Renamed');
    await page.fill(field('Judgments per item'), '2');
    await page.user.click(config('tone'));
    await page.user.click(button('Save'));
    expect(page.sent(PatchQueueMutation)).toEqual([
      {
        input: {
          id: 'queue-1',
          name: 'Renamed',
          description: 'Look at the facts.',
          annotationConfigIds: ['config-1', 'config-2'],
          judgmentsPerItem: 2,
        },
      },
    ]);
    expect(events).toEqual(['closed']);
  });

  it('stays open if the server refuses it', async () => {
    const { page, events } = await open(
      aQueue(),
      refuse(PatchQueueMutation, 'This name is taken.'),
    );
    await page.user.click(button('Save'));
    screen.getByText('This name is taken.');
    expect(events).toEqual([]);
  });
});
