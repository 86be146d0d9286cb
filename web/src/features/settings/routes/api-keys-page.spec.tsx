import { screen, within } from '@testing-library/react/pure';
import { KeyProjectsQuery } from '../../../components/api-keys/create-key-form.js';
import { type Answer, answer, refuse } from '../../../testing/answers.js';
import { button, link, row } from '../../../testing/elements.js';
import { renderPage } from '../../../testing/render-page.js';
import {
  CreateSystemKeyMutation,
  DeleteSystemKeyMutation,
  DeleteUserKeyMutation,
  SystemApiKeysQuery,
  type SystemKeyRow,
  UserApiKeysQuery,
} from '../api/api-keys.js';

const KEY: SystemKeyRow = {
  id: 'key-1',
  name: 'nightly',
  description: null,
  prefix: 'spd_AbCd1234',
  scope: 'READ',
  createdAt: '2026-02-03T04:05:06Z',
  expiresAt: null,
  lastUsedAt: null,
  project: null,
};
const SECRET = 'spd_AbCd1234-and-much-more';

const systemKeys = (...keys: SystemKeyRow[]) => answer(SystemApiKeysQuery, { systemApiKeys: keys });
const PROJECTS = answer(KeyProjectsQuery, {
  projects: { edges: [{ node: { id: 'project-1', name: 'shop' } }] },
});
const open = (path: string, ...answers: Answer[]) => renderPage(path, answers, { as: 'ADMIN' });

async function openForm(...answers: Answer[]) {
  const page = await open('/settings/api-keys', systemKeys(), PROJECTS, ...answers);
  await page.user.click(button('New system key'));
  const form = within(screen.getByRole('dialog', { name: 'New system key' }));
  return {
    page,
    form,
    submit: () => page.user.click(form.getByRole('button', { name: 'Create key' })),
  };
}

describe('the system keys', () => {
  it('are shown once, when they are created', async () => {
    const { page, form, submit } = await openForm(
      answer(CreateSystemKeyMutation, {
        createSystemApiKey: { jwt: SECRET, apiKey: { id: 'key-1', name: 'nightly' } },
      }),
    );
    screen.getByText('No keys yet');
    form.getByText(/^The key can read, send, change and delete data, but not manage/);
    expect(form.getByRole('button', { name: 'Create key' })).toHaveProperty('disabled', true);
    await page.fill(form.getByRole('textbox', { name: 'Name' }), ' nightly ');
    await page.user.selectOptions(form.getByRole('combobox', { name: 'Scope' }), 'Read only');
    await page.user.selectOptions(form.getByRole('combobox', { name: 'Project' }), 'shop');
    await page.user.selectOptions(form.getByRole('combobox', { name: 'Expires after' }), 'Never');
    page.answer(systemKeys(KEY));
    await submit();
    expect(page.sent(CreateSystemKeyMutation)).toEqual([
      {
        input: {
          name: 'nightly',
          description: null,
          expiresAt: null,
          scope: 'READ',
          projectId: 'project-1',
        },
      },
    ]);
    form.getByText(/has been created/);
    form.getByText(SECRET);
    form.getByText(new RegExp(`PHOENIX_API_KEY=${SECRET}`));
    await page.user.click(form.getByRole('button', { name: 'Done' }));
    row(/^nightly spd_AbCd1234… Read all never never /);
    expect(document.body.textContent).not.toContain(SECRET);
  });

  it('expire after 90 days unless something else is chosen', async () => {
    const { page, form, submit } = await openForm(
      refuse(CreateSystemKeyMutation, 'A key may live for 30 days at most.'),
    );
    await page.fill(form.getByRole('textbox', { name: 'Name' }), 'nightly');
    const before = Date.now();
    await submit();
    within(form.getByRole('alert')).getByText('A key may live for 30 days at most.');
    const { expiresAt } = page.sent(CreateSystemKeyMutation)[0]!.input;
    expect(Math.round((Date.parse(expiresAt!) - before) / 86_400_000)).toBe(90);
  });

  it('cannot expire in the past', async () => {
    const { page, form, submit } = await openForm();
    await page.fill(form.getByRole('textbox', { name: 'Name' }), 'late');
    await page.user.selectOptions(
      form.getByRole('combobox', { name: 'Expires after' }),
      'On a date…',
    );
    await page.fill(form.getByLabelText('Expires at'), '2020-01-01T00:00');
    await submit();
    form.getByText('Choose a time in the future.');
    expect(page.sent(CreateSystemKeyMutation)).toEqual([]);
  });

  it('are deleted after a question', async () => {
    const page = await open(
      '/settings/api-keys',
      systemKeys(KEY),
      answer(DeleteSystemKeyMutation, { deleteSystemApiKey: { apiKeyId: 'key-1' } }),
    );
    screen.getByText('1 key');
    await page.user.click(button('Delete key nightly'));
    const question = within(screen.getByRole('dialog', { name: 'Delete key nightly' }));
    question.getByText(/will lose access\. The data they have sent is kept\./);
    expect(page.sent(DeleteSystemKeyMutation)).toEqual([]);
    page.answer(systemKeys());
    await page.user.click(question.getByRole('button', { name: 'Delete key' }));
    screen.getByText('No keys yet');
    expect(page.sent(DeleteSystemKeyMutation)).toEqual([{ input: { id: 'key-1' } }]);
  });
});

describe('the keys of all users', () => {
  it('are listed with their owners, and can be deleted', async () => {
    const user = { id: 'user-2', username: 'grace' };
    const page = await open(
      '/settings/api-keys',
      systemKeys(),
      answer(UserApiKeysQuery, { userApiKeys: [{ ...KEY, user }] }),
      answer(DeleteUserKeyMutation, { deleteUserApiKey: { apiKeyId: 'key-1' } }),
    );
    await page.user.click(screen.getByText('All users’ keys'));
    screen.getByRole('region', { name: 'All users’ keys' });
    expect(page.address()).toBe('/settings/api-keys?of=users');
    expect(link('grace').getAttribute('href')).toBe('/settings/users/user-2');
    expect(screen.queryByRole('button', { name: 'New system key' })).toBeNull();
    await page.user.click(button('Delete key nightly'));
    screen.getByText(/, owned by grace, will lose access/);
    page.answer(answer(UserApiKeysQuery, { userApiKeys: [] }));
    await page.user.click(button('Delete key'));
    screen.getByText('Users create API keys on their profile page.');
    expect(page.sent(DeleteUserKeyMutation)).toEqual([{ input: { id: 'key-1' } }]);
  });
});
