import type { Page } from 'playwright-core';
import { appearanceProblems, startBrowser, type TestBrowser } from '../support/browser.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { makePrompts, type ShownPrompts } from './prompts-to-show.js';

describe('every page of prompts looks right:', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let shown: ShownPrompts;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });

  /** Opens a page, waits for its content, and checks how it looks. */
  async function check(path: string, ready: (page: Page) => Promise<void>): Promise<void> {
    const page = await browser.open(`${server.url}/prompts${path}`);
    await ready(page);
    expect(await appearanceProblems(page)).toEqual([]);
    expect(browser.errors.splice(0)).toEqual([]);
    await browser.release(page);
  }
  const desk = (rest = '') => `/${encodeURIComponent(shown.desk)}${rest}`;
  const heading = (name: string) => (page: Page) =>
    page.getByRole('heading', { name }).first().waitFor();

  it('no prompts yet', () => check('', heading('Create your first prompt')));

  it('the list', async () => {
    shown = await makePrompts(server);
    await check('', (page) => page.getByRole('link', { name: 'support-desk' }).waitFor());
  });
  it('a prompt', () => check(desk(), heading('Version 3')));
  it('the code to use a prompt', () =>
    check(desk(), async (page) => {
      await page.getByRole('button', { name: 'Use in code' }).click();
      await page.getByText('prompts.get(').waitFor();
    }));
  it('a version', () =>
    check(desk(`/versions/${encodeURIComponent(shown.versions[1]!)}`), heading('Version 2')));
  it('two versions compared', () =>
    check(desk(`/versions/${encodeURIComponent(shown.versions[1]!)}?compare=previous`), (page) =>
      page.getByRole('insertion').first().waitFor(),
    ));
  it('setting a tag', () =>
    check(desk(`/versions/${encodeURIComponent(shown.versions[1]!)}`), async (page) => {
      await page.getByRole('button', { name: 'Tag', exact: true }).click();
      await page.getByRole('textbox', { name: 'Tag name' }).waitFor();
    }));
  it('the tags', () => check(desk('/config'), heading('Tags')));
  it('the editor', () =>
    check(desk('/edit'), async (page) => {
      await page.getByRole('textbox', { name: 'Tools', exact: true }).waitFor();
      await page.getByText('Variables:').waitFor();
    }));
  it('the editor of a new prompt', () => check('/new', heading('New prompt')));
});
