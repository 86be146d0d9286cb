import { screen, within } from '@testing-library/react/pure';
import { type Answer, answer, refuse } from '../../../testing/answers.js';
import { button, choice, option } from '../../../testing/elements.js';
import {
  aPolicy,
  DEFAULT_POLICY,
  previewed,
  PROJECTS_TO_RETAIN,
} from '../../../testing/factories/retention.js';
import { renderComponent } from '../../../testing/render-page.js';
import {
  CreatePolicyMutation,
  PatchPolicyMutation,
  RetentionPreviewQuery,
  type RetentionPolicy,
} from '../api/retention-policies.js';
import { PolicyDialog } from './policy-dialog.js';

const MB = 1024 ** 2;
const created = answer(CreatePolicyMutation, {
  createProjectTraceRetentionPolicy: { node: { id: 'policy-1' } },
});
const patched = answer(PatchPolicyMutation, {
  patchProjectTraceRetentionPolicy: { node: { id: 'policy-1' } },
});
const DAYS = /^Delete traces older than \(days\)/;
const SIZE = /^Largest size of each project/;

/** Finds a field by how its label begins, which is cheaper than by its role. */
const input = (name: RegExp) =>
  screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' });
const nameField = () => input(/^Name/);
const schedule = () => input(/^Schedule/);

async function open(shown: RetentionPolicy | 'new', ...answers: Answer[]) {
  const calls: string[] = [];
  const page = await renderComponent(
    <PolicyDialog
      shown={shown}
      onClose={() => calls.push('closed')}
      onSaved={() => calls.push('saved')}
    />,
    [PROJECTS_TO_RETAIN, ...answers],
  );
  return { page, calls };
}

