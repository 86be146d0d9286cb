import { screen } from '@testing-library/react/pure';
import { renderPage } from '../../../testing/render-page.js';

describe('the settings of administrators', () => {
  it.each([
    'users',
    'groups',
    'api-keys',
    'applications',
    'secrets',
    'sign-in',
    'provisioning',
    'audit-log',
  ])(
    'request nothing for members, who are told that /settings/%s is not for them',
    async (section) => {
      // A request would fail the test.
      await renderPage(`/settings/${section}`);
      screen.getByRole('heading', { name: 'Only administrators can see this page' });
    },
  );

  it('say that there are no accounts while authentication is off', async () => {
    await renderPage('/settings/users', [], {
      as: 'ADMIN',
      config: { authenticationEnabled: false },
    });
    screen.getByRole('heading', { name: 'No accounts on this server' });
  });
});
