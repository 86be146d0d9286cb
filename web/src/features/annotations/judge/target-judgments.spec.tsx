import { fireEvent, screen, within } from '@testing-library/react/pure';
import { refuse } from '../../../testing/answers.js';
import { button, field } from '../../../testing/elements.js';
import { keepJudgments, type StoredJudgments } from '../../../testing/factories/judgment-store.js';
import {
  aJudgment,
  aLabelConfig,
  aScoreConfig,
  aTextConfig,
  useConfigs,
} from '../../../testing/factories/judgments.js';
import {
  findTargets,
  isChosen,
  JudgedTrace,
  judgePanel,
  labelButton,
  saveState,
} from '../../../testing/factories/judged-trace.js';
import { renderComponent } from '../../../testing/render-page.js';
import {
  AddSpanNoteMutation,
  CreateSpanMutation,
  CreateTraceMutation,
  DeleteSpanMutation,
  DeleteSpanNoteMutation,
  PatchSpanMutation,
  PatchTraceMutation,
  UpdateSessionMutation,
} from './judgment-mutations.js';
import { JudgmentsQuery } from './judgments.js';
import type { TargetKind } from './write-judgment.js';

const focused = () => document.activeElement;
const aRow = (part = {}) => ({ ...aJudgment(part), documentPosition: 0 });

const BY_EVE = { identifier: 'app:user-2', user: { id: 'user-2', username: 'eve' } };

/** Opens the annotations of a trace with configs for labels, scores and texts. */
async function open(stored?: StoredJudgments, initial: TargetKind = 'span', as?: 'VIEWER') {
  const page = await renderComponent(
    <JudgedTrace initial={initial} />,
    [
      findTargets(),
      useConfigs(aLabelConfig(), aScoreConfig(), aTextConfig()),
      ...keepJudgments(stored),
    ],
    as ? { as } : {},
  );
  // Its code is loaded only now.
  await screen.findByRole('region', { name: 'Annotate' });
  return page;
}

