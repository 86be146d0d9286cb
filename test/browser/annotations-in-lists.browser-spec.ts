import type { Page } from 'playwright-core';
import { bearer, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { PHONE, startBrowser, type TestBrowser } from '../support/browser.js';
import { anAnnotationConfig } from '../support/factories/annotation-config.js';
import { sendTraces } from '../support/send-traces.js';

const NAMES = ['first', 'second', 'third'];

describe('annotations in the lists of a project', () => {
  let server: SecuredServer;
  let browser: TestBrowser;
  let project: string;

  const asMember = () => bearer(server.accounts.MEMBER.key);

  beforeAll(async () => {
    [server, browser] = await Promise.all([startSecuredServer(), startBrowser()]);
    await sendTraces(
      server.url,
      NAMES.map((name, index) => ({
        traceId: String(index + 1).repeat(32),
        spanId: String(index + 1).repeat(16),
        project: 'shop',
        name,
      })),
      asMember(),
    );
    const { body } = await server.request.get('/v1/projects/shop').set(asMember());
    project = `${server.url}/projects/${body.data.id}`;
    const projects = await server.sql<{ id: number }>(
      "SELECT id FROM projects WHERE name = 'shop'",
    );
    await anAnnotationConfig(server, { name: 'quality', projects });
  });
  afterEach(() => expect(browser.errors.splice(0)).toEqual([]));
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });

  const open = async (path: string, viewport?: typeof PHONE) => {
    const page = await browser.open(`${project}/${path}`, {
      cookie: server.accounts.MEMBER.cookie,
      ...(viewport && { viewport }),
    });
    await row(page, 'third').waitFor();
    return page;
  };
  const select = async (page: Page, ...names: string[]) => {
    for (const name of names) {
      await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).click();
    }
  };
  const stored = (kind: string) =>
    server.sql<{ label: string; explanation: string | null }>(
      `SELECT label, explanation FROM ${kind}_annotations ORDER BY target_id`,
    );

  it('are given to selected spans, undone, and sort the list', async () => {
    const page = await open('spans');
    await select(page, 'first', 'third');
    await page.keyboard.press('e');
    const dialog = page.getByRole('dialog', { name: 'Annotate 2 spans' });
    await dialog.getByRole('button', { name: 'good' }).waitFor();
    await page.keyboard.press('1');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Because.');
    await dialog.getByRole('button', { name: 'Annotate 2 spans' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    const good = { label: 'good', explanation: 'Because.' };
    expect(await stored('span')).toEqual([good, good]);
    const chip = row(page, 'third').getByRole('button', { name: /quality\s*good/ });
    await chip.hover();
    await page
      .getByRole('tooltip')
      .getByText(/Person \(member/)
      .waitFor();
    const summaries = page.getByRole('list', { name: 'Annotation summaries' });
    await summaries.getByText('good 100%').waitFor();

    // The selection has stayed.
    await select(page, 'second');
    await page.getByRole('button', { name: 'Annotate…' }).click();
    const next = page.getByRole('dialog', { name: 'Annotate 3 spans' });
    await next.getByRole('button', { name: 'bad' }).click();
    await next.getByText('2 spans already have your annotation. It will be replaced.').waitFor();
    await next.getByRole('button', { name: 'Annotate 3 spans' }).click();
    await next.waitFor({ state: 'detached' });
    expect((await stored('span')).map(({ label }) => label)).toEqual(['bad', 'bad', 'bad']);
    await page.keyboard.press('u');
    await page.getByText('Your previous annotations were restored.').waitFor();
    expect(await stored('span')).toEqual([good, good]);

    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Annotation quality' }).click();
    await page.keyboard.press('Escape');
    const header = page.getByRole('columnheader', { name: 'quality' });
    await header.getByRole('button', { name: 'quality' }).focus();
    await page.getByRole('tooltip', { name: 'Sort by the scores of “quality”' }).waitFor();
    await page.keyboard.press('Enter');
    await row(page, 'second').waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('2 spans, only those with “quality”.').waitFor();
    expect(await header.getAttribute('aria-sort')).toBe('descending');
    await page.getByRole('button', { name: 'Show all' }).click();
    await row(page, 'second').waitFor();
  });

  it('are given to a trace on a phone, and shown next to its name', async () => {
    const page = await open('traces', PHONE);
    await select(page, 'second');
    await page.getByRole('button', { name: 'Annotate…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Annotate 1 trace' });
    await dialog.getByRole('button', { name: 'good' }).click();
    await dialog.getByRole('textbox', { name: 'quality: explanation' }).fill('On the go.');
    await dialog.getByRole('button', { name: 'Annotate 1 trace' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await stored('trace')).toEqual([{ label: 'good', explanation: 'On the go.' }]);
    await page.locator('th:nth-child(2)', { hasText: 'Annotations' }).waitFor();
    const chips = row(page, 'second').getByRole('button', { name: /quality\s*good/ });
    await chips.waitFor();
    const box = (await chips.boundingBox())!;
    expect(box.x + box.width).toBeLessThanOrEqual(PHONE.width);
  });
});

/** The row of the link with a name. */
function row(page: Page, name: string) {
  return page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
}
