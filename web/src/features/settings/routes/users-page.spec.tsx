import { screen, within } from '@testing-library/react/pure';
import { aConnection, answer, cutOff, refuse } from '../../../testing/answers.js';
import { button, choice, dialog, field, link, row } from '../../../testing/elements.js';
import { aUser, usersListed } from '../../../testing/factories/users.js';
import { renderPage } from '../../../testing/render-page.js';
import {
  CreateUserMutation,
  DeleteUsersMutation,
  PatchUserMutation,
} from '../api/user-mutations.js';
import { UsersQuery } from '../api/users.js';

const OWN = aUser({
  id: 'user-1',
  username: 'ada',
  email: 'ada@example.com',
  role: { id: 'role-1', name: 'ADMIN' },
});
const BUILT_IN = aUser({
  id: 'user-3',
  username: 'admin',
  email: 'admin@localhost',
  role: { id: 'role-1', name: 'ADMIN' },
});
const ALAN = aUser({ id: 'user-4', username: 'alan', email: 'alan@example.com' });

const open = (answers: Parameters<typeof renderPage>[1], path = '/settings/users') =>
  renderPage(path, answers, { as: 'ADMIN' });

async function openForm(...answers: NonNullable<Parameters<typeof renderPage>[1]>) {
  const page = await open([usersListed(OWN), ...answers]);
  await page.user.click(button('Add user'));
  const form = dialog('Add user');
  return {
    page,
    form,
    username: form.getByRole<HTMLInputElement>('textbox', { name: 'Username' }),
    email: form.getByRole<HTMLInputElement>('textbox', { name: 'Email' }),
    submit: () => page.user.click(form.getByRole('button', { name: 'Add user' })),
  };
}

describe('the page of users', () => {
  it('lists users with what keeps them from working', async () => {
    const page = await open([
      usersListed(
        OWN,
        aUser({ passwordNeedsReset: true }),
        aUser({ ...ALAN, authMethod: 'LDAP', isActive: false }),
      ),
    ]);
    row(/^adayou ada@example\.com Password Administrator –/);
    row(/^Select grace grace grace@example\.com Password .* password must be changed/);
    row(/^Select alan alan alan@example\.com LDAP .* deactivated/);
    screen.getByText('3 users');
    expect(link('grace').getAttribute('href')).toBe('/settings/users/user-2');
    expect(page.sent(UsersQuery)).toEqual([{ first: 50, after: null, filter: null }]);
  });

  it('finds users by part of the name or the email address, and keeps the search in the URL', async () => {
    const page = await open([
      answer(UsersQuery, ({ filter }) => ({
        users: aConnection(filter?.value === 'nobody@' ? [] : filter ? [ALAN] : [OWN, ALAN]),
      })),
    ]);
    await page.fill(field('Find users by name or email address'), 'LAN');
    link('alan');
    expect(screen.queryByRole('link', { name: 'ada' })).toBeNull();
    expect(page.sent(UsersQuery).at(-1)?.filter).toEqual({ col: 'username', value: 'LAN' });
    expect(page.address()).toBe('/settings/users?q=LAN');

    await page.fill(field('Find users by name or email address'), 'nobody@');
    screen.getByText('No email address contains “nobody@”.');
    expect(page.sent(UsersQuery).at(-1)?.filter).toEqual({ col: 'email', value: 'nobody@' });
    await page.user.click(button('Show all users'));
    link('ada');
    expect(page.address()).toBe('/settings/users');
  });

  it('changes a role in the list', async () => {
    const page = await open([
      usersListed(aUser()),
      answer(PatchUserMutation, {
        patchUser: { user: aUser({ role: { id: 'role-3', name: 'VIEWER' } }) },
      }),
    ]);
    await page.user.selectOptions(choice('Role for grace'), 'Viewer');
    await screen.findByText('grace’s role is now Viewer. They must sign in again.');
    expect(choice('Role for grace').value).toBe('VIEWER');
    expect(page.sent(PatchUserMutation)).toEqual([
      { input: { userId: 'user-2', newRole: 'VIEWER' } },
    ]);
  });

  it('keeps a role if the change is refused, and says why', async () => {
    const refusal = 'The last administrator cannot be deleted or demoted.';
    const page = await open([usersListed(aUser()), refuse(PatchUserMutation, refusal)]);
    await page.user.selectOptions(choice('Role for grace'), 'Viewer');
    await screen.findByText(refusal);
    expect(choice('Role for grace').value).toBe('MEMBER');
  });

  it.each([
    ['your own', 'ada', /^You cannot change your own role\./],
    ['the built-in administrator’s', 'admin', /^The built-in administrator always keeps/],
  ])('does not let you change %s role, and says why', async (_whose, name, reason) => {
    const page = await open([usersListed(OWN, BUILT_IN)]);
    const cells = within(row(new RegExp(`^${name}(you)? `)));
    expect(cells.queryByRole('combobox')).toBeNull();
    expect(cells.queryByRole('checkbox')).toBeNull();
    await page.user.hover(cells.getByRole('button', { name: 'Administrator' }));
    expect((await screen.findByRole('tooltip')).textContent).toMatch(reason);
  });

  it('deletes users together, only after typing the phrase', async () => {
    const page = await open([
      usersListed(OWN, aUser(), ALAN),
      answer(DeleteUsersMutation, { deleteUsers: { userIds: ['user-2', 'user-4'] } }),
    ]);
    await page.user.click(screen.getByRole('checkbox', { name: 'Select all listed users' }));
    screen.getByText('3 users, 2 selected');
    await page.user.click(button('Delete 2…'));
    const question = dialog('Delete 2 users');
    question.getByText('grace, alan');
    question.getByText(/ends all sessions and revokes all API keys/);
    const confirm = question.getByRole('button', { name: 'Delete 2 users' });
    await page.fill(question.getByRole('textbox'), 'delete 2 user');
    expect(confirm).toHaveProperty('disabled', true);
    await page.fill(question.getByRole('textbox'), 'delete 2 users');
    page.answer(usersListed(OWN));
    await page.user.click(confirm);
    await screen.findByText('2 users deleted');
    screen.getByText('1 user');
    expect(page.sent(DeleteUsersMutation)).toEqual([{ input: { userIds: ['user-2', 'user-4'] } }]);
  });

  it('says that the server cannot be reached, and tries again', async () => {
    const page = await open([cutOff(UsersQuery)]);
    within(screen.getByRole('alert')).getByText('The server cannot be reached');
    page.answer(usersListed(OWN));
    await page.user.click(button('Try again'));
    link('ada');
  });
});

