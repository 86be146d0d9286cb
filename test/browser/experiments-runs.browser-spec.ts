import type { Locator, Page } from 'playwright-core';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { anEvaluation } from '../support/factories/experiment.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { experimentsToShow, type ShownExperiments } from './experiments-to-show.js';

describe('the page of an experiment', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let shown: ShownExperiments;
  let url: string;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
    shown = await experimentsToShow(server);
    url = `${server.url}/datasets/${shown.dataset}/experiments/${shown.experiments[0]}`;
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  afterEach(() => expect(browser.errors.splice(0)).toEqual([]));

  async function open(address = url): Promise<Page> {
    const page = await browser.open(address);
    await rows(page).first().waitFor();
    return page;
  }

  it('shows its origin and figures', async () => {
    const page = await open();
    await page.getByRole('heading', { name: '#1 first try', level: 1 }).waitFor();
    expect(await figure(page, 'Runs')).toBe('30');
    expect(await figure(page, 'Errors')).toBe('6.7%');
    expect(await figure(page, 'exact')).toContain('0.5');
    expect(await figure(page, 'exact')).toContain('right 54%');
    await page.getByRole('link', { name: 'capitals' }).last().waitFor();
  });

  it('lists the runs in the order of the examples, or by latency or score', async () => {
    const page = await open();
    expect(await rows(page).first().textContent()).toContain('country 0?');
    await page.getByRole('button', { name: 'Latency' }).click();
    await eventually('slowest run on top', async () =>
      (await rows(page).first().textContent())?.includes('country 29?'),
    );
    expect(page.url()).toContain('sort=-latencyMs');
    await page.getByRole('button', { name: 'exact' }).click();
    await eventually('right runs on top', async () =>
      (await rows(page).first().textContent())?.includes('right'),
    );
    await page.getByRole('button', { name: 'Sort by example' }).click();
    await eventually('first example on top', async () =>
      (await rows(page).first().textContent())?.includes('country 0?'),
    );
  });

  it('shows a label and its score in full', async () => {
    const tone = { name: 'tone', label: 'incorrect', score: 0.333 };
    await anEvaluation(server, { run_id: rowId(shown.runs[1]!), ...tone });
    const page = await open();
    const label = rows(page).nth(1).getByText('incorrect', { exact: true });
    const isCut = await label.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    expect(isCut).toBe(false);
    await rows(page).nth(1).getByText('0.333', { exact: true }).waitFor();
  });

  it('opens a run at its own URL, and goes to the next with a key', async () => {
    const page = await open();
    await page.getByRole('link', { name: /country 0\?/ }).click();
    const panel = page.getByRole('region', { name: 'Run', exact: true });
    await panel.getByText('the very city').waitFor();
    await panel.getByRole('region', { name: 'Input' }).getByText('country 0?').waitFor();
    expect(page.url()).toContain(encodeURIComponent(shown.runs[0]!));
    await page.keyboard.press('j');
    await panel.getByRole('region', { name: 'Input' }).getByText('country 1?').waitFor();
    await page.keyboard.press('k');
    await panel.getByRole('region', { name: 'Input' }).getByText('country 0?').waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
  });

  it('shows how an output differs from the reference', async () => {
    const [, second] = shown.experiments;
    const page = await open(`${server.url}/datasets/${shown.dataset}/experiments/${second}`);
    await page.getByRole('link', { name: /country 4\?/ }).click();
    const panel = page.getByRole('region', { name: 'Run', exact: true });
    await panel.getByRole('switch', { name: 'Differences from the reference' }).click();
    await panel.locator('ins').filter({ hasText: 'the beautiful' }).waitFor();
    expect(page.url()).toContain('diff=reference');
    await page.reload();
    await panel.locator('ins').filter({ hasText: 'the beautiful' }).waitFor();
  });

  it('links from a run to its trace', async () => {
    const page = await open(`${url}/runs/${shown.runs[0]}`);
    const panel = page.getByRole('region', { name: 'Run', exact: true });
    await panel.getByRole('link', { name: 'Open trace' }).first().click();
    await page.waitForURL(new RegExp(`/traces/${shown.traceId}`));
  });

  it('shows why a run failed, and lists the failures', async () => {
    const page = await open(`${url}/runs/${shown.runs[5]}`);
    const panel = page.getByRole('region', { name: 'Run', exact: true });
    await panel.getByText('TimeoutError: no answer').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Show the 2 failures' }).click();
    const grid = page.getByRole('region', { name: 'Comparison' });
    await eventually(
      'two failures',
      async () => (await grid.locator('tr[data-index]').count()) === 2,
    );
  });

  it('shows new runs as they arrive', async () => {
    const page = await open();
    const id = rowId(shown.runs[2]!);
    await anEvaluation(server, { run_id: id, name: 'brief', score: 0.25 });
    await page.getByRole('button', { name: 'brief' }).waitFor();
    await eventually('new score in its row', async () =>
      (await rows(page).nth(2).textContent())?.includes('0.25'),
    );
  });

  it('reports a missing experiment or run', async () => {
    const page = await browser.open(url.replace(/[^/]+$/, 'RXhwZXJpbWVudDo5OTk5'));
    await page.getByText('Experiment not found').waitFor();
    const other = await open(`${url}/runs/RXhwZXJpbWVudFJ1bjo5OTk5`);
    await other.getByText('Run not found').waitFor();
  });
});

function rows(page: Page): Locator {
  return page.getByRole('region', { name: 'Runs', exact: true }).locator('tbody').getByRole('row');
}

function figure(page: Page, name: string): Promise<string | null> {
  return page
    .locator('div')
    .filter({ has: page.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) }) })
    .last()
    .getByRole('definition')
    .textContent();
}

function rowId(globalId: string): number {
  return Number(Buffer.from(globalId, 'base64').toString().split(':')[1]);
}
