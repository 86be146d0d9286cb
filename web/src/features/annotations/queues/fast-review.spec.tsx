import { screen } from '@testing-library/react/pure';
import { answer, type Answer, refuse } from '../../../testing/answers.js';
import { field } from '../../../testing/elements.js';
import {
  aLabelConfig,
  aScoreConfig,
  aTextConfig,
  aTraceJudgment,
  judgedTrace,
} from '../../../testing/factories/judgments.js';
import { PROJECT_ID } from '../../../testing/factories/project-scope.js';
import {
  anItem,
  aQueue,
  ITEMS,
  leadTo,
  REVIEW,
  showQueue,
} from '../../../testing/factories/reviews.js';
import { renderPage } from '../../../testing/render-page.js';
import { CreateTraceMutation } from '../judge/judgment-mutations.js';
import { JudgmentsQuery } from '../judge/judgments.js';
import { ClaimMutation, ClaimNextMutation, FinishMutation, ItemQuery } from './api/review-steps.js';
import type { Queue } from './api/queues.js';

const PATH = `/projects/${PROJECT_ID}/review/queue-1`;
const SCALE = aScoreConfig({ lowerBound: 1, upperBound: 5 });

const open = (queue: Queue = aQueue(), ...answers: Answer[]) =>
  renderPage(PATH, [
    ...REVIEW,
    ...showQueue(queue, ...ITEMS),
    answer(ClaimNextMutation, leadTo(anItem(1), queue, anItem(2))),
    finishInOrder(queue),
    slowly(judgedTrace()),
    ...answers,
  ]);
/** Answers as a server far away does, much later than the next key. */
const slowly = ({ name, reply }: Answer): Answer => ({
  name,
  reply: async (variables) => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    return reply(variables);
  },
});
/** Leads from each item to the one after it, and from the last one to none. */
const finishInOrder = (queue: Queue): Answer =>
  slowly(
    answer(FinishMutation, ({ id }) => {
      const next = Number(id.at(-1)) + 1;
      return {
        finishAnnotationQueueItem: { __typename: 'AnnotationQueueItemPayload' },
        ...leadTo(next > 3 ? null : anItem(next), queue, next > 2 ? null : anItem(next + 1)),
      };
    }),
  );
/** On a busy machine, every key takes a while. */
const PATIENTLY = { timeout: 15_000 };
const atItem = (item: number) => screen.findByText(`Item ${item}`, {}, PATIENTLY);
const atEnd = () => screen.findByRole('heading', { name: 'Nothing left for you' }, PATIENTLY);