describe('the form for a new user', () => {
  it('shows a generated password once', async () => {
    const { page, form, username, email, submit } = await openForm(
      answer(CreateUserMutation, { createUser: { user: { id: 'user-5', username: 'zoe' } } }),
    );
    expect(form.getByRole('button', { name: 'Add user' })).toHaveProperty('disabled', true);
    await page.fill(username, ' zoe ');
    await page.fill(email, 'zoe@example.com');
    await page.user.selectOptions(form.getByRole('combobox', { name: 'Role' }), 'Viewer');
    page.answer(usersListed(OWN, aUser({ id: 'user-5', username: 'zoe' })));
    await submit();
    const [sent] = page.sent(CreateUserMutation);
    expect(sent).toEqual({
      input: {
        username: 'zoe',
        email: 'zoe@example.com',
        role: 'VIEWER',
        authMethod: 'LOCAL',
        sendWelcomeEmail: false,
        password: expect.stringMatching(/^\S{20}$/) as string,
      },
    });
    form.getByText(/has been added\. They must choose their own password/);
    form.getByText(sent!.input.password!);
    await page.user.click(form.getByRole('button', { name: 'Done' }));
    expect(screen.queryByText(sent!.input.password!)).toBeNull();
    link('zoe');
  });

  it.each([
    ['Username already exists.', 'username'],
    ['Email already exists.', 'email'],
  ] as const)('keeps the input and marks the field if it is told: %s', async (text, name) => {
    const { page, username, email, submit } = await openForm(refuse(CreateUserMutation, text));
    await page.fill(username, 'grace');
    await page.fill(email, 'another@example.com');
    await submit();
    screen.getByText(text);
    const invalid = { username, email }[name];
    expect(invalid.getAttribute('aria-invalid')).toBe('true');
    expect([username.value, email.value]).toEqual(['grace', 'another@example.com']);
  });

  it('does not even send a short password', async () => {
    const { page, form, username, email, submit } = await openForm(
      answer(CreateUserMutation, { createUser: { user: { id: 'user-5', username: 'zoe' } } }),
    );
    await page.fill(username, 'zoe');
    await page.fill(email, 'zoe@example.com');
    await page.user.click(form.getByText('Enter a password'));
    await page.fill(form.getByLabelText('Password', { selector: 'input' }), 'abc');
    await submit();
    form.getByText('Use at least 15 characters, or generate a password.');
    expect(page.sent(CreateUserMutation)).toEqual([]);

    await page.fill(form.getByLabelText('Password', { selector: 'input' }), 'fifteen letters');
    await submit();
    expect(page.sent(CreateUserMutation)[0]?.input.password).toBe('fifteen letters');
    form.getByText(/has been added/);
    expect(form.queryByText(/shown only once/)).toBeNull();
  });
});