describe('the fields of the annotations', () => {
  it('take labels by key, and take them back by the same key or by undo', async () => {
    const page = await open();
    await page.user.keyboard('1');
    expect([isChosen('good'), isChosen('bad')]).toEqual([true, false]);
    await page.user.keyboard('2');
    expect([isChosen('good'), isChosen('bad')]).toEqual([false, true]);
    expect(page.sent(PatchSpanMutation)).toEqual([
      { input: { annotationId: 'new-1', label: 'bad', score: 0, explanation: null } },
    ]);
    await page.user.keyboard('2');
    expect(isChosen('bad')).toBe(false);
    expect(page.sent(DeleteSpanMutation)).toEqual([{ id: 'new-1' }]);
    await page.user.keyboard('u');
    expect(isChosen('bad')).toBe(true);
    expect(page.sent(CreateSpanMutation)).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    await page.user.keyboard('1');
    await page.user.click(button('Undo'));
    expect([isChosen('good'), isChosen('bad')]).toEqual([false, true]);
    expect(saveState()).toBe('Saved');
  });

  it('move between labels with the arrow keys', async () => {
    const { user } = await open();
    expect(focused()).toBe(labelButton('good'));
    await user.keyboard('{ArrowRight}');
    expect(focused()).toBe(labelButton('bad'));
    await user.keyboard('{ArrowRight}');
    expect(focused()).toBe(labelButton('good'));
    await user.keyboard('{ArrowLeft}');
    expect(focused()).toBe(labelButton('bad'));
    await user.keyboard('{Enter}');
    expect(isChosen('bad')).toBe(true);
  });

  it('take a score from the slider or as a number, and refuse one outside of its bounds', async () => {
    const page = await open();
    await page.user.keyboard('{ArrowDown}');
    const slider = screen.getByRole('slider', { name: 'helpfulness: slider' });
    expect(focused()).toBe(slider);
    fireEvent.change(slider, { target: { value: '2' } });
    await page.user.keyboard('{Tab}');
    const score = field('helpfulness: score');
    expect(score).toHaveProperty('value', '2');
    expect(focused()).toBe(score);
    await page.fill(score, '11');
    await page.user.keyboard('{Enter}');
    screen.getByText('Enter a number from 0 to 10.');
    expect(focused()).toBe(score);
    await page.fill(score, '7.5');
    await page.user.keyboard('{Enter}');
    expect(screen.queryByText('Enter a number from 0 to 10.')).toBeNull();
    expect(focused()).toBe(screen.getByRole('group', { name: 'helpfulness' }));
    expect(saveState()).toBe('Saved');
    expect(page.sent(CreateSpanMutation).map(({ input }) => [input.name, input.score])).toEqual([
      ['helpfulness', 2],
    ]);
    expect(page.sent(PatchSpanMutation)).toEqual([
      { input: { annotationId: 'new-1', label: null, score: 7.5, explanation: null } },
    ]);
  });

  it('take a text, in which no key is a shortcut', async () => {
    const page = await open();
    screen.getByRole('group', { name: 'helpfulness' }).focus();
    await page.user.keyboard('{ArrowDown}');
    expect(focused()).toBe(field('advice: text'));
    await page.user.keyboard('just 1 example');
    await page.user.keyboard('{Escape}');
    expect(focused()).toBe(screen.getByRole('group', { name: 'advice' }));
    expect(saveState()).toBe('Saved');
    expect(page.sent(CreateSpanMutation)).toEqual([
      {
        input: expect.objectContaining({
          name: 'advice',
          label: null,
          score: null,
          explanation: 'just 1 example',
        }),
      },
    ]);
  });

  it('keep the explanation when the label is removed, and restore both by undo', async () => {
    const page = await open(new Map(), 'session');
    const explanation = () => field('quality: explanation');
    await page.user.keyboard('1');
    await page.fill(explanation(), 'It names all conditions.');
    await page.user.click(labelButton('good'));
    expect(isChosen('good')).toBe(false);
    expect(explanation()).toHaveProperty('value', 'It names all conditions.');
    expect(page.sent(UpdateSessionMutation).at(-1)).toMatchObject({
      input: { id: 'new-1', label: null, score: null, explanation: 'It names all conditions.' },
    });
    await page.user.keyboard('u');
    expect(isChosen('good')).toBe(true);
    await page.fill(explanation(), 'Wrong.');
    await page.user.click(screen.getByRole('group', { name: 'quality' }));
    expect(page.sent(UpdateSessionMutation).at(-1)?.input.explanation).toBe('Wrong.');
    labelButton('good').focus();
    await page.user.keyboard('u');
    expect(explanation()).toHaveProperty('value', 'It names all conditions.');
    expect(page.sent(UpdateSessionMutation).at(-1)).toMatchObject({
      input: { label: 'good', score: 1, explanation: 'It names all conditions.' },
    });
  });

  it('change an annotation that was created in the meantime instead of creating another', async () => {
    const stored: StoredJudgments = new Map();
    const page = await open(stored, 'trace');
    stored.set('trace one', [aRow({ id: 'other tab', label: 'bad', score: 0 })]);
    page.answer(refuse(CreateTraceMutation, 'It exists.', 'CONFLICT'));
    await page.user.keyboard('1');
    expect(saveState()).toBe('Saved');
    expect(page.sent(PatchTraceMutation)).toEqual([
      { input: { annotationId: 'other tab', label: 'good', score: 1, explanation: null } },
    ]);
  });

  it('do not replace what a program stored under the same name', async () => {
    const byProgram = aRow({
      id: 'of a program',
      annotatorKind: 'LLM',
      source: 'API',
      identifier: '',
      label: 'bad',
      score: 0,
    });
    const page = await open(new Map([['trace one', [byProgram]]]), 'trace');
    expect(isChosen('bad')).toBe(false);
    await page.user.keyboard('1');
    expect(isChosen('good')).toBe(true);
    expect(page.sent(CreateTraceMutation)).toHaveLength(1);
    const others = screen.getByRole('list', { name: 'Other annotations' });
    expect(others.textContent).toMatch(/^quality bad \(0\)ada · LLM · API · /);
  });

  it('share one identifier where nobody signs in', async () => {
    const byProgram = aRow({ identifier: '', annotatorKind: 'LLM', source: 'API', user: null });
    const page = await renderComponent(
      <JudgedTrace initial="span" />,
      [
        findTargets(),
        useConfigs(aLabelConfig()),
        ...keepJudgments(new Map([['span one', [byProgram]]])),
      ],
      { config: { authenticationEnabled: false } },
    );
    await page.user.keyboard('2');
    expect(page.sent(CreateSpanMutation).map(({ input }) => input.identifier)).toEqual(['app']);
    const others = screen.getByRole('list', { name: 'Other annotations' });
    expect(others.textContent).toMatch(/^quality good \(1\)LLM · API · /);
  });

  it('say that a label is no longer one of its config', async () => {
    await open(new Map([['span one', [aRow({ label: 'fair', score: null })]]]));
    screen.getByText('“fair” is no longer one of the labels.');
  });
});

