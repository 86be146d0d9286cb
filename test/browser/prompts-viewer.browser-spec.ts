import { saying } from '../prompts/sent-prompts.js';
import { cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';

/** Controls that change something. */
const CHANGES = /^(new\b|edit|change|clone|delete|tag$|remove|move)/i;

describe('prompts for viewers', () => {
  let server: SecuredServer;
  let browser: TestBrowser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startSecuredServer(), startBrowser()]);
    const as = cookieOf(server.accounts.MEMBER);
    const body = { prompt: { name: 'seen' }, version: saying('Hi {{who}}') };
    const made = await server.request.post('/v1/prompts').set(as).send(body).expect(200);
    await server.request
      .post(`/v1/prompt_versions/${encodeURIComponent(made.body.data.id as string)}/tags`)
      .set(as)
      .send({ name: 'production' })
      .expect(204);
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });

  it('show everything except controls that change them', async () => {
    const { cookie } = server.accounts.VIEWER;
    const page = await browser.open(`${server.url}/prompts`, { cookie });
    // Reads all names at once, because the page changes as data arrives.
    const offered = async () => {
      const names = await page
        .getByRole('link')
        .or(page.getByRole('button'))
        .evaluateAll((elements) =>
          elements.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''),
        );
      return names.filter((name) => CHANGES.test(name.trim()));
    };
    await page.getByRole('link', { name: 'seen', exact: true }).waitFor();
    expect(await offered()).toEqual([]);
    await page.getByRole('link', { name: 'seen', exact: true }).click();
    await page.getByText('{{who}}').waitFor();
    expect(await offered()).toEqual([]);
    await page.getByRole('button', { name: 'Actions for seen' }).click();
    const items = page.getByRole('menuitem');
    await items.first().waitFor();
    expect(await items.allTextContents()).toEqual(['Copy name', 'Copy ID']);
    await page.keyboard.press('Escape');
    for (const tab of ['Versions', 'Config']) {
      await page.getByRole('link', { name: new RegExp(`^${tab}`) }).click();
      await page.getByText('production').first().waitFor();
      expect(await offered()).toEqual([]);
    }
    expect(browser.errors).toEqual([]);
  });

  it('have no editor', async () => {
    const { cookie } = server.accounts.VIEWER;
    const page = await browser.open(`${server.url}/prompts/new`, { cookie });
    await page
      .getByRole('heading', { name: 'Only members and administrators can edit prompts' })
      .waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
    expect(browser.errors).toEqual([]);
  });
});
