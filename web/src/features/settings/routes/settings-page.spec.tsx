import { screen, within } from '@testing-library/react/pure';
import { answer, cutOff } from '../../../testing/answers.js';
import { button, link, listTexts } from '../../../testing/elements.js';
import { renderPage } from '../../../testing/render-page.js';
import { ServerFactsQuery, SignInMethodsQuery } from '../api/server-facts.js';
import { listSections } from '../sections.js';

const FACTS = answer(ServerFactsQuery, {
  serverInfo: { version: '1.2.3', compatibilityVersion: '18.0.0', grpcPort: 4317 },
});

const sections = () => within(screen.getByRole('navigation', { name: 'Settings' }));
const sectionNames = () =>
  sections()
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

const labelsOf = ({ administer }: { administer: boolean }) =>
  listSections({ authenticationEnabled: true, administer, mcpServerEnabled: true }).map(
    ({ label }) => label,
  );

describe('the settings', () => {
  it('list every section for administrators, and mark the open one', async () => {
    const page = await renderPage('/settings/general', [FACTS], { as: 'ADMIN' });
    expect(sectionNames()).toEqual(labelsOf({ administer: true }));
    expect(sections().getByRole('link', { current: 'page' }).textContent).toBe('General');
    await page.user.click(sections().getByRole('link', { name: 'Roles' }));
    expect(page.address()).toBe('/settings/roles');
    expect(sections().getByRole('link', { current: 'page' }).textContent).toBe('Roles');
    expect(listTexts('columnheader')).toEqual(['Action', 'Viewer', 'Member', 'Administrator']);
    screen.getByText('Every user has one role. Yours is administrator.');
    screen.getByRole('row', { name: 'Send traces no yes yes' });
  });

  it('list for others what they may see', async () => {
    await renderPage('/settings/general', [FACTS], { as: 'VIEWER' });
    expect(sectionNames()).toEqual(labelsOf({ administer: false }));
  });

  it('describe this server', async () => {
    await renderPage('/settings/general', [FACTS], { as: 'ADMIN' });
    screen.getByRole('heading', { name: 'General', level: 1 });
    for (const text of [
      'Spandrel 1.2.3',
      'Phoenix 18.0.0 clients',
      'http://localhost/v1/traces',
      'localhost:4317',
    ]) {
      screen.getByText(text);
    }
    screen.getByText(/PHOENIX_API_KEY/);
    expect(link('GraphQL').getAttribute('href')).toBe('http://localhost/graphql');
  });
});

describe('how to connect an agent', () => {
  it('is explained for several clients, with a key', async () => {
    const page = await renderPage('/settings/mcp');
    screen.getByText('http://localhost/mcp');
    screen.getByText('export SPANDREL_API_KEY=spd_…');
    await page.user.click(screen.getByRole('tab', { name: 'VS Code' }));
    button('Copy VS Code code');
    screen.getByText(/"url": "http:\/\/localhost\/mcp"/);
    expect(link('your profile').getAttribute('href')).toBe('/profile/api-keys');
  });

  it('needs no key without authentication', async () => {
    await renderPage('/settings/mcp', [], { config: { authenticationEnabled: false } });
    screen.getByText('http://localhost/mcp');
    expect(screen.queryByText('export SPANDREL_API_KEY=spd_…')).toBeNull();
  });

  it('is not explained if agents cannot connect', async () => {
    await renderPage('/settings/mcp', [], { config: { mcpServerEnabled: false } });
    screen.getByText(/^Agents cannot connect/);
    expect(screen.queryByRole('tab')).toBeNull();
  });
});

describe('the sign-in methods', () => {
  it('are shown with the variables that configure them', async () => {
    const page = await renderPage('/settings/sign-in', [cutOff(SignInMethodsQuery)], {
      as: 'ADMIN',
    });
    within(screen.getByRole('alert')).getByText('The server cannot be reached');
    page.answer(
      answer(SignInMethodsQuery, {
        signInMethods: [
          {
            kind: 'LOCAL',
            name: 'local',
            displayName: 'Spandrel password',
            facts: [{ label: 'Shortest password', value: '15 characters' }],
            variables: 'SPANDREL_PASSWORD_…',
          },
          {
            kind: 'OAUTH2',
            name: 'acme',
            displayName: 'Acme',
            facts: [],
            variables: 'SPANDREL_OAUTH2_ACME_…',
          },
        ],
      }),
    );
    await page.user.click(button('Try again'));
    screen.getByRole('heading', { name: 'Spandrel password', level: 2 });
    screen.getByText('15 characters');
    screen.getByText('SPANDREL_OAUTH2_ACME_…');
    screen.getByText('docs/accounts.md');
  });
});
