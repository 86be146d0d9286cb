import type { Page } from 'playwright-core';
import { type AccountRole, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { aDataset } from '../support/factories/dataset.js';
import { globalId } from '../support/global-id.js';
import { experimentsToShow, type ShownExperiments } from './experiments-to-show.js';

describe('experiments', () => {
  let server: SecuredServer;
  let browser: TestBrowser;
  let shown: ShownExperiments;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startSecuredServer(), startBrowser()]);
    shown = await experimentsToShow(server);
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  afterEach(() => expect(browser.errors.splice(0)).toEqual([]));

  async function open(role: AccountRole, path: string): Promise<Page> {
    const { cookie } = server.accounts[role];
    return browser.open(`${server.url}${path}`, { cookie });
  }

  /** Returns the menu of `first try` in the list of its dataset. */
  async function menuOf(role: AccountRole): Promise<string[]> {
    const page = await open(role, `/datasets/${shown.dataset}/experiments`);
    await page.getByRole('button', { name: 'Actions for first try' }).click();
    await page.getByRole('menuitem').first().waitFor();
    return page.getByRole('menuitem').allTextContents();
  }

  const LOOKING = ['Open', 'Traces', 'Copy ID', 'Download CSV', 'Download JSON'];

  it('can be viewed, copied and downloaded by viewers', async () => {
    expect(await menuOf('VIEWER')).toEqual(LOOKING);
  });

  it('can be changed by members', async () => {
    expect(await menuOf('MEMBER')).toEqual([...LOOKING, 'Set as baseline', 'Edit…', 'Delete…']);
  });

  it('can be selected by viewers to compare them, and nothing else', async () => {
    const page = await open('VIEWER', `/datasets/${shown.dataset}/experiments`);
    await page.getByRole('checkbox', { name: 'Select #1 first try' }).click();
    await page.getByRole('checkbox', { name: 'Select #2 second try' }).click();
    const bar = page.getByRole('region', { name: 'Selected rows' });
    await bar.getByRole('link', { name: 'Compare' }).waitFor();
    expect(await bar.getByRole('button').count()).toBe(1);
    await bar.getByRole('link', { name: 'Compare' }).click();
    await page.getByText('The capital is the beautiful City 0.').waitFor();
  });

  it('can be opened by viewers, without controls that change them', async () => {
    const page = await open(
      'VIEWER',
      `/datasets/${shown.dataset}/experiments/${shown.experiments[0]}/runs/${shown.runs[0]}`,
    );
    await page.getByText('the very city').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Actions for first try' }).click();
    await page.getByRole('menuitem').first().waitFor();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(LOOKING.slice(1));
  });

  it('are explained to viewers without instructions to run one', async () => {
    const { id } = await aDataset(server);
    const page = await open('VIEWER', `/datasets/${globalId('Dataset', id)}/experiments`);
    await page.getByText('No experiments yet').waitFor();
    expect(await page.getByText('Waiting for the first experiment').count()).toBe(0);
    const member = await open('MEMBER', `/datasets/${globalId('Dataset', id)}/experiments`);
    await member.getByText('PHOENIX_API_KEY').waitFor();
  });
});
