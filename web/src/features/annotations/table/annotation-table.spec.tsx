import { screen, within } from '@testing-library/react/pure';
import { answer, type Answer, cutOff, refuse } from '../../../testing/answers.js';
import { button, choice, field, item, listTexts, row } from '../../../testing/elements.js';
import {
  aLabelConfig,
  aTraceJudgment,
  judgedTrace,
  listConfigs,
} from '../../../testing/factories/judgments.js';
import { BEN } from '../../../testing/factories/reviews.js';
import { ADA } from '../../../testing/factories/users.js';
import { renderComponent } from '../../../testing/render-page.js';
import {
  DeleteSessionMutation,
  DeleteTraceMutation,
  PatchTraceMutation,
  UpdateSessionMutation,
} from '../judge/judgment-mutations.js';
import { JudgmentsQuery } from '../judge/judgments.js';
import { AnnotationTable } from './annotation-table.js';

/** An annotation that a program sent for the user of the page. */
const SENT = aTraceJudgment({
  annotatorKind: 'LLM',
  label: 'bad',
  score: 0,
  explanation: 'It leaves out a condition.',
  identifier: 'run 7',
  metadata: { model: 'judge-1' },
  source: 'API',
});
const CONFIGS = listConfigs(aLabelConfig());

const open = (answers: readonly Answer[], as: 'ADMIN' | 'MEMBER' | 'VIEWER' = 'MEMBER') =>
  renderComponent(
    <AnnotationTable
      title="Annotations of the whole trace"
      target={{ kind: 'trace', id: 'trace-1' }}
    />,
    answers,
    { as },
  );
const cells = (name: RegExp) =>
  within(row(name))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

describe('the table of annotations', () => {
  it('shows values with their authors and times', async () => {
    await open([
      judgedTrace(
        SENT,
        aTraceJudgment({
          id: 'annotation-2',
          name: 'length',
          annotatorKind: 'CODE',
          label: null,
          score: 212,
          user: null,
        }),
      ),
    ]);
    screen.getByRole('table', { name: /^Annotations of the whole trace ?2$/ });
    expect(cells(/^quality/).slice(0, 4)).toEqual([
      'bad',
      '0',
      'It leaves out a condition.',
      'adaLLM · API',
    ]);
    expect(cells(/^length/).slice(0, 4)).toEqual(['–', '212', '–', 'UnknownCode · web app']);
  });

  it('leaves out notes', async () => {
    await open([judgedTrace(aTraceJudgment({ name: 'note' }))]);
    screen.getByText('No annotations yet. Press e to add some.');
  });

  it('does not tell viewers how to add annotations', async () => {
    await open([judgedTrace()], 'VIEWER');
    expect(screen.getByText(/^No annotations yet\./).textContent).toBe('No annotations yet. ');
  });

  it('shows a long list in steps', async () => {
    const many = Array.from({ length: 61 }, (_, at) => aTraceJudgment({ id: `annotation-${at}` }));
    const page = await open([judgedTrace(...many)]);
    expect(document.querySelectorAll('tbody tr')).toHaveLength(50);
    await page.user.click(button('Show more (11)'));
    expect(document.querySelectorAll('tbody tr')).toHaveLength(61);
    expect(screen.queryByText(/^Show more/)).toBeNull();
  });

  it('shows the identifier and the metadata on demand', async () => {
    const page = await open([judgedTrace(SENT)]);
    expect(screen.queryByText('run 7')).toBeNull();
    await page.user.click(button('Details of quality'));
    screen.getByText('run 7');
    screen.getByText(/judge-1/);
    await page.user.click(button('Details of quality'));
    expect(screen.queryByText('run 7')).toBeNull();
  });

  const READ = ['Copy JSON', 'Copy ID'];
  it.each([
    ['VIEWER', ADA, READ],
    ['MEMBER', BEN, READ],
    ['MEMBER', null, READ],
    ['MEMBER', ADA, [...READ, 'Edit', 'Delete']],
    ['ADMIN', BEN, [...READ, 'Edit', 'Delete']],
  ] as const)('offers a %s the actions for an annotation by %j', async (as, user, actions) => {
    const page = await open([judgedTrace(aTraceJudgment({ user }))], as);
    await page.user.click(button('Actions for quality'));
    expect(listTexts('menuitem')).toEqual(actions);
  });

  it('says that the server cannot be reached, and tries again', async () => {
    const page = await open([cutOff(JudgmentsQuery)]);
    screen.getByText('The server cannot be reached');
    page.answer(judgedTrace(SENT));
    await page.user.click(button('Try again'));
    row(/^quality/);
  });
});

