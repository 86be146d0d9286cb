import type { Page } from 'playwright-core';
import { appearanceProblems, startBrowser, type TestBrowser } from '../support/browser.js';
import { newTraceId, sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';

const TRACE_ID = newTraceId();

describe('every page looks right:', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let project: string;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
    await sendTraces(server.url, [
      {
        traceId: TRACE_ID,
        project: 'shop',
        name: 'checkout',
        kind: 'AGENT',
        attributes: { 'session.id': 'chat', 'input.value': 'Pay', 'output.value': 'Paid' },
        children: [
          { name: 'charge', kind: 'TOOL', failure: 'card refused' },
          { name: 'say so', kind: 'LLM', attributes: { 'llm.token_count.prompt': 12 } },
        ],
      },
    ]);
    const { body } = await server.request.get('/v1/projects/shop');
    project = `/projects/${body.data.id}`;
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });

  /** Opens a page, waits for its content, and checks how it looks. */
  async function check(path: string, ready: (page: Page) => Promise<void>): Promise<void> {
    const page = await browser.open(`${server.url}${path}`);
    await ready(page);
    expect(await appearanceProblems(page)).toEqual([]);
    expect(browser.errors.splice(0)).toEqual([]);
    await browser.release(page);
  }

  const link = (name: string) => (page: Page) => page.getByRole('link', { name }).first().waitFor();

  it('projects', () => check('/projects', link('shop')));
  it('traces', () => check(`${project}/traces`, link('checkout')));
  it('spans', () => check(`${project}/spans`, link('charge')));
  it('sessions', () => check(`${project}/sessions`, link('chat')));
  it('metrics', () =>
    check(`${project}/metrics`, (page) =>
      page.getByRole('slider', { name: /^Traces:/ }).waitFor(),
    ));
  it('the config of a project', () =>
    check(`${project}/config`, (page) => page.getByText('positive (1), negative (0)').waitFor()));
  it('a trace', () =>
    check(`/redirects/traces/${TRACE_ID}`, (page) => page.getByRole('treeitem').first().waitFor()));
  it('the dialog to add traces to a dataset', () =>
    check(`${project}/traces`, async (page) => {
      await page.getByRole('checkbox', { name: 'Select checkout' }).click();
      await page.getByRole('button', { name: 'Add to dataset…' }).click();
      await page.getByRole('textbox', { name: 'Dataset' }).fill('capitals');
      await page.locator('[data-combobox-selected]').getByText('Create “capitals”').waitFor();
    }));
  it('the dialog to add a span to a dataset', () =>
    check(`/redirects/traces/${TRACE_ID}`, async (page) => {
      await page.getByRole('button', { name: 'Add to dataset' }).click();
      await page.getByRole('textbox', { name: 'Metadata' }).getByText('AGENT').waitFor();
    }));
  it('the playground', () =>
    check('/playground', async (page) => {
      await page.getByText('This server has no key').waitFor();
      await page.getByRole('button', { name: 'Add prompt' }).click();
      await page.getByRole('region', { name: 'Answer B' }).waitFor();
    }));
  it('the playground with a span and the runs of the user', () =>
    check(`/redirects/traces/${TRACE_ID}`, async (page) => {
      await page.getByRole('treeitem', { name: /say so/ }).click();
      await page.getByRole('link', { name: 'Try again' }).click();
      await page.getByRole('region', { name: 'Original answer' }).waitFor();
      await page.getByRole('button', { name: 'Your runs' }).click();
      await page.getByText('You have not run anything yet').waitFor();
    }));
  it('a missing page', () =>
    check('/nowhere', (page) => page.getByRole('heading').first().waitFor()));

  it.each(['light', 'dark'] as const)(
    'follows the colors of the system (%s)',
    async (colorScheme) => {
      const page = await browser.open(server.url, { colorScheme });
      await page.getByRole('heading', { level: 1 }).waitFor();
      const background = await page.evaluate<string>(
        'getComputedStyle(document.body).backgroundColor',
      );
      const [red = 0] = [...background.matchAll(/\d+/g)].map(Number);
      expect(red > 128).toBe(colorScheme === 'light');
      await browser.release(page);
    },
  );
});
