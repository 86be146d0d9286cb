import type { Page } from 'playwright-core';
import { saying } from '../prompts/sent-prompts.js';
import {
  type AccountRole,
  bearer,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { aDataset } from '../support/factories/dataset.js';
import { sendTraces } from '../support/send-traces.js';
import { aDatasetToShow } from './dataset-to-show.js';

describe('viewers', () => {
  let server: SecuredServer;
  let browser: TestBrowser;
  let project: string;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startSecuredServer(), startBrowser()]);
    await aDatasetToShow(server);
    await server.request
      .post('/v1/prompts')
      .set(bearer(server.accounts.MEMBER.key))
      .send({ prompt: { name: 'seen' }, version: saying('Hi {{who}}') })
      .expect(200);
    await sendTraces(
      server.url,
      [
        {
          project: 'shop',
          name: 'checkout',
          attributes: { 'session.id': 'chat', 'input.value': 'Pay', 'output.value': 'Paid' },
        },
      ],
      bearer(server.accounts.MEMBER.key),
    );
    const { body } = await server.request
      .get('/v1/projects/shop')
      .set(bearer(server.accounts.MEMBER.key));
    project = `/projects/${body.data.id}`;
    await server.request
      .put('/v1/secrets')
      .set({ Cookie: server.accounts.ADMIN.cookie, Origin: server.url })
      .send({ secrets: [{ key: 'OPENAI_KEY', value: 'sk-secret' }] })
      .expect(200);
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  afterEach(() => expect(browser.errors.splice(0)).toEqual([]));

  /** Opens a page with a role. Also returns the refused GraphQL requests. */
  async function open(role: AccountRole, path: string) {
    const page = await browser.open(`${server.url}/healthz`, {
      cookie: server.accounts[role].cookie,
    });
    const refused: string[] = [];
    page.on('response', (response) => {
      if (!response.url().endsWith('/graphql')) return;
      void response.json().then(
        (answer: { errors?: { message: string }[] }) =>
          refused.push(...(answer.errors ?? []).map(({ message }) => message)),
        () => undefined,
      );
    });
    await page.goto(`${server.url}${path}`);
    return { page, refused };
  }

  it('cannot change which annotation configs a project uses', async () => {
    const { page } = await open('VIEWER', `${project}/config`);
    const toggle = page.getByRole('switch', { name: 'Use user_feedback in this project' });
    await toggle.waitFor();
    expect(await toggle.isDisabled()).toBe(true);
  });

  it('can read and edit prompts in the playground, but neither run nor save them', async () => {
    const { page, refused } = await open('VIEWER', '/playground');
    await isOnlyToRead(page);
    expect((await controls(page)).filter((name) => name.startsWith('Save'))).toEqual([]);
    expect(refused).toEqual([]);
    await browser.release(page);
  });

  it('can only copy from the menu of a project', async () => {
    const { page } = await open('VIEWER', '/projects');
    await page.getByRole('button', { name: 'Actions for shop' }).click();
    await page.getByRole('menuitem').first().waitFor();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Copy name', 'Copy ID']);
  });

  it('can only copy from the menu of a prompt', async () => {
    const { page } = await open('VIEWER', '/prompts');
    await page.getByRole('button', { name: 'Actions for seen' }).click();
    await page.getByRole('menuitem').first().waitFor();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Copy name', 'Copy ID']);
  });

  it('can only copy from the menu of a dataset, and see when it is empty', async () => {
    const { page } = await open('VIEWER', '/datasets');
    await page.getByRole('button', { name: 'Actions for capitals' }).click();
    await page.getByRole('menuitem').first().waitFor();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Copy name', 'Copy ID']);
    await aDataset(server, { name: 'nothing in it' });
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'nothing in it' }).click();
    await page.getByText('No examples').waitFor();
    expect(await page.getByText('Waiting for the first example').count()).toBe(0);
  });

  it('see only the sections for their role', async () => {
    for (const role of ['VIEWER', 'MEMBER'] as const) {
      const { page } = await open(role, '/settings');
      const sections = page.getByRole('navigation', { name: 'Settings' });
      await sections.getByRole('link', { name: 'Roles' }).waitFor();
      expect(await sections.getByRole('link').allTextContents()).toEqual([
        'General',
        'Roles',
        'Annotations',
        'Models',
        'Model providers',
        'Data retention',
        'Agents',
        'Webhooks',
      ]);
      await page.keyboard.press('Control+k');
      await page.getByRole('textbox', { name: /Search/ }).fill('settings');
      const commands = page
        .getByRole('dialog', { name: 'Search and commands' })
        .getByRole('button', { name: /^Settings:/ });
      await commands.first().waitFor();
      expect(await commands.allTextContents()).toEqual([
        'Settings: General',
        'Settings: Roles',
        'Settings: Annotations',
        'Settings: Models',
        'Settings: Model providers',
        'Settings: Data retention',
        'Settings: Agents',
        'Settings: Webhooks',
      ]);
      await browser.release(page);
    }
  });

  it.each(['users', 'groups', 'api-keys', 'secrets', 'sign-in', 'audit-log'])(
    'are told, like members and without a failed request, that /settings/%s is not for them',
    async (section) => {
      // Every page is shown to viewers in every-page/.
      const { page, refused } = await open('MEMBER', `/settings/${section}`);
      await page.getByText('Only administrators can see this page').waitFor();
      expect(await page.getByText('OPENAI_KEY').count()).toBe(0);
      expect(refused).toEqual([]);
      await browser.release(page);
    },
  );

  it('see that there are no traces, but not how to send them', async () => {
    const { page } = await open('VIEWER', '/projects/UHJvamVjdDox');
    await page.getByText('No traces yet').waitFor();
    expect(await page.getByText('Waiting for the first trace').count()).toBe(0);
  });

  it('can do less than members, who can change projects', async () => {
    const { page } = await open('MEMBER', '/projects');
    await page.getByRole('button', { name: 'New project' }).waitFor();
    await page.getByRole('button', { name: 'Actions for shop' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).waitFor();
  });

  it('can do less than administrators, who see the secrets', async () => {
    const { page } = await open('ADMIN', '/settings/secrets');
    await page.getByText('OPENAI_KEY').waitFor();
    await page.getByRole('button', { name: 'Add secret' }).waitFor();
  });
});

/** Waits for the reason why viewers cannot run prompts. */
async function isOnlyToRead(page: Page): Promise<void> {
  await page.getByText('Only members and administrators can run and save prompts.').waitFor();
  const run = page.getByRole('button', { name: /^Run/ });
  // In the toolbar, on a dataset, and for the only prompt.
  expect(await run.count()).toBe(3);
  for (const button of await run.all()) expect(await button.isDisabled()).toBe(true);
}

/** Returns the names of everything that can be clicked or filled in. */
function controls(page: Page): Promise<string[]> {
  return page
    .locator('button, a, input, select, textarea, [role="menuitem"]')
    .evaluateAll((elements) =>
      elements.map((element) => element.getAttribute('aria-label') ?? element.textContent ?? ''),
    );
}
