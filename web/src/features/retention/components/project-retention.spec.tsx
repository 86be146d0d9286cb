import { screen, within } from '@testing-library/react/pure';
import { type Answer, answer, refuse } from '../../../testing/answers.js';
import { choice, link } from '../../../testing/elements.js';
import { aPolicy, DEFAULT_POLICY } from '../../../testing/factories/retention.js';
import { renderComponent } from '../../../testing/render-page.js';
import {
  PatchPolicyMutation,
  ProjectRetentionQuery,
  type RetentionPolicy,
} from '../api/retention-policies.js';
import { ProjectRetention } from './project-retention.js';

const followed = (policy: RetentionPolicy) =>
  answer(ProjectRetentionQuery, {
    node: { __typename: 'Project', traceRetentionPolicy: policy },
    projectTraceRetentionPolicies: {
      edges: [DEFAULT_POLICY, aPolicy()].map(({ id, name, isDefault }) => ({
        node: { id, name, isDefault },
      })),
    },
  });
const open = (answers: Answer[], as: 'ADMIN' | 'MEMBER' = 'ADMIN') =>
  renderComponent(<ProjectRetention projectId="project-1" />, answers, { as });
const POLICY = 'Retention policy of this project';

describe('the retention policy of a project', () => {
  it('is chosen by administrators', async () => {
    const page = await open([
      followed(aPolicy()),
      answer(PatchPolicyMutation, {
        patchProjectTraceRetentionPolicy: { node: { id: 'policy-0' } },
      }),
    ]);
    screen.getByText(/^Deletes traces older than 30 days\. At 00:00 \(UTC\)\./);
    expect([...choice(POLICY).options].map(({ text }) => text)).toEqual([
      'Default (the default)',
      'month',
    ]);
    page.answer(followed(DEFAULT_POLICY));
    await page.user.selectOptions(choice(POLICY), 'Default (the default)');
    screen.getByText(/^Keeps everything\./);
    expect(page.sent(PatchPolicyMutation)).toEqual([
      { input: { id: 'policy-0', addProjects: ['project-1'] } },
    ]);
    expect(link('All retention policies').getAttribute('href')).toBe('/settings/data');
  });

  it('stays if the choice is refused', async () => {
    const page = await open([followed(aPolicy()), refuse(PatchPolicyMutation, 'It is gone.')]);
    await page.user.selectOptions(choice(POLICY), 'Default (the default)');
    within(screen.getByRole('alert')).getByText('It is gone.');
    expect(choice(POLICY).value).toBe('policy-1');
  });

  it('is only shown to members', async () => {
    await open([followed(aPolicy())], 'MEMBER');
    screen.getByText('month');
    expect(screen.queryByRole('combobox')).toBeNull();
  });
});
