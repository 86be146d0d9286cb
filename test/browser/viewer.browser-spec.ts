import type { Page } from 'playwright-core';
import {
  type AccountRole,
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { aDataset } from '../support/factories/dataset.js';
import { newTraceId, sendTraces } from '../support/send-traces.js';
import { aDatasetToShow, globalId } from './dataset-to-show.js';

/** Controls that change something for other users. */
const CHANGES =
  /new project|edit|clear traces|delete|remove|rename|transfer|move to|add (user|secret|example)|add to dataset|replace|reset password|new (system key|dataset|example|config|provider|policy)|end the session|select |splits…|labels…/i;

/** Viewers select traces to compare them. */
const SELECTS_TRACES = /^Select (all listed rows|checkout)$/;
const WITH_TRACES = new Set(['the traces', 'a trace']);

const TRACE_ID = newTraceId();

describe('viewers', () => {
  let server: SecuredServer;
  let browser: TestBrowser;
  let project: string;
  let dashboard: string;
  let dataset: string;
  let example: string;
  let versions: string;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startSecuredServer(), startBrowser()]);
    const { id, examples } = await aDatasetToShow(server);
    [dataset, versions] = [`/datasets/${id}/examples`, `/datasets/${id}/versions`];
    example = globalId('DatasetExample', examples.France);
    await sendTraces(
      server.url,
      [
        {
          traceId: TRACE_ID,
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
    const created = await server.gqlAs<{ createDashboard: { dashboard: { id: string } } }>(
      cookieOf(server.accounts.MEMBER),
      `mutation ($id: ID!) { createDashboard(input: {projectId: $id, name: "use", isShared: true,
         charts: [{title: "Traces", entity: TRACES, kind: NUMBER, aggregation: COUNT}]}) {
           dashboard { id } } }`,
      { id: body.data.id },
    );
    dashboard = `${project}/dashboards/${created.data!.createDashboard.dashboard.id}`;
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

  const pages: [string, () => string, (page: Page) => Promise<void>][] = [
    ['the projects', () => '/projects', link('shop')],
    ['the traces', () => `${project}/traces`, link('checkout')],
    ['the spans', () => `${project}/spans`, link('checkout')],
    ['the sessions', () => `${project}/sessions`, link('chat')],
    [
      'the metrics',
      () => `${project}/metrics`,
      (page) => page.getByRole('slider', { name: /^Traces:/ }).waitFor(),
    ],
    [
      'a trace',
      () => `/redirects/traces/${TRACE_ID}`,
      (page) => page.getByRole('treeitem').first().waitFor(),
    ],
    ['the datasets', () => '/datasets', link('capitals')],
    ['the examples of a dataset', () => dataset, link('france')],
    [
      'an example',
      () => `${dataset}/${encodeURIComponent(example)}`,
      (page) => page.getByRole('region', { name: 'Output' }).getByText('Paris').waitFor(),
    ],
    ['the versions of a dataset', () => versions, link('Version 2')],
    ['the general settings', () => '/settings/general', heading('General')],
    ['the model providers', () => '/settings/model-providers', heading('Model providers')],
    ['the roles', () => '/settings/roles', heading('Roles')],
    [
      'the annotation configs',
      () => '/settings/annotations',
      (page) => page.getByText('user_feedback').waitFor(),
    ],
    ['the models', () => '/settings/models?q=gpt-4o-mini', link('gpt-4o-mini')],
    ['the retention policies', () => '/settings/data', heading('Data retention')],
    ['the webhooks', () => '/settings/webhooks', heading('Webhooks')],
    [
      'the alerts of a project',
      () => `${project}/alerts`,
      (page) => page.getByText('A member can create one.').waitFor(),
    ],
    ['the dashboards of a project', () => `${project}/dashboards`, link('use')],
    ['a shared dashboard', () => dashboard, link('Traces')],
    ['the config of a project', () => `${project}/config`, hasFixedSwitch],
  ];

  it.each(pages)('see only controls that they can use on %s', async (name, path, ready) => {
    const { page, refused } = await open('VIEWER', path());
    await ready(page);
    const changing = (await controls(page)).filter((control) => CHANGES.test(control));
    const allowed = changing.filter(
      (control) => WITH_TRACES.has(name) && SELECTS_TRACES.test(control),
    );
    expect(changing).toEqual(allowed);
    expect(refused).toEqual([]);
    await browser.release(page);
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
    'are told, without a failed request, that /settings/%s is not for them',
    async (section) => {
      for (const role of ['VIEWER', 'MEMBER'] as const) {
        const { page, refused } = await open(role, `/settings/${section}`);
        await page.getByText('Only administrators can see this page').waitFor();
        expect(await page.getByText('OPENAI_KEY').count()).toBe(0);
        expect(refused).toEqual([]);
        await browser.release(page);
      }
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

function link(name: string) {
  return (page: Page) => page.getByRole('link', { name }).first().waitFor();
}

/** Waits for a switch of an annotation config, which viewers cannot change. */
async function hasFixedSwitch(page: Page): Promise<void> {
  const toggle = page.getByRole('switch', { name: 'Use user_feedback in this project' });
  await toggle.waitFor();
  expect(await toggle.isDisabled()).toBe(true);
}

/** Waits for the reason why viewers cannot run prompts. */
async function isOnlyToRead(page: Page): Promise<void> {
  await page.getByText('Only members and administrators can run and save prompts.').waitFor();
  const run = page.getByRole('button', { name: /^Run/ });
  // In the toolbar, on a dataset, and for the only prompt.
  expect(await run.count()).toBe(3);
  for (const button of await run.all()) expect(await button.isDisabled()).toBe(true);
}

function heading(name: string) {
  return (page: Page) => page.getByRole('heading', { name, level: 1 }).waitFor();
}

/** Returns the names of everything that can be clicked or filled in. */
function controls(page: Page): Promise<string[]> {
  return page
    .locator('button, a, input, select, textarea, [role="menuitem"]')
    .evaluateAll((elements) =>
      elements.map((element) => element.getAttribute('aria-label') ?? element.textContent ?? ''),
    );
}
