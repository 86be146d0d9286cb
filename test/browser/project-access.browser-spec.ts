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
  let admin: Account;
  /** Global IDs by name. */
  const projects: Record<string, string> = {};

  beforeAll(async () => {
    [server, browser] = await Promise.all([startSecuredServer(), startBrowser()]);
    admin = server.accounts.ADMIN;
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
  const openConfig = async (account: Account, project: string) => {
    const page = await open(account, `projects/${projects[project]}/config`);
    return { page, access: page.getByRole('region', { name: 'Access' }) };
  };
  const giveRole = async (project: string, { email }: Account, role: string) => {
    const { errors } = await server.gqlAs(
      bearer(server.adminSecret),
      `mutation ($input: SetProjectRoleInput!) { setProjectRole(input: $input) { project { id } } }`,
      { input: { projectId: projects[project], email, role } },
    );
    expect(errors).toBeUndefined();
  };
  const hide = async (project: string) => {
    const { errors } = await server.gqlAs(
      bearer(server.adminSecret),
      `mutation ($input: SetProjectPrivacyInput!) {
         setProjectPrivacy(input: $input) { project { id } } }`,
      { input: { projectId: projects[project], isPrivate: true } },
    );
    expect(errors).toBeUndefined();
  };

  it('is taken from others, and given by email address', async () => {
    const member = server.accounts.MEMBER;
    const { page, access } = await openConfig(admin, 'shop');
    await access.getByText('Nobody has a role in this project yet').waitFor();
    await access.getByRole('switch', { name: 'Private' }).click();
    const question = page.getByRole('dialog', { name: 'Make shop private' });
    await question.getByText('only administrators will see it').waitFor();
    await question.getByRole('button', { name: 'Make private' }).click();
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
    await crumbs.getByRole('img', { name: 'Private' }).waitFor();
    await browser.release(page);

    const list = await open(member, 'projects');
    await list.getByRole('link', { name: 'open', exact: true }).waitFor();
    expect(await list.getByRole('link', { name: 'shop', exact: true }).count()).toBe(0);
    await browser.release(list);

    const again = await openConfig(admin, 'shop');
    const add = again.access.getByRole('form', { name: 'Add a role' });
    await add.getByRole('textbox', { name: 'Email address' }).fill('nobody@example.com');
    await add.getByRole('button', { name: 'Add' }).click();
    await add.getByText('User "nobody@example.com" not found.').waitFor();
    await add.getByRole('textbox', { name: 'Email address' }).fill(member.email.toUpperCase());
    await add.getByRole('combobox', { name: 'Role to add' }).selectOption('VIEWER');
    await add.getByRole('button', { name: 'Add' }).click();
    await again.access.getByText(member.email).waitFor();
    await browser.release(again.page);

    const seen = await open(member, 'projects');
    const row = seen.getByRole('row').filter({ hasText: 'shop' });
    await row.getByRole('img', { name: 'Private' }).waitFor();
    await row.getByRole('button', { name: 'Actions for shop' }).click();
    await seen.getByRole('menuitem', { name: 'Copy ID' }).waitFor();
    expect(await seen.getByRole('menuitem', { name: 'Delete…' }).count()).toBe(0);
  });

  it('limits members who only read in a private project', async () => {
    const reader = await server.createAccount('MEMBER');
    await giveRole('bank', reader, 'VIEWER');
    await hide('bank');
    const { page, access } = await openConfig(reader, 'bank');
    await access.getByText('This project is private').waitFor();
    await access.getByText('Your role here is Viewer').waitFor();
    expect(await page.getByRole('button', { name: 'New config' }).count()).toBe(0);
    await page.goto(`${server.url}/projects/${projects['bank']}/spans`);
    await page.getByRole('row').filter({ hasText: 'answer' }).waitFor();
    expect(await page.getByRole('checkbox', { name: 'Select answer' }).count()).toBe(0);
    await page.goto(`${server.url}/projects/${projects['open']}/spans`);
    await page.getByRole('checkbox', { name: 'Select answer' }).waitFor();
  });

  it('lets viewers annotate where they are members', async () => {
    const viewer = await server.createAccount('VIEWER');
    await giveRole('open', viewer, 'MEMBER');
    const page = await open(viewer, `projects/${projects['open']}/spans`);
    await page.getByRole('checkbox', { name: 'Select answer' }).click();
    await page.getByRole('button', { name: 'Annotate' }).waitFor();
    await page.getByRole('link', { name: 'answer' }).first().click();
    await page.getByRole('tree', { name: 'Spans' }).waitFor();
    await page.keyboard.press('n');
    await page.locator('textarea:focus[aria-label="New note"]').waitFor();
    await page.keyboard.type('Checked');
    await page.keyboard.press('Enter');
    const notes = page.getByRole('list', { name: 'Notes' });
    await notes.getByText('Checked').waitFor();
  });

  it('is managed by people with that role, who are asked before they lose it', async () => {
    const manager = await server.createAccount('VIEWER');
    const colleague = await server.createAccount('MEMBER');
    await giveRole('open', manager, 'MANAGER');
    await giveRole('open', colleague, 'VIEWER');
    const { page, access } = await openConfig(manager, 'open');
    const role = (of: Account) => `Role of ${of.username} in this project`;
    await access.getByRole('combobox', { name: role(colleague) }).selectOption('MEMBER');
    await access
      .getByRole('row')
      .filter({ hasText: colleague.username })
      .getByText('Reads, annotates')
      .waitFor();
    await access.getByRole('button', { name: `Remove the role of ${colleague.username}` }).click();
    await access.getByText(colleague.email).waitFor({ state: 'detached' });

    await access.getByRole('combobox', { name: role(manager) }).selectOption('VIEWER');
    const question = page.getByRole('dialog', { name: 'Change your own role' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await access.getByRole('button', { name: `Remove the role of ${manager.username}` }).click();
    await question.getByRole('button', { name: 'Remove role' }).click();
    await access.getByText('Everyone who can sign in to this server can see').waitFor();
  });

  it('covers the datasets of a project', async () => {
    const other = await server.createAccount('MEMBER');
    await hide('bank');
    const page = await open(admin, 'datasets');
    await page.getByRole('button', { name: 'New dataset' }).click();
    const dialog = page.getByRole('dialog', { name: 'New dataset' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('tellers');
    await dialog.getByRole('combobox', { name: 'Project' }).fill('ban');
    await page.getByRole('option', { name: 'bank' }).click();
    await dialog.getByRole('button', { name: 'Create dataset' }).click();
    await page.getByRole('heading', { name: 'tellers' }).waitFor();
    await page.getByRole('link', { name: 'Project bank' }).waitFor();
    const address = page.url();
    await browser.release(page);

    const hidden = await browser.open(address, { cookie: other.cookie });
    await hidden.getByText('Dataset not found').waitFor();
    browser.errors.length = 0;
  });

  it('covers new datasets with its spans', async () => {
    const member = await server.createAccount('MEMBER');
    await giveRole('bank', member, 'MEMBER');
    await hide('bank');
    const page = await open(member, `projects/${projects['bank']}/spans`);
    await page.getByRole('checkbox', { name: 'Select answer' }).click();
    await page.getByRole('button', { name: 'Add to dataset…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add to dataset' });
    await dialog.getByRole('textbox', { name: 'Dataset' }).fill('vault');
    await page.getByRole('option', { name: 'Create “vault”' }).click();
    await dialog.getByRole('button', { name: 'Add 1 example' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.goto(`${server.url}/datasets`);
    const row = page.getByRole('row').filter({ hasText: 'vault' });
    await row.getByRole('link', { name: 'Project bank' }).waitFor();
  });

  it('lets viewers create datasets, prompts and webhooks only where they are members', async () => {
    const viewer = await server.createAccount('VIEWER');
    await giveRole('open', viewer, 'MEMBER');
    const page = await open(viewer, 'datasets');
    await page.getByRole('button', { name: 'New dataset' }).click();
    const dialog = page.getByRole('dialog', { name: 'New dataset' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('theirs');
    await dialog.getByRole('combobox', { name: 'Project' }).click();
    expect(await page.getByRole('option').allTextContents()).toEqual(['open']);
    await page.getByRole('option', { name: 'open' }).click();
    await dialog.getByRole('button', { name: 'Create dataset' }).click();
    await page.getByRole('link', { name: 'Project open' }).waitFor();
    await page.getByRole('button', { name: 'Add example' }).waitFor();

    await page.goto(`${server.url}/prompts/new`);
    await page.getByRole('combobox', { name: 'Project' }).waitFor();

    await page.goto(`${server.url}/settings/webhooks`);
    await page.getByRole('button', { name: 'New webhook' }).click();
    const form = page.getByRole('dialog', { name: 'New webhook' });
    await form.getByRole('textbox', { name: 'Name' }).fill('pager');
    await form.getByRole('textbox', { name: 'Address' }).fill('https://hooks.example.com/x');
    await form.getByRole('combobox', { name: 'Events of' }).click();
    await page.getByRole('option', { name: 'open' }).click();
    await form.getByRole('button', { name: 'Create webhook' }).click();
    await form.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row').filter({ hasText: 'pager' });
    await row.getByRole('link', { name: 'Project open' }).waitFor();
    await row.getByRole('button', { name: 'Actions for pager' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).waitFor();
  });
});
