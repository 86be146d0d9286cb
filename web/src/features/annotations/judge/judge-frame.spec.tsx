import { fireEvent, screen, waitFor, within } from '@testing-library/react/pure';
import { answer, type Answer, cutOff } from '../../../testing/answers.js';
import { button } from '../../../testing/elements.js';
import { keepJudgments } from '../../../testing/factories/judgment-store.js';
import { aLabelConfig, useConfigs } from '../../../testing/factories/judgments.js';
import {
  findTargets,
  isChosen,
  JudgedTrace,
  judgePanel,
  labelButton,
  saveState,
} from '../../../testing/factories/judged-trace.js';
import { renderComponent } from '../../../testing/render-page.js';
import { settle } from '../../../testing/settle.js';
import {
  CreateSessionMutation,
  CreateSpanMutation,
  CreateTraceMutation,
} from './judgment-mutations.js';
import { TraceTargetsQuery } from './judgments.js';
import type { TargetKind } from './write-judgment.js';

const isOpen = () => screen.queryByRole('region', { name: 'Annotate' }) !== null;

async function open(traceIds: string[], initial?: TargetKind, ...answers: Answer[]) {
  const page = await renderComponent(
    <JudgedTrace traceIds={traceIds} {...(initial && { initial })} />,
    [findTargets(), useConfigs(aLabelConfig()), ...keepJudgments(), ...answers],
  );
  if (initial) await isLoaded();
  return page;
}

/** The code of the annotations is loaded when they are first opened. */
const isLoaded = () => screen.findByRole('region', { name: 'Annotate' });

/** Answers with the targets of a trace once `release` has been called. */
function holdTargets(sessionId: string | null) {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const held = answer(TraceTargetsQuery, async ({ traceId }) => {
    await promise;
    return {
      getTraceByOtelId: {
        id: `trace ${traceId}`,
        projectSessionId: sessionId,
        rootSpan: { id: `span ${traceId}` },
      },
    };
  });
  return { held, release };
}

describe('the annotations beside a trace', () => {
  it('open with e, and give the focus back when they close', async () => {
    const { user } = await open(['focus']);
    button('Spans').focus();
    await user.keyboard('e');
    await isLoaded();
    expect(document.activeElement).toBe(labelButton('good'));
    await user.keyboard('{Escape}');
    expect(isOpen()).toBe(false);
    expect(document.activeElement).toBe(button('Spans'));
  });

  it('give the focus back to the button that opened them', async () => {
    const { user } = await open(['focus']);
    await user.click(button('Annotate (e)'));
    await isLoaded();
    expect(document.activeElement).toBe(labelButton('good'));
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(button('Annotate (e)'));
  });

  it('open at the note with n', async () => {
    const { user } = await open(['note']);
    await user.keyboard('n');
    await isLoaded();
    const note = screen.getByRole('textbox', { name: 'New note' });
    expect(document.activeElement).toBe(note);
    await user.keyboard('n1');
    expect(note).toHaveProperty('value', 'n1');
    expect(isChosen('good')).toBe(false);
  });

  it('are about the span, its trace or its session', async () => {
    const page = await open(['kinds'], 'span');
    await page.user.keyboard('1');
    await page.user.click(screen.getByRole('radio', { name: 'Trace' }));
    expect(isChosen('good')).toBe(false);
    await page.user.keyboard('1');
    await page.user.click(screen.getByRole('radio', { name: 'Session' }));
    await page.user.keyboard('2');
    expect(saveState()).toBe('Saved');
    const given = {
      name: 'quality',
      identifier: 'app:user-1',
      explanation: null,
      metadata: {},
      annotatorKind: 'HUMAN',
      source: 'APP',
    };
    expect(page.sent(CreateSpanMutation)).toEqual([
      { input: { ...given, spanId: 'span kinds', label: 'good', score: 1 } },
    ]);
    expect(page.sent(CreateTraceMutation)).toEqual([
      { input: { ...given, traceId: 'trace kinds', label: 'good', score: 1 } },
    ]);
    expect(page.sent(CreateSessionMutation)).toEqual([
      { input: { ...given, projectSessionId: 'session of all', label: 'bad', score: 0 } },
    ]);
  });

  it('take a label for the next trace before that has loaded, and keep the focus', async () => {
    const page = await open(['first', 'second'], 'trace');
    await page.user.keyboard('1');
    expect(isChosen('good')).toBe(true);
    const { held, release } = holdTargets(null);
    page.answer(held);
    fireEvent.keyDown(document.body, { key: 'j' });
    expect(isChosen('good')).toBe(false);
    fireEvent.keyDown(document.body, { key: '2' });
    release();
    await settle();
    expect(isChosen('bad')).toBe(true);
    expect(saveState()).toBe('Saved');
    expect(page.sent(CreateTraceMutation).map(({ input }) => [input.traceId, input.label])).toEqual(
      [
        ['trace first', 'good'],
        ['trace second', 'bad'],
      ],
    );
    expect(['good', 'bad']).toContain(document.activeElement?.textContent?.slice(0, -1));
  });

  it('take the keys for several traces in their order', async () => {
    const page = await open(['one', 'two', 'three'], 'trace');
    const { held, release } = holdTargets(null);
    page.answer(held);
    for (const key of ['j', '2', 'j', '1']) fireEvent.keyDown(document.body, { key });
    expect(page.sent(CreateTraceMutation)).toEqual([]);
    release();
    // Keys are pressed one by one, each once the page shows what the one before began.
    await waitFor(() => expect(page.sent(CreateTraceMutation)).toHaveLength(2), {
      timeout: 15_000,
    });
    expect(page.sent(CreateTraceMutation).map(({ input }) => [input.traceId, input.label])).toEqual(
      [
        ['trace two', 'bad'],
        ['trace three', 'good'],
      ],
    );
  });

  it('drop a label for what is still loading when they are closed', async () => {
    const page = await open(['first', 'second'], 'trace');
    const { held, release } = holdTargets(null);
    page.answer(held);
    for (const key of ['j', '2', 'Escape']) fireEvent.keyDown(document.body, { key });
    release();
    await settle();
    expect(page.sent(CreateTraceMutation)).toEqual([]);
  });

  it('drop a label for a session if it turns out that there is none', async () => {
    const page = await open(['with session', 'alone'], 'session');
    const { held, release } = holdTargets(null);
    page.answer(held);
    fireEvent.keyDown(document.body, { key: 'j' });
    fireEvent.keyDown(document.body, { key: '2' });
    release();
    await settle();
    expect(isChosen('bad')).toBe(false);
    expect(saveState()).toBe('Changes are saved as you make them.');
    expect(page.sent(CreateSpanMutation)).toEqual([]);
    await page.user.keyboard('2');
    expect(isChosen('bad')).toBe(true);
    expect(page.sent(CreateSpanMutation)[0]?.input.spanId).toBe('span alone');
  });

  it('try again if the trace cannot be looked up', async () => {
    const page = await open(['lost'], undefined, cutOff(TraceTargetsQuery));
    await page.user.keyboard('e');
    await isLoaded();
    within(judgePanel()).getByText('The server cannot be reached');
    page.answer(findTargets());
    await page.user.click(button('Try again'));
    expect(isChosen('good')).toBe(false);
  });

  it('say if there is nothing to annotate', async () => {
    await open(['gone'], 'span', answer(TraceTargetsQuery, { getTraceByOtelId: null }));
    within(judgePanel()).getByText(/There is nothing to annotate\./);
  });
});
