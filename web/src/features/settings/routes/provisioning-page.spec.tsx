import { screen, within } from '@testing-library/react/pure';
import { type Answer, answer, refuse } from '../../../testing/answers.js';
import { button, row } from '../../../testing/elements.js';
import { renderPage } from '../../../testing/render-page.js';
import {
  CreateScimTokenMutation,
  DeleteScimTokenMutation,
  type ScimTokenRow,
  ScimTokensQuery,
} from '../api/scim-tokens.js';

const TOKEN: ScimTokenRow = {
  id: 'token-1',
  name: 'Okta',
  prefix: 'spp_AbCd1234',
  createdAt: '2026-02-03T04:05:06Z',
  lastUsedAt: null,
};
const SECRET = 'spp_AbCd1234-and-much-more';

const listed = (...scimTokens: ScimTokenRow[]) => answer(ScimTokensQuery, { scimTokens });
const open = (...answers: Answer[]) =>
  renderPage('/settings/provisioning', answers, { as: 'ADMIN' });

describe('the tokens of provisioning services', () => {
  it('are shown once, after a refusal', async () => {
    const page = await open(
      listed(),
      refuse(CreateScimTokenMutation, 'There are too many tokens.'),
    );
    screen.getByText('http://localhost/scim/v2');
    screen.getByText('No tokens yet');
    await page.user.click(button('New token'));
    const form = within(screen.getByRole('dialog', { name: 'New SCIM token' }));
    expect(form.getByRole('button', { name: 'Create token' })).toHaveProperty('disabled', true);
    await page.fill(form.getByRole('textbox', { name: 'Service' }), 'Okta');
    await page.user.keyboard('{Enter}');
    within(form.getByRole('alert')).getByText('There are too many tokens.');

    page.answer(
      answer(CreateScimTokenMutation, { createScimToken: { token: SECRET } }),
      listed(TOKEN),
    );
    await page.user.click(form.getByRole('button', { name: 'Create token' }));
    form.getByText(SECRET);
    form.getByText(/^This is shown only once/);
    await page.user.click(form.getByRole('button', { name: 'Done' }));
    row(/^Okta spp_AbCd1234… never /);
    screen.getByText('1 token');
    expect(document.body.textContent).not.toContain(SECRET);
    expect(page.sent(CreateScimTokenMutation).at(-1)).toEqual({ input: { name: 'Okta' } });
  });

  it('are deleted after a question', async () => {
    const page = await open(
      listed(TOKEN),
      answer(DeleteScimTokenMutation, { deleteScimToken: { scimTokenId: 'token-1' } }),
    );
    await page.user.click(button('Delete token Okta'));
    const question = within(screen.getByRole('dialog', { name: 'Delete token Okta' }));
    question.getByText(/can no longer change users and groups/);
    expect(page.sent(DeleteScimTokenMutation)).toEqual([]);
    page.answer(listed());
    await page.user.click(question.getByRole('button', { name: 'Delete token' }));
    screen.getByText('No tokens yet');
    expect(page.sent(DeleteScimTokenMutation)).toEqual([{ input: { id: 'token-1' } }]);
  });
});
