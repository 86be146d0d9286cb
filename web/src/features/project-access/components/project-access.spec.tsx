import { screen, within } from '@testing-library/react/pure';
import { answer, type Answer, refuse } from '../../../testing/answers.js';
import { button, choice, field, row } from '../../../testing/elements.js';
import { renderComponent } from '../../../testing/render-page.js';
import {
  type Assignment,
  type NamedGroup,
  ProjectRolesQuery,
  ProjectVisibilityQuery,
  RemoveProjectRoleMutation,
  SetProjectPrivacyMutation,
  SetProjectRoleMutation,
  type VisibleProject,
} from '../api/project-access.js';
import { ProjectAccess } from './project-access.js';

const ID = 'project-1';
const SUPPORT: NamedGroup = { id: 'group-1', name: 'support', source: 'OIDC' };
const OWN_ROLE = /^Role of ada in this project$/;

function aRole(part: Partial<Assignment> = {}): Assignment {
  return {
    id: 'role-1',
    role: 'VIEWER',
    createdAt: '2026-02-03T04:05:06Z',
    user: { id: 'user-2', username: 'grace', email: 'grace@example.com' },
    userGroup: null,
    ...part,
  };
}

/** The role of the user who looks at the page. */
const OWN = aRole({
  id: 'role-2',
  role: 'MANAGER',
  user: { id: 'user-1', username: 'ada', email: 'ada@example.com' },
});
const OF_GROUP = aRole({
  id: 'role-3',
  role: 'MEMBER',
  user: null,
  userGroup: { ...SUPPORT, memberCount: 1 },
});

const visible = (part: Partial<VisibleProject> = {}) =>
  answer(ProjectVisibilityQuery, {
    node: {
      __typename: 'Project',
      id: ID,
      name: 'shop',
      isPrivate: false,
      viewerRole: 'MANAGER',
      ...part,
    },
  });
const roles = (roleAssignments: Assignment[], userGroups: NamedGroup[] = []) =>
  answer(ProjectRolesQuery, {
    userGroups,
    node: { __typename: 'Project', id: ID, roleAssignments },
  });
const roleSet = answer(SetProjectRoleMutation, { setProjectRole: { project: { id: ID } } });
const roleRemoved = answer(RemoveProjectRoleMutation, {
  removeProjectRole: { project: { id: ID } },
});

const privacy = () => screen.getByRole('switch', { name: /^Private/ });

const open = (answers: Answer[], as: 'ADMIN' | 'MEMBER' | 'VIEWER' = 'MEMBER') =>
  renderComponent(<ProjectAccess projectId={ID} />, answers, { as });

describe('access to a project, for those who do not manage it', () => {
  it.each([
    [true, 'VIEWER', /^This project is private: .* Your role here is Viewer\. To change/],
    [false, 'MEMBER', /^Everyone who can sign in .* Your role here is Member\. To change/],
    [false, null, /^Everyone who can sign in to this server can see this project\. To change/],
  ] as const)('is explained (private: %s, role: %s)', async (isPrivate, viewerRole, words) => {
    const page = await open([visible({ isPrivate, viewerRole })]);
    screen.getByText(
      (_text, element) => element?.tagName === 'P' && words.test(element.textContent),
    );
    expect(screen.queryByRole('switch')).toBeNull();
    expect(page.sent(ProjectRolesQuery)).toEqual([]);
  });

  it('needs authentication', async () => {
    await renderComponent(<ProjectAccess projectId={ID} />, [], {
      config: { authenticationEnabled: false },
    });
    screen.getByText(/^Authentication is off on this server/);
  });
});

