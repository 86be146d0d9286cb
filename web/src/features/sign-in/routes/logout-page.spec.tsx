import { screen, within } from '@testing-library/react/pure';
import { link } from '../../../testing/elements.js';
import { renderPage } from '../../../testing/render-page.js';

describe('the page after signing out', () => {
  it('confirms it, and leads to a sign-in page that stays', async () => {
    const page = await renderPage('/logout');
    screen.getByRole('heading', { name: 'You have signed out', level: 1 });
    expect(screen.queryByRole('alert')).toBeNull();
    await page.user.click(link('Sign in again'));
    expect(page.address()).toBe('/login?message=signed_out');
  });

  it('explains a failed sign-in, because there may be no form', async () => {
    const page = await renderPage('/logout?error=sign_in_not_allowed');
    screen.getByRole('heading', { name: 'You are not signed in', level: 1 });
    within(screen.getByRole('alert')).getByText(/do not have an account/);
    await page.user.click(link('Try again'));
    screen.getByRole('heading', { name: 'Sign in', level: 1 });
    expect(page.address()).toBe('/login');
  });
});
