import { screen, within } from '@testing-library/react/pure';
import { ApplicationsQuery } from '../../features/profile/api/applications.js';
import { answer, answerRest } from '../../testing/answers.js';
import { item, link } from '../../testing/elements.js';
import { hasLeftPage } from '../../testing/left-page.js';
import { renderComponent, renderPage } from '../../testing/render-page.js';
import { AccountMenu } from './account-menu.js';

const EVERYWHERE = 'POST auth/logout?everywhere=true';
const NO_APPLICATIONS = answer(ApplicationsQuery, {
  viewer: { id: 'user-1', oauth2Grants: [] },
});
const account = () => screen.getByRole('button', { name: /Account$/ });

const open = (...answers: ReturnType<typeof answerRest>[]) =>
  renderComponent(<AccountMenu />, answers);

describe('the account menu', () => {
  it('shows who is signed in, and leads to the profile', async () => {
    const page = await renderPage('/profile/applications', [NO_APPLICATIONS], { as: 'VIEWER' });
    await page.user.click(account());
    const menu = within(screen.getByRole('menu'));
    for (const text of ['ada', 'ada@example.com', 'Viewer']) menu.getByText(text);
    await page.user.click(item('Profile'));
    screen.getByRole('heading', { name: 'Account', level: 1 });
    expect(page.address()).toBe('/profile/account');
    expect(link('Account').getAttribute('aria-current')).toBe('page');
  });

  it('signs out of this browser, and remembers that', async () => {
    const page = await open(answerRest('POST auth/logout', null, 204));
    await page.user.click(account());
    await page.user.click(item('Sign out'));
    expect(page.calls('POST auth/logout')).toEqual([null]);
    expect(sessionStorage.getItem('signed-out')).toBe('true');
    expect(hasLeftPage()).toBe(true);
  });

  it('stays if the server could not end the session', async () => {
    const page = await open(answerRest('POST auth/logout', 'busy', 503));
    await page.user.click(account());
    await page.user.click(item('Sign out'));
    await screen.findByText(/^The server could not end your session, so you are still signed in/);
    expect(sessionStorage.getItem('signed-out')).toBeNull();
    expect(hasLeftPage()).toBe(false);
  });

  it('signs out everywhere only after a question', async () => {
    const page = await open(answerRest(EVERYWHERE, null, 204));
    await page.user.click(account());
    await page.user.click(item('Sign out everywhere…'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign out everywhere' }));
    dialog.getByText(/^This ends all your sessions, including this one/);
    expect(page.calls(EVERYWHERE)).toEqual([]);
    await page.user.click(dialog.getByRole('button', { name: 'Sign out everywhere' }));
    expect(page.calls(EVERYWHERE)).toEqual([null]);
    expect(hasLeftPage()).toBe(true);
  });
});