describe('access to a project, for its managers', () => {
  it('cannot be limited in the default project', async () => {
    await open([visible({ name: 'default' }), roles([])], 'ADMIN');
    screen.getByText(/spans that name no project are stored in it/);
    expect(privacy()).toHaveProperty('disabled', true);
  });

  it.each([
    [[], /^Nobody has a role in this project yet, so only administrators will see it/],
    [
      [aRole(), OF_GROUP],
      /^1 person and 1 group with a role in this project, and administrators, will see it/,
    ],
  ])('asks before it hides the project', async (assignments, words) => {
    const page = await open([
      visible(),
      roles(assignments),
      answer(SetProjectPrivacyMutation, {
        setProjectPrivacy: { project: { id: ID, isPrivate: true } },
      }),
    ]);
    await page.user.click(privacy());
    const question = screen.getByRole('dialog', { name: 'Make shop private' });
    expect(within(question).getByText(/will see it/).textContent).toMatch(words);
    expect(page.sent(SetProjectPrivacyMutation)).toEqual([]);
    page.answer(visible({ isPrivate: true }));
    await page.user.click(button('Make private'));
    expect(page.sent(SetProjectPrivacyMutation)).toEqual([
      { input: { projectId: ID, isPrivate: true } },
    ]);
    await screen.findByText('shop is private');
    screen.getByText(/^In this project, only these roles count/);
  });

  it('shows a private project to everyone again', async () => {
    const page = await open([
      visible({ isPrivate: true }),
      roles([]),
      answer(SetProjectPrivacyMutation, {
        setProjectPrivacy: { project: { id: ID, isPrivate: false } },
      }),
    ]);
    screen.getByText(/^Only administrators see it/);
    await page.user.click(privacy());
    screen.getByRole('dialog', { name: 'Show shop to everyone' });
    await page.user.click(button('Show to everyone'));
    expect(page.sent(SetProjectPrivacyMutation)).toEqual([
      { input: { projectId: ID, isPrivate: false } },
    ]);
  });

  it('gives a role by email address, after a refusal', async () => {
    const words = 'User "nobody@example.com" not found.';
    const page = await open([
      visible(),
      roles([]),
      refuse(SetProjectRoleMutation, words, 'NOT_FOUND'),
    ]);
    screen.getByText('Nobody has a role in this project yet');
    expect(button('Add')).toHaveProperty('disabled', true);
    await page.fill(field('Email address'), 'nobody@example.com');
    await page.user.click(button('Add'));
    screen.getByText(words);
    await page.fill(field('Email address'), 'GRACE@example.com');
    expect(screen.queryByText(words)).toBeNull();
    await page.user.selectOptions(choice('Role to add'), 'Viewer');
    page.answer(roleSet, roles([aRole()]));
    await page.user.click(button('Add'));
    row(/grace@example\.com/);
    expect(field('Email address')).toHaveProperty('value', '');
    expect(page.sent(SetProjectRoleMutation).at(-1)).toEqual({
      input: { projectId: ID, email: 'GRACE@example.com', role: 'VIEWER' },
    });
  });

  it('gives a role to a group', async () => {
    const page = await open([visible(), roles([], [SUPPORT]), roleSet]);
    await page.user.click(screen.getByText('Group'));
    await page.user.click(choice('Group'));
    await page.user.click(screen.getByRole('option', { name: 'support' }));
    page.answer(roles([OF_GROUP], [SUPPORT]));
    await page.user.click(button('Add'));
    const added = within(row(/support/));
    added.getByText('1 person');
    added.getByText(/^Reads, annotates/);
    expect(page.sent(SetProjectRoleMutation)).toEqual([
      { input: { projectId: ID, userGroupId: SUPPORT.id, role: 'MEMBER' } },
    ]);
  });

  it('changes and removes the role of somebody else at once', async () => {
    const page = await open([visible(), roles([OWN, aRole()]), roleSet, roleRemoved]);
    page.answer(roles([OWN, aRole({ role: 'MEMBER' })]));
    await page.user.selectOptions(choice('Role of grace in this project'), 'Member');
    within(row(/grace/)).getByText(/^Reads, annotates/);
    page.answer(roles([OWN]));
    await page.user.click(button('Remove the role of grace'));
    await screen.findByText('grace no longer has a role in this project');
    expect(screen.queryByText('grace@example.com')).toBeNull();
    expect(page.sent(SetProjectRoleMutation)).toEqual([
      { input: { projectId: ID, userId: 'user-2', role: 'MEMBER' } },
    ]);
    expect(page.sent(RemoveProjectRoleMutation)).toEqual([
      { input: { projectId: ID, roleAssignmentId: 'role-1' } },
    ]);
  });

  it('asks managers before they lose their own role', async () => {
    const page = await open([visible(), roles([OWN]), roleSet, roleRemoved]);
    await page.user.selectOptions(screen.getByRole('combobox', { name: OWN_ROLE }), 'Viewer');
    screen.getByRole('dialog', { name: 'Change your own role' });
    await page.user.click(button('Cancel'));
    expect(page.sent(SetProjectRoleMutation)).toEqual([]);
    await page.user.click(button('Remove the role of ada'));
    page.answer(visible({ viewerRole: null }));
    await page.user.click(button('Remove role'));
    expect(page.sent(RemoveProjectRoleMutation)).toHaveLength(1);
    await screen.findByText(/^Everyone who can sign in to this server can see/);
  });

  it('does not ask administrators, who manage every project', async () => {
    const page = await open([visible(), roles([OWN]), roleSet], 'ADMIN');
    await page.user.selectOptions(screen.getByRole('combobox', { name: OWN_ROLE }), 'Viewer');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(page.sent(SetProjectRoleMutation)).toHaveLength(1);
  });

  it('says why a role cannot be changed', async () => {
    const words = 'You cannot change roles in this project.';
    const page = await open([
      visible(),
      roles([aRole()]),
      refuse(SetProjectRoleMutation, words, 'FORBIDDEN'),
    ]);
    await page.user.selectOptions(choice('Role of grace in this project'), 'Member');
    screen.getByText(words);
    expect(choice('Role of grace in this project')).toHaveProperty('value', 'VIEWER');
  });
});
