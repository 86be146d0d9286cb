import type { Locator, Page } from 'playwright-core';
import {
  DESKTOP,
  PHONE,
  readCondition,
  startBrowser,
  type TestBrowser,
} from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { sendTraces, type TraceToSend } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';

const TRACES = 12;
/** Wide enough for the facets beside the whole table. */
const WIDE = { width: 1920, height: 1080 };

/** Every fourth has a tool that failed. */
function trace(index: number): TraceToSend {
  return {
    project: 'support',
    name: `question ${index}`,
    kind: 'AGENT',
    startedAt: new Date(Date.now() - (index + 1) * 60_000),
    attributes: { 'metadata.tenant': index % 2 ? 'acme' : 'umbrella', 'user.id': `user ${index}` },
    children: [
      { name: 'look up', kind: 'TOOL', ...(index % 4 === 0 && { failure: 'unreachable' }) },
      { name: 'answer', kind: 'LLM', attributes: { 'llm.model_name': 'gpt-5' } },
    ],
  };
}

describe('the facets of a list', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let projectUrl: string;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
    await sendTraces(
      server.url,
      Array.from({ length: TRACES }, (_, index) => trace(index)),
    );
    const { body } = await server.request.get('/v1/projects/support');
    projectUrl = `${server.url}/projects/${body.data.id}`;
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  afterEach(() => expect(browser.errors.splice(0)).toEqual([]));

  const facetsOf = (page: Page): Locator =>
    page.getByRole('complementary', { name: 'Facets' }).or(page.getByRole('dialog'));
  const bar = (page: Page, list: string): Locator =>
    page.getByRole('textbox', { name: `Filter ${list.toLowerCase()}` });

  async function expectRows(page: Page, list: string, count: number): Promise<void> {
    const rows = page.getByRole('region', { name: list, exact: true }).locator('tbody > tr');
    await eventually(`${count} rows`, async () => (await rows.count()) === count);
  }

  it('count what the list shows, and filter it', async () => {
    const page = await browser.open(`${projectUrl}/traces`, { viewport: WIDE });
    const value = (name: RegExp) => facetsOf(page).getByRole('button', { name });
    await value(/^tenant 12/).click();
    await value(/^acme 6/).click();
    await expectRows(page, 'Traces', 6);
    expect(await readCondition(bar(page, 'Traces'))).toBe("metadata['tenant'] == 'acme'");
    await value(/^Tool 6/).waitFor();
    await value(/^Error/).waitFor({ state: 'hidden' });
    const chosen = page.locator('[aria-pressed=true]');
    await value(/^acme 6/)
      .and(chosen)
      .click();
    await value(/^Error 3/).click();
    await expectRows(page, 'Traces', 3);
    expect(await page.getByRole('radio', { name: 'Errors' }).isChecked()).toBe(true);
    expect(await readCondition(bar(page, 'Traces'))).toBe('');
    await value(/^gpt-5 3/).click();
    await page.waitForURL(/llm_model_name/);
    await page.goBack();
    await value(/^Error 3/)
      .and(chosen)
      .waitFor();
    await page.goBack();
    await expectRows(page, 'Traces', TRACES);
  });

  it('leave all figures of the table in sight', async () => {
    const page = await browser.open(`${projectUrl}/traces`);
    await expectRows(page, 'Traces', TRACES);
    expect(await facetsOf(page).count()).toBe(0);
    await page.getByRole('button', { name: 'Facets' }).click();
    await facetsOf(page).getByText('Status').waitFor();
    const cost = await page.getByRole('columnheader', { name: 'Cost' }).boundingBox();
    expect(cost!.x + cost!.width).toBeLessThanOrEqual(DESKTOP.width);
  });

  it('stay hidden once they are', async () => {
    const page = await browser.open(`${projectUrl}/sessions`, { viewport: WIDE });
    await facetsOf(page).getByText('Nothing to count').waitFor();
    await page.getByRole('button', { name: 'Hide facets' }).click();
    await page.goto(`${projectUrl}/traces`);
    await expectRows(page, 'Traces', TRACES);
    expect(await facetsOf(page).count()).toBe(0);
    await page.getByRole('button', { name: 'Facets', pressed: false }).click();
    await facetsOf(page)
      .getByRole('button', { name: /^tenant/ })
      .waitFor();
  });

  it('open over the list on a phone', async () => {
    const page = await browser.open(`${projectUrl}/spans`, { viewport: PHONE });
    await page.getByRole('button', { name: 'Facets' }).click();
    await facetsOf(page)
      .getByRole('button', { name: /^Tool 12/ })
      .click();
    await page.getByRole('button', { name: 'Hide facets' }).click();
    await expectRows(page, 'Spans', 12);
    expect(await readCondition(bar(page, 'Spans'))).toBe('');
    await page.getByRole('button', { name: /^Kind/ }).getByText('Tool').waitFor();
  });
});
