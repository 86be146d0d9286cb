import { screen, within } from '@testing-library/react/pure';
import { RevokeGrantMutation } from '../../../components/applications/use-grant-revocation.js';
import { answer, refuse } from '../../../testing/answers.js';
import { button } from '../../../testing/elements.js';
import { renderComponent } from '../../../testing/render-page.js';
import { ApplicationsQuery, type OwnGrant } from '../api/applications.js';
import { ApplicationsPage } from './applications-page.js';

const aGrant = (part: Partial<OwnGrant> = {}): OwnGrant => ({
  id: 'grant-1',
  clientName: 'Phoenix CLI',
  clientId: 'client-1',
  isFirstParty: true,
  createdAt: '2026-02-03T04:05:06Z',
  expiresAt: '2026-05-03T04:05:06Z',
  lastUsedAt: null,
  ...part,
});
const AGENT = aGrant({ id: 'grant-2', clientName: 'Coding agent', isFirstParty: false });
const listed = (...oauth2Grants: OwnGrant[]) =>
  answer(ApplicationsQuery, { viewer: { id: 'user-1', oauth2Grants } });

describe('your applications', () => {
  it('lose access after a question', async () => {
    const page = await renderComponent(<ApplicationsPage />, [
      listed(aGrant(), AGENT),
      refuse(RevokeGrantMutation, 'No grant has this ID.', 'NOT_FOUND'),
    ]);
    const [first, second] = screen.getAllByRole('listitem');
    expect(within(first!).queryByText('Unverified')).toBeNull();
    within(second!).getByText('Unverified');
    within(first!).getByText('never used');
    await page.user.click(button('Revoke access of Phoenix CLI'));
    const question = within(screen.getByRole('dialog', { name: 'Revoke access of Phoenix CLI' }));
    question.getByText(/To use it again, you must approve it again\.$/);
    await page.user.click(question.getByRole('button', { name: 'Revoke access' }));
    within(question.getByRole('alert')).getByText('No grant has this ID.');
    page.answer(
      answer(RevokeGrantMutation, { revokeOAuth2Grant: { grantId: 'grant-1' } }),
      listed(AGENT),
    );
    await page.user.click(question.getByRole('button', { name: 'Revoke access' }));
    await screen.findByText('Access of Phoenix CLI revoked');
    expect(page.sent(RevokeGrantMutation).at(-1)).toEqual({ input: { id: 'grant-1' } });
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
  });

  it('can be none', async () => {
    await renderComponent(<ApplicationsPage />, [listed()]);
    screen.getByText('No applications yet');
  });
});
