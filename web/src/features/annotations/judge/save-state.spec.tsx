import { screen, within } from '@testing-library/react/pure';
import { type Answer, cutOff } from '../../../testing/answers.js';
import { button } from '../../../testing/elements.js';
import { keepJudgments } from '../../../testing/factories/judgment-store.js';
import { aLabelConfig, useConfigs } from '../../../testing/factories/judgments.js';
import {
  findTargets,
  isChosen,
  JudgedTrace,
  judgePanel,
  saveState,
} from '../../../testing/factories/judged-trace.js';
import { renderComponent } from '../../../testing/render-page.js';
import { CreateSessionMutation, CreateTraceMutation } from './judgment-mutations.js';
import type { TargetKind } from './write-judgment.js';

const failure = () => within(judgePanel()).getByRole('alert');

const SAVED = keepJudgments();

/** Opens the annotations of traces. Each test has its own, because what is not saved is kept. */
async function open(traceIds: string[], initial: TargetKind, ...answers: Answer[]) {
  const page = await renderComponent(<JudgedTrace traceIds={traceIds} initial={initial} />, [
    findTargets(),
    useConfigs(aLabelConfig()),
    ...SAVED,
    ...answers,
  ]);
  await screen.findByRole('region', { name: 'Annotate' });
  return page;
}

const FAILING: Answer = {
  name: 'JudgeSession',
  reply: () => ({ status: 500, body: 'Out of order' }),
};

describe('annotations that cannot be saved', () => {
  it.each([
    [
      'does not respond',
      cutOff(CreateSessionMutation),
      /cannot be reached.*Check that Spandrel is/,
    ],
    ['fails', FAILING, /Out of order/],
  ])('are kept and marked as unsaved if the server %s', async (_how, failing, reason) => {
    const page = await open(['kept'], 'session', failing);
    await page.user.keyboard('2');
    expect(saveState()).toBe('Not saved');
    expect(failure().textContent).toMatch(/^Not saved: /);
    expect(failure().textContent).toMatch(reason);
    expect(isChosen('bad')).toBe(true);
    // It is still there after closing the panel.
    await page.user.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'Annotate' })).toBeNull();
    await page.user.keyboard('e');
    await page.user.click(screen.getByRole('radio', { name: 'Session' }));
    expect(isChosen('bad')).toBe(true);
    page.answer(...SAVED);
    await page.user.click(within(failure()).getByRole('button', { name: 'Save again' }));
    expect(saveState()).toBe('Saved');
    expect(within(judgePanel()).queryByRole('alert')).toBeNull();
    expect(page.sent(CreateSessionMutation)).toHaveLength(2);
    expect(page.sent(CreateSessionMutation)[1]).toEqual(page.sent(CreateSessionMutation)[0]);
    await page.user.keyboard('2');
    expect(isChosen('bad')).toBe(false);
    expect(saveState()).toBe('Saved');
  });

  it('show the stored value again if the change is discarded', async () => {
    const page = await open(['discarded'], 'trace', cutOff(CreateTraceMutation));
    await page.user.keyboard('1');
    expect(isChosen('good')).toBe(true);
    await page.user.click(button('Discard change'));
    expect(isChosen('good')).toBe(false);
    expect(saveState()).toBe('Changes are saved as you make them.');
    expect(within(judgePanel()).queryByRole('alert')).toBeNull();
  });

  it.each([
    ['saved again', 'Save again', 2],
    ['discarded', 'Discard', 1],
  ])('are mentioned beside other rows, and can be %s there', async (how, action, sent) => {
    const page = await open([`left ${how}`, `next ${how}`], 'trace', cutOff(CreateTraceMutation));
    await page.user.keyboard('1');
    await page.user.keyboard('j');
    expect(isChosen('good')).toBe(false);
    within(failure()).getByText('A change to quality elsewhere is not saved.');
    page.answer(...SAVED);
    await page.user.click(button(action));
    expect(within(judgePanel()).queryByRole('alert')).toBeNull();
    expect(page.sent(CreateTraceMutation).map(({ input }) => input.traceId)).toEqual(
      Array.from({ length: sent }, () => `trace left ${how}`),
    );
  });

  it('warn whoever leaves the page before they are saved', async () => {
    const page = await open(['leaving'], 'trace', cutOff(CreateTraceMutation));
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true });
      dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(leave()).toBe(false);
    await page.user.keyboard('1');
    expect(leave()).toBe(true);
    await page.user.click(button('Discard change'));
    expect(leave()).toBe(false);
  });
});
