import { screen, within } from '@testing-library/react/pure';
import { KeyProjectsQuery } from '../../../components/api-keys/create-key-form.js';
import { answer, cutOff, refuse } from '../../../testing/answers.js';
import { button, choice, field } from '../../../testing/elements.js';
import { renderComponent } from '../../../testing/render-page.js';
import {
  CreateOwnKeyMutation,
  DeleteOwnKeyMutation,
  type OwnKey,
  OwnKeysQuery,
} from '../api/api-keys.js';
import { PersonalApiKeysPage } from './personal-api-keys-page.js';

const SECRET = `spd_${'a'.repeat(43)}`;
const PROJECTS = answer(KeyProjectsQuery, {
  projects: { edges: [{ node: { id: 'project-1', name: 'shop' } }] },
});

const aKey = (part: Partial<OwnKey> = {}): OwnKey => ({
  id: 'key-1',
  name: 'collector',
  description: null,
  prefix: SECRET.slice(0, 12),
  scope: 'FULL',
  createdAt: '2026-02-03T04:05:06Z',
  lastUsedAt: null,
  expiresAt: null,
  project: null,
  ...part,
});
const listed = (...apiKeys: OwnKey[]) =>
  answer(OwnKeysQuery, { viewer: { id: 'user-1', apiKeys } });
const open = (...answers: Parameters<typeof renderComponent>[1] & object) =>
  renderComponent(<PersonalApiKeysPage />, [PROJECTS, ...answers]);

describe('your API keys', () => {
  it('are created, shown once, and used as the dialog says', async () => {
    const page = await open(
      listed(),
      refuse(CreateOwnKeyMutation, 'Key "collector" already exists.', 'CONFLICT'),
    );
    screen.getByText('No API keys yet');
    await page.user.click(button('New key'));
    const dialog = within(screen.getByRole('dialog', { name: 'New API key' }));
    expect(dialog.getByRole('button', { name: 'Create key' })).toHaveProperty('disabled', true);
    dialog.getByText('The key has all your permissions.');
    await page.fill(field('Name'), ' collector ');
    await page.user.selectOptions(choice('Scope'), 'Send traces only');
    await page.user.selectOptions(choice('Project'), 'shop');
    await page.user.selectOptions(choice('Expires after'), 'never');
    await page.user.click(button('Create key'));
    within(dialog.getByRole('alert')).getByText('Key "collector" already exists.');

    page.answer(
      listed(aKey({ scope: 'INGEST', project: { id: 'project-1', name: 'shop' } })),
      answer(CreateOwnKeyMutation, { createUserApiKey: { jwt: SECRET, apiKey: { id: 'key-1' } } }),
    );
    await page.user.click(button('Create key'));
    dialog.getByText(SECRET);
    dialog.getByText(/^This is shown only once/);
    dialog.getByText(new RegExp(`PHOENIX_API_KEY=${SECRET}$`));
    expect(page.sent(CreateOwnKeyMutation).at(-1)).toEqual({
      input: {
        name: 'collector',
        description: null,
        expiresAt: null,
        scope: 'INGEST',
        projectId: 'project-1',
      },
    });
    await page.user.click(button('Done'));
    const row = within(screen.getByRole('listitem'));
    for (const text of ['collector', 'Ingest', 'only shop', `${SECRET.slice(0, 12)}…`]) {
      row.getByText(text);
    }
    row.getByText('never used');
    row.getByText('does not expire');
    expect(document.body.textContent).not.toContain(SECRET);
  });

  it('are deleted after a question', async () => {
    const page = await open(
      listed(aKey(), aKey({ id: 'key-2', name: 'laptop', expiresAt: '2020-01-01T00:00:00Z' })),
      answer(DeleteOwnKeyMutation, { deleteUserApiKey: { apiKeyId: 'key-1' } }),
    );
    screen.getByText('expired');
    await page.user.click(button('Delete key collector'));
    const question = within(screen.getByRole('dialog', { name: 'Delete key collector' }));
    question.getByText(/will lose access\./);
    expect(page.sent(DeleteOwnKeyMutation)).toEqual([]);
    page.answer(listed(aKey({ id: 'key-2', name: 'laptop' })));
    await page.user.click(question.getByRole('button', { name: 'Delete key' }));
    await screen.findByText('Key collector deleted');
    expect(screen.queryByRole('button', { name: 'Delete key collector' })).toBeNull();
    expect(page.sent(DeleteOwnKeyMutation)).toEqual([{ input: { id: 'key-1' } }]);
  });

  it('stay if they cannot be deleted', async () => {
    const page = await open(listed(aKey()), refuse(DeleteOwnKeyMutation, 'Sign in again.'));
    await page.user.click(button('Delete key collector'));
    await page.user.click(button('Delete key'));
    within(screen.getByRole('alert')).getByText('Sign in again.');
    screen.getByText('collector');
  });

  it('cannot be read while the server is away', async () => {
    const page = await open(cutOff(OwnKeysQuery));
    screen.getByText('The server cannot be reached');
    page.answer(listed(aKey()));
    await page.user.click(button('Try again'));
    screen.getByText('collector');
  });
});