describe('the form for a new retention policy', () => {
  it('sends the limits, the schedule and the projects', async () => {
    const { page, calls } = await open('new', previewed(), created);
    screen.getByText('This would delete nothing now.');
    const create = button('Create policy');
    expect(create).toHaveProperty('disabled', true);
    await page.fill(nameField(), ' month ');
    await page.fill(input(/^Newest traces to keep/), '1000');
    await page.user.click(screen.getByRole('checkbox', { name: 'Traces with a span that failed' }));
    await page.user.click(choice('Projects'));
    option('chat');
    await page.user.click(option('shop (now month)'));
    await page.fill(schedule(), '0 3 * * 1-5');
    screen.getByText(/ Runs at 03:00, Monday through Friday \(UTC\)\.$/);
    await page.user.click(create);
    await screen.findByText('Policy month saved');
    expect(calls).toEqual(['saved', 'closed']);
    expect(page.sent(CreatePolicyMutation)).toEqual([
      {
        input: {
          name: 'month',
          cronExpression: '0 3 * * 1-5',
          rule: { maxDaysOrCount: { maxDays: 30, maxCount: 1000 } },
          maxBytes: 0,
          maxTextDays: 0,
          keeps: ['FAILED'],
          addProjects: ['project-1'],
        },
      },
    ]);
  });

  it('says beforehand what it would delete, keep and clear', async () => {
    const { page } = await open('new', previewed());
    page.answer(
      previewed({
        traceCount: 2,
        spanCount: 3,
        keptTraceCount: 1,
        textTraceCount: 1,
        storedBytes: 20 * MB,
      }),
    );
    await page.user.click(choice('Projects'));
    await page.user.click(option('chat'));
    screen.getByText('Counting what this would delete…');
    const status = screen.getByRole('status');
    await within(status).findByText('2 traces');
    expect(status.textContent).toBe(
      'This would delete 2 traces with 3 spans now. 1 trace would lose its texts. 1 older trace would be kept. The projects occupy about 20 MB now. Deleted traces cannot be restored.',
    );
    expect(page.sent(RetentionPreviewQuery).at(-1)).toEqual({
      rule: { maxDays: { maxDays: 30 } },
      maxBytes: 0,
      maxTextDays: 0,
      keeps: [],
      projects: ['project-2'],
      policyId: null,
    });
  });

  it('says that only texts would go', async () => {
    const { page } = await open('new', previewed());
    await page.fill(input(DAYS), '');
    await page.fill(input(SIZE), '1.5');
    await page.user.selectOptions(choice('Unit of the largest size'), 'MB');
    page.answer(previewed({ textTraceCount: 2 }));
    await page.fill(input(/^Remove texts after/), '7');
    await screen.findByText('This would delete no traces now. 2 traces would lose their texts.');
    expect(page.sent(RetentionPreviewQuery).at(-1)).toMatchObject({
      rule: { maxDays: { maxDays: 0 } },
      maxBytes: 1.5 * MB,
      maxTextDays: 7,
    });
  });

  it.each([
    ['tomorrow', 'This is not a cron expression.'],
    ['30 3 * * *', 'Use 0 as the minute, and * as the day of the month and as the month.'],
  ])('does not accept the schedule “%s”', async (text, problem) => {
    const { page } = await open('new', previewed());
    await page.fill(nameField(), 'month');
    expect(button('Create policy')).toHaveProperty('disabled', false);
    await page.fill(schedule(), text);
    screen.getByText(problem);
    expect(button('Create policy')).toHaveProperty('disabled', true);
  });

  it('asks before it deletes everything, and keeps the input', async () => {
    const everything = previewed({ traceCount: 2, spanCount: 2, remainingTraceCount: 0 });
    const { page, calls } = await open('new', everything, created);
    await page.fill(nameField(), 'lean');
    await page.user.click(button('Create policy'));
    const question = within(screen.getByRole('dialog', { name: 'Delete all traces?' }));
    question.getByText(/^This policy would delete all 2 traces of its projects/);
    await page.user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(page.sent(CreatePolicyMutation)).toEqual([]);
    expect(nameField()).toHaveProperty('value', 'lean');
    await page.user.click(button('Create policy'));
    await page.user.click(button('Save policy'));
    expect(calls).toEqual(['saved', 'closed']);
    expect(page.sent(CreatePolicyMutation)).toHaveLength(1);
  });

  it('asks if it is not known how much it deletes', async () => {
    const { page } = await open('new', refuse(RetentionPreviewQuery, 'timeout'), created);
    screen.getByText('Counting what this would delete took too long.');
    await page.fill(nameField(), 'lean');
    await page.user.click(button('Create policy'));
    screen.getByRole('dialog', { name: 'Delete an unknown number of traces?' });
    expect(page.sent(CreatePolicyMutation)).toEqual([]);
  });

  it('shows why a policy is refused until something is changed', async () => {
    const taken = 'A policy named "month" already exists. Choose another name.';
    const { page, calls } = await open(
      'new',
      previewed(),
      refuse(CreatePolicyMutation, taken, 'CONFLICT'),
    );
    await page.fill(nameField(), 'month');
    await page.user.click(button('Create policy'));
    within(screen.getByRole('alert')).getByText(taken);
    expect(calls).toEqual([]);
    await page.fill(nameField(), 'two months');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the form for a stored retention policy', () => {
  it('shows what is stored, and sends which projects come and go', async () => {
    const { page } = await open(
      aPolicy({ maxBytes: 20 * MB, maxTextDays: 7, keeps: ['FAILED'] }),
      previewed(),
      patched,
    );
    expect(input(DAYS).value).toBe('30');
    expect(input(SIZE).value).toBe('20');
    expect(choice('Unit of the largest size').value).toBe('MB');
    expect(input(/^Remove texts after/).value).toBe('7');
    expect(button('Save policy')).toHaveProperty('disabled', true);
    await page.fill(input(DAYS), '60');
    await page.user.click(choice('Projects'));
    await page.user.click(option('shop'));
    await page.user.click(option('chat'));
    await page.user.click(button('Save policy'));
    expect(page.sent(PatchPolicyMutation)).toEqual([
      {
        input: {
          id: 'policy-1',
          name: 'month',
          cronExpression: '0 0 * * *',
          rule: { maxDays: { maxDays: 60 } },
          maxBytes: 20 * MB,
          maxTextDays: 7,
          keeps: ['FAILED'],
          addProjects: ['project-2'],
          removeProjects: ['project-1'],
        },
      },
    ]);
  });

  it('keeps the name and the projects of the default', async () => {
    const { page } = await open(DEFAULT_POLICY, previewed());
    expect(nameField()).toHaveProperty('disabled', true);
    expect(screen.queryByRole('combobox', { name: 'Projects' })).toBeNull();
    expect(page.sent(RetentionPreviewQuery)[0]).toMatchObject({
      projects: [],
      policyId: 'policy-0',
    });
  });
});
