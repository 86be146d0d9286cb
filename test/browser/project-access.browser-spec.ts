import type { Page } from 'playwright-core';
import {
  type Account,
  bearer,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { sendTraces } from '../support/send-traces.js';

describe('access to a project', () => {
  let server: SecuredServer;
  let browser: TestBrowser;
  /** Global IDs by name. */
  const projects: Record<string, string> = {};

  beforeAll(async () => {
    [server, browser] = await Promise.all([startSecuredServer(), startBrowser()]);
    const traces = ['shop', 'bank', 'open'].map((project) => ({ project, name: 'answer' }));
    await sendTraces(server.url, traces, bearer(server.adminSecret));
    for (const { project } of traces) {
      const { body } = await server.request
        .get(`/v1/projects/${project}`)
        .set(bearer(server.adminSecret));
      projects[project] = (body as { data: { id: string } }).data.id;
    }
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  afterEach(() => expect(browser.errors.splice(0)).toEqual([]));

  const open = ({ cookie }: Account, path: string): Promise<Page> =>
    browser.open(`${server.url}/${path}`, { cookie });
  const change = async (mutation: string, input: object) => {
    const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input`;
    const { errors } = await server.gqlAs(
      bearer(server.adminSecret),
      `mutation ($input: ${type}!) { ${mutation}(input: $input) { project { id } } }`,
      { input },
    );
    expect(errors).toBeUndefined();
  };

  it('is taken from others, and given by email address to a user who can then read', async () => {
    const member = await server.createAccount('MEMBER');
    const page = await open(server.accounts.ADMIN, `projects/${projects['shop']}/config`);
    const access = page.getByRole('region', { name: 'Access' });
    await access.getByText('Nobody has a role in this project yet').waitFor();
    await access.getByRole('switch', { name: 'Private' }).click();
    const question = page.getByRole('dialog', { name: 'Make shop private' });
    await question.getByRole('button', { name: 'Make private' }).click();
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
    await crumbs.getByRole('img', { name: 'Private' }).waitFor();

    const list = await open(member, 'projects');
    await list.getByRole('link', { name: 'open', exact: true }).waitFor();
    expect(await list.getByRole('link', { name: 'shop', exact: true }).count()).toBe(0);

    const add = access.getByRole('form', { name: 'Add a role' });
    await add.getByRole('textbox', { name: 'Email address' }).fill('nobody@example.com');
    await add.getByRole('button', { name: 'Add' }).click();
    await add.getByText('User "nobody@example.com" not found.').waitFor();
    await add.getByRole('textbox', { name: 'Email address' }).fill(member.email.toUpperCase());
    await add.getByRole('combobox', { name: 'Role to add' }).selectOption('VIEWER');
    await add.getByRole('button', { name: 'Add' }).click();
    await access.getByText(member.email).waitFor();

    await list.reload();
    const row = list.getByRole('row').filter({ hasText: 'shop' });
    await row.getByRole('img', { name: 'Private' }).waitFor();
    await row.getByRole('button', { name: 'Actions for shop' }).click();
    await list.getByRole('menuitem', { name: 'Copy ID' }).waitFor();
    expect(await list.getByRole('menuitem', { name: 'Delete…' }).count()).toBe(0);
    await list.goto(`${server.url}/projects/${projects['shop']}/spans`);
    await list.getByRole('row').filter({ hasText: 'answer' }).waitFor();
    expect(await list.getByRole('checkbox', { name: 'Select answer' }).count()).toBe(0);
    await list.getByRole('link', { name: 'Config' }).click();
    await list.getByText('Your role here is Viewer').waitFor();
    expect(await list.getByRole('button', { name: 'New config' }).count()).toBe(0);
  });

  it('lets viewers annotate spans, and create datasets, prompts and webhooks, where they are members', async () => {
    const viewer = await server.createAccount('VIEWER');
    await change('setProjectRole', {
      projectId: projects['bank'],
      email: viewer.email,
      role: 'MEMBER',
    });
    await change('setProjectPrivacy', { projectId: projects['bank'], isPrivate: true });
    const page = await open(viewer, `projects/${projects['bank']}/spans`);
    await page.getByRole('checkbox', { name: 'Select answer' }).click();
    await page.getByRole('button', { name: 'Annotate' }).waitFor();
    await page.getByRole('button', { name: 'Add to dataset…' }).click();
    const adding = page.getByRole('dialog', { name: 'Add to dataset' });
    await adding.getByRole('textbox', { name: 'Dataset' }).fill('vault');
    await page.getByRole('option', { name: 'Create “vault”' }).click();
    await adding.getByRole('button', { name: 'Add 1 example' }).click();
    await adding.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'answer' }).first().click();
    await page.getByRole('tree', { name: 'Spans' }).waitFor();
    await page.keyboard.press('n');
    await page.locator('textarea:focus[aria-label="New note"]').waitFor();
    await page.keyboard.type('Checked');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Notes' }).getByText('Checked').waitFor();

    await page.goto(`${server.url}/datasets`);
    const vault = page.getByRole('row').filter({ hasText: 'vault' });
    await vault.getByRole('link', { name: 'Project bank' }).waitFor();
    await page.getByRole('button', { name: 'New dataset' }).click();
    const dialog = page.getByRole('dialog', { name: 'New dataset' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('tellers');
    await dialog.getByRole('combobox', { name: 'Project' }).click();
    expect(await page.getByRole('option').allInnerTexts()).toEqual(['bank']);
    await page.getByRole('option', { name: 'bank' }).click();
    await dialog.getByRole('button', { name: 'Create dataset' }).click();
    await page.getByRole('link', { name: 'Project bank' }).waitFor();
    await page.getByRole('button', { name: 'Add example' }).waitFor();

    await page.goto(`${server.url}/prompts/new`);
    await page.getByRole('combobox', { name: 'Project' }).waitFor();

    await page.goto(`${server.url}/settings/webhooks`);
    await page.getByRole('button', { name: 'New webhook' }).click();
    const form = page.getByRole('dialog', { name: 'New webhook' });
    await form.getByRole('textbox', { name: 'Name' }).fill('pager');
    await form.getByRole('textbox', { name: 'Address' }).fill('https://hooks.example.com/x');
    await form.getByRole('combobox', { name: 'Events of' }).click();
    await page.getByRole('option', { name: 'bank' }).click();
    await form.getByRole('button', { name: 'Create webhook' }).click();
    await form.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row').filter({ hasText: 'pager' });
    await row.getByRole('link', { name: 'Project bank' }).waitFor();
    await row.getByRole('button', { name: 'Actions for pager' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).waitFor();
  });
});
