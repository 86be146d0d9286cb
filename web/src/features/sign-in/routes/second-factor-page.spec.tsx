import { screen } from '@testing-library/react/pure';
import { button } from '../../../testing/elements.js';
import { hasLeftPage } from '../../../testing/left-page.js';
import { renderPage } from '../../../testing/render-page.js';

describe('a second factor that the server requires', () => {
  it('must be added before anything else', async () => {
    const page = await renderPage('/profile/preferences', [], {
      viewer: { secondFactor: { isMissing: true } },
    });
    expect(page.address()).toMatch(/^\/second-factor\?returnUrl=/);
    screen.getByRole('heading', { name: 'Add a second factor', level: 1 });
    // This browser has no passkeys.
    expect(screen.queryByRole('button', { name: 'Passkey' })).toBeNull();
    await page.user.click(button('Authenticator app'));
    screen.getByLabelText('Your password');
    await page.user.click(button('Cancel'));
    button('Authenticator app');
    expect(hasLeftPage()).toBe(false);
  });

  it('is not asked for again from an old link', async () => {
    await renderPage('/second-factor?returnUrl=/datasets', [], {
      viewer: { secondFactor: { isMissing: false } },
    });
    expect(hasLeftPage()).toBe(true);
  });
});
