import { screen, within } from '@testing-library/react/pure';
import { answer, refuse } from '../../../testing/answers.js';
import { button, choice, field, row } from '../../../testing/elements.js';
import { renderPage } from '../../../testing/render-page.js';
import {
  CreateGroupMutation,
  DeleteGroupsMutation,
  GroupMembersQuery,
  type GroupRow,
  PatchGroupMutation,
  UserGroupsQuery,
} from '../api/user-groups.js';
import { UserChoicesQuery } from '../api/users.js';

const GRACE = { id: 'user-2', username: 'grace', email: 'grace@example.com' };

function aGroup(part: Partial<GroupRow> = {}): GroupRow {
  return {
    id: 'group-1',
    name: 'Evaluators',
    source: 'LOCAL',
    memberCount: 1,
    createdAt: '2026-02-03T04:05:06Z',
    ...part,
  };
}

const listed = (...userGroups: GroupRow[]) => answer(UserGroupsQuery, { userGroups });
/** Suggests somebody only once something is typed. */
const CHOICES = answer(UserChoicesQuery, ({ filter }) => ({
  users: { edges: filter ? [{ node: GRACE }] : [] },
}));
const MEMBERS = answer(GroupMembersQuery, {
  node: { __typename: 'UserGroup', id: 'group-1', members: [GRACE] },
});
const SAVED = { userGroup: { id: 'group-1', name: '' } };
const open = (...answers: Parameters<typeof renderPage>[1] & object) =>
  renderPage('/settings/groups', answers, { as: 'ADMIN' });

describe('the groups of users', () => {
  it('are created with members, after a refusal', async () => {
    const taken = 'Group "Evaluators" already exists.';
    const page = await open(listed(), CHOICES, refuse(CreateGroupMutation, taken, 'CONFLICT'));
    screen.getByText('No groups yet');
    await page.user.click(button('New group'));
    await page.fill(field('Name'), 'Evaluators');
    await page.fill(choice('Members'), 'gra');
    await page.user.click(await screen.findByRole('option', { name: /grace/ }));
    await page.user.click(button('Create group'));
    screen.getByText(taken);
    page.answer(answer(CreateGroupMutation, { createUserGroup: SAVED }), listed(aGroup()));
    await page.user.click(button('Create group'));
    await screen.findByText('Group Evaluators created');
    within(row(/Evaluators/)).getByText('1');
    expect(page.sent(CreateGroupMutation).at(-1)).toEqual({
      input: { name: 'Evaluators', memberIds: ['user-2'] },
    });
  });

  it('are changed', async () => {
    const page = await open(
      listed(aGroup()),
      CHOICES,
      MEMBERS,
      answer(PatchGroupMutation, { patchUserGroup: SAVED }),
    );
    await page.user.click(button('Edit Evaluators'));
    within(screen.getByRole('dialog', { name: 'Evaluators' })).getByText('grace');
    expect(button('Save group')).toHaveProperty('disabled', true);
    await page.fill(field('Name'), 'Judges');
    await page.user.click(button('Save group'));
    expect(page.sent(PatchGroupMutation)).toEqual([
      { input: { userGroupId: 'group-1', name: 'Judges', memberIds: ['user-2'] } },
    ]);
  });

  it('are deleted after a question', async () => {
    const page = await open(
      listed(aGroup()),
      answer(DeleteGroupsMutation, { deleteUserGroups: { userGroupIds: ['group-1'] } }),
    );
    await page.user.click(button('Delete Evaluators'));
    within(screen.getByRole('dialog', { name: 'Delete Evaluators' })).getByText('1 member');
    expect(page.sent(DeleteGroupsMutation)).toEqual([]);
    page.answer(listed());
    await page.user.click(button('Delete group'));
    screen.getByText('No groups yet');
    expect(page.sent(DeleteGroupsMutation)).toEqual([{ input: { userGroupIds: ['group-1'] } }]);
  });

  it('are only shown if they come from elsewhere', async () => {
    const page = await open(listed(aGroup({ name: 'support', source: 'OIDC' })), MEMBERS);
    screen.getByText('OpenID Connect');
    await page.user.click(button('Show support'));
    const dialog = within(screen.getByRole('dialog', { name: 'support' }));
    dialog.getByText(/^It comes from the identity provider\./);
    dialog.getByText('grace@example.com');
    expect(dialog.queryByRole('textbox')).toBeNull();
  });
});