describe('the annotations that viewers see', () => {
  it('have authors and cannot be changed', async () => {
    const rows = [
      aRow({ name: 'helpfulness', label: null, score: 7.5, ...BY_EVE }),
      aRow({ id: 'note-1', name: 'note', explanation: 'Look!' }),
    ];
    await open(new Map([['span one', rows]]), 'span', 'VIEWER');
    const [listed] = within(screen.getByRole('list', { name: 'Annotations' })).getAllByRole(
      'listitem',
    );
    expect(listed?.textContent).toMatch(/^helpfulness 7\.5eve · Person · web app · /);
    screen.getByText('Viewers can read annotations but not add any.');
    within(screen.getByRole('list', { name: 'Notes' })).getByText('Look!');
    expect(within(judgePanel()).queryAllByRole('textbox')).toHaveLength(0);
    expect(within(judgePanel()).queryAllByRole('group')).toHaveLength(0);
    expect(screen.queryByRole('button', { name: 'Delete note' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add config' })).toBeNull();
  });
});

describe('the notes', () => {
  const notes = () => screen.getByRole('list', { name: 'Notes' });

  it('are added with Enter, and deleted by their author, who can undo that', async () => {
    const page = await open();
    await page.user.click(field('New note'));
    await page.user.keyboard('first line{Shift>}{Enter}{/Shift}second line{Enter}');
    expect(page.sent(AddSpanNoteMutation)).toEqual([
      { id: 'span one', note: 'first line\nsecond line' },
    ]);
    expect(notes().textContent).toContain('first line\nsecond line');
    expect(field('New note')).toHaveProperty('value', '');
    await page.user.click(button('Delete note'));
    expect(page.sent(DeleteSpanNoteMutation)).toEqual([{ id: 'new-1' }]);
    expect(screen.queryByRole('list', { name: 'Notes' })).toBeNull();
    await page.user.click(button('Undo'));
    expect(notes().textContent).toContain('first line');
  });

  it('of others can only be read', async () => {
    const row = aRow({ name: 'note', explanation: 'Look!', ...BY_EVE });
    await open(new Map([['span one', [row]]]));
    expect(notes().textContent).toMatch(/^eve · .*Look!$/);
    expect(screen.queryByRole('button', { name: 'Delete note' })).toBeNull();
  });

  it('stay in the field if the server refuses them', async () => {
    const page = await open();
    page.answer(refuse(AddSpanNoteMutation, 'Not today.'));
    await page.fill(field('New note'), 'keep me');
    await page.user.keyboard('{Enter}');
    expect(saveState()).toBe('Note not saved: Not today.');
    expect(field('New note')).toHaveProperty('value', 'keep me');
    expect(page.sent(JudgmentsQuery)).toHaveLength(2);
    await page.fill(field('New note'), '');
  });
});