describe('somebody who judges faster than the server answers', () => {
  it('judges every item with the keys typed for it', async () => {
    const page = await open();
    await page.user.keyboard('1{Enter}2{Enter}1{Enter}');
    await atEnd();
    expect(page.sent(CreateTraceMutation).map(({ input }) => [input.traceId, input.label])).toEqual(
      [
        ['trace-1', 'good'],
        ['trace-2', 'bad'],
        ['trace-3', 'good'],
      ],
    );
    expect(page.sent(FinishMutation).map(({ id }) => id)).toEqual(['item-1', 'item-2', 'item-3']);
  });

  it('gives several configs their values, each by its own key, and types texts', async () => {
    const configs = [aLabelConfig(), SCALE, aTextConfig()];
    const page = await open(aQueue({ annotationConfigs: configs }));
    const finish = '{Control>}{Enter}{/Control}';
    await page.user.keyboard(`14first${finish}25second${finish}`);
    await atItem(3);
    expect(
      page
        .sent(CreateTraceMutation)
        .map(({ input }) => [input.traceId, input.label ?? input.score ?? input.explanation]),
    ).toEqual([
      ['trace-1', 'good'],
      ['trace-1', 4],
      ['trace-1', 'first'],
      ['trace-2', 'bad'],
      ['trace-2', 5],
      ['trace-2', 'second'],
    ]);
  });

  it('judges the items that it goes to with keys', async () => {
    const page = await open(
      aQueue(),
      slowly(answer(ClaimMutation, ({ id }) => leadTo(anItem(Number(id.at(-1)))))),
      slowly(
        answer(ItemQuery, ({ id }) => ({
          node: { __typename: 'AnnotationQueueItem' as const, ...anItem(Number(id.at(-1))) },
        })),
      ),
    );
    await page.user.keyboard('jj2k1');
    await atItem(2);
    await screen.findByText('Saved');
    expect(page.sent(CreateTraceMutation).map(({ input }) => [input.traceId, input.label])).toEqual(
      [
        ['trace-3', 'bad'],
        ['trace-2', 'good'],
      ],
    );
  });

  it('does not judge the next item with keys for one that was not finished', async () => {
    const page = await open(aQueue(), slowly(refuse(FinishMutation, 'Too many requests.')));
    await page.user.keyboard('1{Enter}2{Enter}');
    const problem = await screen.findByText(/Too many requests\./);
    expect(problem.textContent).toBe(
      'Too many requests. The keys you pressed since then were ignored.',
    );
    await atItem(1);
    expect(page.sent(CreateTraceMutation)).toHaveLength(1);
    expect(page.sent(FinishMutation)).toHaveLength(1);
  });

  it('does not judge an item that somebody else has taken', async () => {
    const page = await open(aQueue(), slowly(refuse(ClaimMutation, 'Taken.', 'CONFLICT')));
    await page.user.keyboard('j1{Enter}2{Enter}');
    await screen.findByText(/You can read it, but not judge it\./);
    expect([...page.sent(CreateTraceMutation), ...page.sent(FinishMutation)]).toEqual([]);
  });

  it('types into fields outside of the review at once', async () => {
    const page = await open();
    const other = document.body.appendChild(document.createElement('input'));
    try {
      await page.user.keyboard('1{Enter}2{Enter}');
      other.focus();
      await page.user.keyboard('abc');
      expect(other.value).toBe('abc');
      await atItem(3);
      expect(other.value).toBe('abc');
      expect(page.sent(CreateTraceMutation)).toHaveLength(2);
    } finally {
      other.remove();
    }
  });

  it('can type again after five seconds, and reads that its keys were ignored', async () => {
    const never = {
      name: answer(FinishMutation, leadTo(null)).name,
      reply: () => new Promise(() => {}),
    };
    const page = await open(aQueue(), never as Answer);
    await page.user.keyboard('1{Enter}2{Enter}');
    const problem = await screen.findByText(/five seconds/, {}, PATIENTLY);
    expect(problem.textContent).toBe(
      'The server has not answered for five seconds. The keys you pressed since then were ignored.',
    );
    expect(page.sent(CreateTraceMutation)).toHaveLength(1);
    const note = screen.getByRole('textbox', { name: /note/i });
    note.focus();
    await page.user.keyboard('typed');
    expect(note).toHaveProperty('value', 'typed');
  });

  it('has the annotations of the next item before it is open', async () => {
    const page = await open();
    await page.user.keyboard('1{Enter}');
    await atItem(2);
    expect(page.sent(JudgmentsQuery)).toContainEqual({ id: 'trace-3' });
  });
});

describe('an item with a missing score', () => {
  const two = aQueue({ annotationConfigs: [aLabelConfig(), SCALE] });

  it('is finished once somebody confirms that', async () => {
    const page = await open(two);
    await page.user.keyboard('1{Enter}');
    await screen.findByText(
      'You have not judged helpfulness. Finish the item again to leave it out.',
    );
    expect(page.sent(FinishMutation)).toEqual([]);
    await page.user.keyboard('{Enter}');
    await atItem(2);
    expect(page.sent(CreateTraceMutation)).toHaveLength(1);
  });

  it('is not finished by keys typed before the question is there', async () => {
    const page = await open(two, judgedTrace(aTraceJudgment()));
    await page.user.keyboard('{Enter}{Enter}');
    await screen.findByText(/^You have not judged helpfulness\./);
    expect(page.sent(FinishMutation)).toEqual([]);
  });

  it('takes a number from anywhere, and shows which', async () => {
    const page = await open(aQueue({ annotationConfigs: [SCALE] }));
    screen.getByText('1–5');
    await page.user.keyboard('7');
    expect(field('helpfulness: score')).toHaveProperty('value', '');
    await page.user.keyboard('3');
    expect(field('helpfulness: score')).toHaveProperty('value', '3');
    expect(page.sent(CreateTraceMutation)).toMatchObject([{ input: { label: null, score: 3 } }]);
  });
});
