import { screen, within } from '@testing-library/react/pure';
import { answer, refuse } from '../../../testing/answers.js';
import { button } from '../../../testing/elements.js';
import { renderComponent } from '../../../testing/render-page.js';
import {
  EndOtherSessionsMutation,
  EndOwnSessionMutation,
  type LoginSession,
  SessionsQuery,
} from '../api/sessions.js';
import { SignInSessionsPage } from './sign-in-sessions-page.js';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const aSession = (part: Partial<LoginSession> = {}): LoginSession => ({
  id: 'session-1',
  createdAt: '2026-02-03T04:05:06Z',
  lastUsedAt: '2026-02-03T05:05:06Z',
  expiresAt: '2026-03-03T04:05:06Z',
  address: '192.0.2.1',
  userAgent: FIREFOX,
  authMethod: 'LOCAL',
  provider: null,
  isCurrent: true,
  ...part,
});
const OTHERS = [
  aSession({ id: 'session-2', isCurrent: false, address: '192.0.2.2' }),
  aSession({
    id: 'session-3',
    isCurrent: false,
    address: '192.0.2.3',
    lastUsedAt: '2026-02-04T05:05:06Z',
    provider: 'Acme',
  }),
];
const listed = (...sessions: LoginSession[]) =>
  answer(SessionsQuery, { viewer: { id: 'user-1', sessions } });
const ended = { user: { id: 'user-1' } };
const open = (...answers: Parameters<typeof renderComponent>[1] & object) =>
  renderComponent(<SignInSessionsPage />, answers);

describe('your sessions', () => {
  it('begin with this one, which cannot be ended here', async () => {
    await open(listed(...OTHERS, aSession()));
    const rows = screen.getAllByRole('listitem');
    const addresses = rows.map((row) => /192\.0\.2\.\d/.exec(row.textContent)?.[0]);
    expect(addresses).toEqual(['192.0.2.1', '192.0.2.3', '192.0.2.2']);
    within(rows[0]!).getByText('This session');
    within(rows[0]!).getByText('in use now');
    expect(within(rows[0]!).queryByRole('button')).toBeNull();
    within(rows[1]!).getByText(/with Acme$/);
  });

  it('are ended one by one', async () => {
    const page = await open(
      listed(aSession(), OTHERS[0]!),
      answer(EndOwnSessionMutation, { endLoginSession: ended }),
    );
    page.answer(listed(aSession()));
    await page.user.click(screen.getByRole('button', { name: /^End session in Firefox/ }));
    await screen.findByText(/^Session in Firefox.* ended$/);
    expect(page.sent(EndOwnSessionMutation)).toEqual([{ input: { id: 'session-2' } }]);
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: /^End/ })).toBeNull();
  });

  it('say why one could not be ended', async () => {
    const page = await open(
      listed(aSession(), OTHERS[0]!),
      refuse(EndOwnSessionMutation, 'No session has this ID.', 'NOT_FOUND'),
    );
    await page.user.click(screen.getByRole('button', { name: /^End session in/ }));
    await screen.findByText('No session has this ID.');
  });

  it('are all ended after a question, except this one', async () => {
    const page = await open(
      listed(aSession(), ...OTHERS),
      answer(EndOtherSessionsMutation, { endOtherLoginSessions: ended }),
    );
    await page.user.click(button('End all other sessions'));
    const question = within(screen.getByRole('dialog', { name: 'End all other sessions' }));
    question.getByText('2 sessions');
    expect(page.sent(EndOtherSessionsMutation)).toEqual([]);
    page.answer(listed(aSession()));
    await page.user.click(question.getByRole('button', { name: 'End sessions' }));
    await screen.findByText('2 sessions ended');
    expect(page.sent(EndOtherSessionsMutation)).toEqual([{}]);
    expect(screen.queryByRole('button', { name: /^End/ })).toBeNull();
  });
});
