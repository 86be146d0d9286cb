import { screen, within } from '@testing-library/react/pure';
import { aConnection, type Answer, answer, cutOff, refuse } from '../../../testing/answers.js';
import { button, dialog, link, row } from '../../../testing/elements.js';
import {
  aPolicy,
  DEFAULT_POLICY,
  previewed,
  PROJECTS_TO_RETAIN,
} from '../../../testing/factories/retention.js';
import { renderPage } from '../../../testing/render-page.js';
import {
  DeletePolicyMutation,
  PatchPolicyMutation,
  RetentionPoliciesQuery,
  type RetentionPolicy,
  RunPolicyMutation,
} from '../api/retention-policies.js';
import { type Storage, StorageQuery } from '../api/storage.js';

const MB = 1024 ** 2;
const RUN: NonNullable<RetentionPolicy['lastRun']> = {
  startedAt: '2026-02-03T04:05:06Z',
  endedAt: '2026-02-03T04:05:07Z',
  deletedTraceCount: 1,
  deletedSpanCount: 2,
  clearedTraceCount: 0,
  spansPerSecond: null,
  arrivingPerSecond: null,
  isBehind: false,
  error: null,
};

const listed = (...policies: RetentionPolicy[]) =>
  answer(RetentionPoliciesQuery, { projectTraceRetentionPolicies: aConnection(policies) });

const stored = (part: Partial<Storage['dbStorageUse']> = {}) =>
  answer(StorageQuery, {
    dbStorageUse: {
      usedBytes: 30 * MB,
      reusableBytes: 0,
      capacityBytes: null,
      freeDiskBytes: null,
      ...part,
    },
    dbTableStats: [
      { tableName: 'spans', numBytes: 20 * MB },
      { tableName: 'traces', numBytes: 5 * MB },
    ],
  });

const open = (answers: Answer[], path = '/settings/data') =>
  renderPage(path, [stored(), ...answers], { as: 'ADMIN' });

