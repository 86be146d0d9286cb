import { screen, within } from '@testing-library/react/pure';
import { RevokeGrantMutation } from '../../../components/applications/use-grant-revocation.js';
import { answer } from '../../../testing/answers.js';
import { button, row } from '../../../testing/elements.js';
import { renderPage } from '../../../testing/render-page.js';
import { type GrantRow, GrantsQuery } from '../api/applications.js';

const AGENT: GrantRow = {
  id: 'grant-1',
  clientName: 'Coding agent',
  clientId: 'client-1',
  isFirstParty: false,
  createdAt: '2026-02-03T04:05:06Z',
  expiresAt: '2026-05-03T04:05:06Z',
  lastUsedAt: null,
  user: { id: 'user-2', username: 'grace' },
};

describe('the applications of all users', () => {
  it('lose access when an administrator revokes it', async () => {
    const page = await renderPage(
      '/settings/applications',
      [
        answer(GrantsQuery, { oauth2Grants: [AGENT] }),
        answer(RevokeGrantMutation, { revokeOAuth2Grant: { grantId: 'grant-1' } }),
      ],
      { as: 'ADMIN' },
    );
    const listed = within(row(/Coding agent/));
    listed.getByText('Unverified');
    expect(listed.getByRole('link', { name: 'grace' }).getAttribute('href')).toBe(
      '/settings/users/user-2',
    );
    screen.getByText('1 application');
    await page.user.click(button('Revoke access of Coding agent for grace'));
    const question = within(screen.getByRole('dialog', { name: 'Revoke access of Coding agent' }));
    question.getByText(/grace must approve it again/);
    page.answer(answer(GrantsQuery, { oauth2Grants: [] }));
    await page.user.click(question.getByRole('button', { name: 'Revoke access' }));
    await screen.findByText('Access of Coding agent revoked');
    screen.getByText('No applications yet');
    expect(page.sent(RevokeGrantMutation)).toEqual([{ input: { id: 'grant-1' } }]);
  });
});