describe('an annotation of the table', () => {
  async function openDialog(...answers: Answer[]) {
    const page = await open([judgedTrace(SENT), CONFIGS, ...answers]);
    await page.user.click(button('Actions for quality'));
    await page.user.click(item('Edit'));
    screen.getByRole('dialog', { name: 'Edit the annotation quality' });
    return page;
  }
  const save = () => button('Save annotation');

  it('is edited with the labels of its config, whose scores follow', async () => {
    const changed = { label: 'good', score: 1, explanation: 'Fine.' };
    const page = await openDialog(
      answer(PatchTraceMutation, { answer: { rows: [{ ...SENT, ...changed }] } }),
    );
    expect(save()).toHaveProperty('disabled', true);
    await page.user.selectOptions(choice('Label'), 'good');
    expect(field('Score')).toHaveProperty('value', '1');
    await page.fill(field('Explanation'), 'Fine.');
    await page.user.click(save());
    expect(page.sent(PatchTraceMutation)).toEqual([
      { input: { annotationId: 'annotation-1', ...changed } },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(cells(/^quality/).slice(0, 3)).toEqual(['good', '1', 'Fine.']);
  });

  it('gives the focus back to its menu', async () => {
    const page = await openDialog();
    await page.user.click(button('Cancel'));
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(document.activeElement).toBe(button('Actions for quality'));
  });

  it('keeps a label that is no longer in the config', async () => {
    await openDialog(judgedTrace({ ...SENT, label: 'awful' }));
    const labels = within(choice('Label')).getAllByRole('option');
    expect(labels.map(({ textContent }) => textContent)).toEqual([
      'No label',
      'awful',
      'good',
      'bad',
    ]);
  });

  it('keeps the input, and says why a change is refused', async () => {
    const reason = 'It belongs to another user. Only its author or an admin can change it.';
    const page = await openDialog(refuse(PatchTraceMutation, reason, 'FORBIDDEN'));
    await page.fill(field('Explanation'), 'Still typed');
    await page.user.click(save());
    within(screen.getByRole('alert')).getByText(reason);
    expect(field('Explanation')).toHaveProperty('value', 'Still typed');
    await page.fill(field('Explanation'), 'Typed again');
    expect(screen.queryByText(reason)).toBeNull();
  });

  it('needs a value, and a number as its score', async () => {
    const page = await openDialog();
    await page.fill(field('Score'), 'high');
    await page.user.click(save());
    screen.getByText('Enter a number, such as 0.5.');
    await page.user.selectOptions(choice('Label'), 'No label');
    await page.fill(field('Explanation'), ' ');
    await page.user.click(save());
    screen.getByText(/^Enter a label, a score or an explanation\./);
    expect(page.sent(PatchTraceMutation)).toEqual([]);
  });

  it('is deleted after confirmation', async () => {
    const page = await open([
      judgedTrace(SENT),
      answer(DeleteTraceMutation, {
        deleteTraceAnnotations: { __typename: 'TraceAnnotationMutationPayload' },
      }),
    ]);
    await page.user.click(button('Actions for quality'));
    await page.user.click(item('Delete'));
    screen.getByText('The trace keeps its other annotations. This cannot be undone.');
    expect(page.sent(DeleteTraceMutation)).toEqual([]);
    await page.user.click(button('Delete annotation'));
    screen.getByText(/^No annotations yet\./);
    expect(page.sent(DeleteTraceMutation)).toEqual([{ id: 'annotation-1' }]);
  });

  it('stays if the server refuses to delete it', async () => {
    const page = await open([
      judgedTrace(SENT),
      refuse(DeleteTraceMutation, 'Only its author can delete it.', 'FORBIDDEN'),
    ]);
    await page.user.click(button('Actions for quality'));
    await page.user.click(item('Delete'));
    await page.user.click(button('Delete annotation'));
    within(screen.getByRole('alert')).getByText('Only its author can delete it.');
  });
});

describe('an annotation of a session', () => {
  const MOOD = {
    ...aTraceJudgment({ name: 'mood', label: null, score: 7 }),
    __typename: 'ProjectSessionAnnotation' as const,
  };
  const openMood = (...answers: Answer[]) =>
    renderComponent(
      <AnnotationTable
        title="Annotations of the session"
        target={{ kind: 'session', id: 'session-1' }}
      />,
      [
        answer(JudgmentsQuery, {
          node: { __typename: 'ProjectSession', id: 'session-1', annotations: [MOOD] },
        }),
        CONFIGS,
        ...answers,
      ],
    );

  it('is replaced as a whole', async () => {
    const page = await openMood(answer(UpdateSessionMutation, { answer: { row: MOOD } }));
    await page.user.click(button('Actions for mood'));
    await page.user.click(item('Edit'));
    await page.fill(field('Label'), 'happy');
    await page.user.click(button('Save annotation'));
    expect(page.sent(UpdateSessionMutation)).toEqual([
      {
        input: {
          id: 'annotation-1',
          name: 'mood',
          metadata: {},
          annotatorKind: 'HUMAN',
          source: 'APP',
          label: 'happy',
          score: 7,
          explanation: null,
        },
      },
    ]);
  });

  it('is deleted as one of a session', async () => {
    const page = await openMood(
      answer(DeleteSessionMutation, {
        deleteProjectSessionAnnotation: { __typename: 'ProjectSessionAnnotationMutationPayload' },
      }),
    );
    await page.user.click(button('Actions for mood'));
    await page.user.click(item('Delete'));
    await page.user.click(button('Delete annotation'));
    screen.getByText(/^No annotations yet\./);
    expect(page.sent(DeleteSessionMutation)).toEqual([{ id: 'annotation-1' }]);
  });
});
