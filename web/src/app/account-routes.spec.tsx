import { screen, within } from '@testing-library/react/pure';
import { ServerFactsQuery } from '../features/settings/api/server-facts.js';
import { listSections } from '../features/settings/sections.js';
import {
  ProjectsListQuery,
  ProjectsUpdatedQuery,
} from '../features/project-list/api/projects-list.js';
import { aConnection, answer } from '../testing/answers.js';
import { listTexts } from '../testing/elements.js';
import { renderPage } from '../testing/render-page.js';

const OPEN = { config: { authenticationEnabled: false } };
const NO_PROJECTS = [
  answer(ProjectsListQuery, { projects: aConnection([]) }),
  answer(ProjectsUpdatedQuery, { projectCount: 0, projectsLastUpdatedAt: null }),
];
const FACTS = answer(ServerFactsQuery, {
  serverInfo: { version: '1.2.3', compatibilityVersion: '4.5.6', grpcPort: 4317 },
});

describe('a server without authentication', () => {
  it.each([
    '/login',
    '/logout',
    '/forgot-password',
    '/reset-password',
    '/reset-password-with-token',
    '/second-factor',
    '/oauth2/consent',
    '/profile/account',
  ])('shows the projects instead of %s, and no account', async (path) => {
    const page = await renderPage(path, NO_PROJECTS, OPEN);
    expect(page.address()).toBe('/projects');
    expect(screen.queryByRole('button', { name: /Account$/ })).toBeNull();
  });

  it('has only settings that concern everyone', async () => {
    await renderPage('/settings/general', [FACTS], OPEN);
    screen.getByText('Turned off: anyone who can reach this server can do anything');
    const sections = within(screen.getByRole('navigation', { name: 'Settings' }));
    const labels = sections.getAllByRole('link').map(({ textContent }) => textContent);
    const expected = listSections({
      authenticationEnabled: false,
      administer: true,
      mcpServerEnabled: true,
    });
    expect(labels).toEqual(expected.map(({ label }) => label));
    expect(listTexts('alert')).toEqual([]);
  });

  // Nothing answers, so a page that asks for accounts fails.
  it.each(['users', 'groups', 'api-keys', 'applications', 'sign-in', 'provisioning', 'audit-log'])(
    'explains on /settings/%s that there are no accounts',
    async (section) => {
      await renderPage(`/settings/${section}`, [], OPEN);
      screen.getByText('No accounts on this server');
    },
  );
});