describe('the page of data retention', () => {
  it('says that a run cannot keep up with new spans', async () => {
    const pace = { spansPerSecond: 20, arrivingPerSecond: 300, isBehind: true };
    await open([listed(aPolicy({ lastRun: { ...RUN, ...pace, endedAt: null } }))]);
    row(/Cannot keep up, 1 trace deleted/);
    expect(screen.getByRole('alert').textContent).toBe(
      'The policy month cannot keep up. It gets rid of 20 spans each second while 300 arrive. Run it when fewer spans arrive, or give the database more processors.',
    );
  });

  it('warns only of runs that go on', async () => {
    await open([listed(aPolicy({ lastRun: { ...RUN, isBehind: true } }))]);
    row(/^month .*, 1 trace deleted/);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('lists what policies delete, when, and what they did', async () => {
    await open([
      listed(
        DEFAULT_POLICY,
        aPolicy({ lastRun: RUN }),
        aPolicy({
          id: 'policy-2',
          name: 'lean',
          maxBytes: 20 * MB,
          maxTextDays: 7,
          rule: { __typename: 'TraceRetentionRuleMaxDays', maxDays: 0 },
          lastRun: { ...RUN, deletedTraceCount: 0, clearedTraceCount: 1 },
        }),
        aPolicy({
          id: 'policy-3',
          name: 'broken',
          cronExpression: '0 3 * * 1-5',
          lastRun: { ...RUN, error: 'The database was away.' },
        }),
      ),
    ]);
    row(/^Default Keeps everything At 00:00 \(UTC\) 2 –/);
    row(/^month Deletes traces older than 30 days .*, 1 trace deleted/);
    row(
      /^lean Deletes traces beyond 20 MB, and texts older than 7 days .*, texts of 1 trace removed/,
    );
    row(/^broken .* At 03:00, Monday through Friday \(UTC\) 1 Failed, 1 trace deleted/);
    screen.getByText('4 policies');
    expect(screen.queryByRole('button', { name: 'Delete Default' })).toBeNull();
  });

  it('shows others the policies, but neither ways to change them nor the use of storage', async () => {
    await renderPage('/settings/data?policy=policy-1', [listed(DEFAULT_POLICY, aPolicy())], {
      as: 'VIEWER',
    });
    row(/^month Deletes traces older than 30 days/);
    expect(screen.queryByRole('region', { name: 'Storage' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'month' })).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
    for (const name of ['New policy', 'Edit month', 'Run month', 'Delete month']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
  });

  it('shows administrators how much storage is used, and by which tables', async () => {
    const use = { capacityBytes: 40 * MB, reusableBytes: 2 * MB, freeDiskBytes: 100 * MB };
    await open([stored(use), listed(DEFAULT_POLICY)]);
    const storage = within(screen.getByRole('region', { name: 'Storage' }));
    for (const text of [
      '30 MB of 40 MB (75%)',
      '2 MB, used again first',
      '100 MB',
      'spans 20 MB, traces 5 MB',
    ]) {
      storage.getByText(text);
    }
  });

  it('runs a policy on request, and follows the run', async () => {
    const page = await open([
      listed(DEFAULT_POLICY, aPolicy()),
      answer(RunPolicyMutation, {
        runProjectTraceRetentionPolicy: { node: { id: 'policy-1' } },
      }),
    ]);
    await page.user.click(button('Run month'));
    const question = dialog('Run month');
    question.getByText(
      'Deletes traces older than 30 days, in 1 project. Deleted traces cannot be restored.',
    );
    expect(page.sent(RunPolicyMutation)).toEqual([]);
    page.answer(listed(DEFAULT_POLICY, aPolicy({ lastRun: { ...RUN, endedAt: null } })));
    await page.user.click(question.getByRole('button', { name: 'Run now' }));
    screen.getByText('Running, 1 trace deleted');
    expect(page.sent(RunPolicyMutation)).toEqual([{ input: { id: 'policy-1' } }]);
  });

  it.each([
    [1, '1 project will follow the default policy instead.'],
    [0, 'No project follows this policy.'],
  ])('deletes a policy of %i projects', async (projectCount, text) => {
    const page = await open([
      listed(DEFAULT_POLICY, aPolicy({ projectCount })),
      refuse(DeletePolicyMutation, 'This policy is running.', 'CONFLICT'),
    ]);
    await page.user.click(button('Delete month'));
    const question = dialog('Delete month');
    question.getByText(text);
    await page.user.click(question.getByRole('button', { name: 'Delete policy' }));
    within(question.getByRole('alert')).getByText('This policy is running.');
    page.answer(
      answer(DeletePolicyMutation, {
        deleteProjectTraceRetentionPolicy: { node: { id: 'policy-1' } },
      }),
      listed(DEFAULT_POLICY),
    );
    await page.user.click(question.getByRole('button', { name: 'Delete policy' }));
    screen.getByText('1 policy');
    expect(page.sent(DeletePolicyMutation).at(-1)).toEqual({ input: { id: 'policy-1' } });
  });

  it('opens a policy from its link, and shows what was saved', async () => {
    const page = await open([
      listed(DEFAULT_POLICY, aPolicy()),
      PROJECTS_TO_RETAIN,
      previewed(),
      answer(PatchPolicyMutation, {
        patchProjectTraceRetentionPolicy: { node: { id: 'policy-1' } },
      }),
    ]);
    await page.user.click(link('month'));
    expect(page.address()).toBe('/settings/data?policy=policy-1');
    const form = dialog('Edit retention policy');
    const days = form.getByRole('textbox', { name: /^Delete traces older/ });
    await page.fill(days, '60');
    page.answer(
      listed(
        DEFAULT_POLICY,
        aPolicy({ rule: { __typename: 'TraceRetentionRuleMaxDays', maxDays: 60 } }),
      ),
    );
    await page.user.click(form.getByRole('button', { name: 'Save policy' }));
    row(/^month Deletes traces older than 60 days/);
    expect(page.address()).toBe('/settings/data');
  });

  it('opens the form for a new policy from its address', async () => {
    const page = await open(
      [listed(DEFAULT_POLICY), PROJECTS_TO_RETAIN, previewed()],
      '/settings/data?policy=new',
    );
    await page.user.click(dialog('New retention policy').getByRole('button', { name: 'Cancel' }));
    expect(page.address()).toBe('/settings/data');
    await page.user.click(button('New policy'));
    dialog('New retention policy');
    expect(page.address()).toBe('/settings/data?policy=new');
  });

  it('says that the server cannot be reached, and tries again', async () => {
    const page = await open([cutOff(RetentionPoliciesQuery)]);
    within(screen.getByRole('alert')).getByText('The server cannot be reached');
    page.answer(listed(DEFAULT_POLICY));
    await page.user.click(button('Try again'));
    row(/^Default/);
  });
});
