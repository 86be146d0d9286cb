import { text as textOf } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';
import {
  agentTrace,
  agentRuns,
  largeTrace,
  refundTrace,
  TODAY,
  YESTERDAY,
} from './traces-to-show.js';

const AGENT = 'a'.repeat(32);
const MANY = 'b'.repeat(32);

describe('traces', () => {
  let server: TestServer;
  let browser: TestBrowser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
    await sendTraces(server.url, [agentTrace, largeTrace, refundTrace, ...agentRuns]);
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  afterEach(() => expect(browser.errors.splice(0)).toEqual([]));

  /** Opens a trace as other programs do, which do not know its project. */
  const openTrace = async (traceId: string) => {
    const page = await browser.open(`${server.url}/redirects/traces/${traceId}`);
    await page.getByRole('tree', { name: 'Spans' }).waitFor();
    return page;
  };
  const openList = async (project: string, query = '') => {
    const { body } = await server.request.get(`/v1/projects/${project}`);
    return browser.open(`${server.url}/projects/${body.data.id}/traces${query}`);
  };
  const rowNames = (page: Page) => page.locator('[role=treeitem] [data-name]').allTextContents();
  const heading = (page: Page, name: string) =>
    page.getByRole('heading', { level: 3, name, exact: true }).waitFor();

  it('are read with keys and a search, down to the failure, and the URL keeps what is shown', async () => {
    const page = await openTrace(AGENT);
    await page.getByRole('button', { name: 'Copy trace ID' }).click();
    // Tests in one worker share a clipboard, so an earlier test may have left something in it.
    await eventually(
      'trace ID in the clipboard',
      async () => (await page.evaluate('navigator.clipboard.readText()')) === AGENT,
    );

    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(server.url)) elsewhere.push(request.url());
    });
    await page.getByRole('tree').focus();
    await page.keyboard.press('ArrowDown');
    await heading(page, 'ask model');
    await page.locator('strong', { hasText: 'warm' }).waitFor();
    await page.getByText('call_1').waitFor();
    await page.getByText('"city"', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Load image' }).waitFor();
    expect(elsewhere).toEqual([]);
    await page.keyboard.press('End');
    await heading(page, 'book hotel');
    await page.keyboard.press('ArrowLeft');
    await heading(page, 'book');

    await page.keyboard.press('/');
    await page.keyboard.type('error');
    await page.getByText('1 found').waitFor();
    await page.getByRole('treeitem', { name: 'weather' }).waitFor({ state: 'detached' });
    expect(await rowNames(page)).toEqual(['plan trip', 'book', 'book hotel']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Filter by kind and status' }).click();
    await page.getByRole('checkbox', { name: 'Tool' }).click();
    await page.getByRole('checkbox', { name: 'OK' }).click();
    await page.getByText('1 found').waitFor();
    await page.reload();
    await heading(page, 'book');
    await page.getByText('1 found').waitFor();
    await page.getByRole('treeitem', { name: 'weather' }).waitFor();
    expect(await rowNames(page)).toEqual(['plan trip', 'weather']);

    await page.getByRole('button', { name: 'Next failed span' }).click();
    await heading(page, 'book hotel');
    await page.getByRole('alert').getByText('BookingTimeout: no answer').waitFor();
    await page.getByRole('tab', { name: /Events/ }).click();
    await page.getByText('/srv/hotels.py').waitFor();
    expect(new URL(page.url()).searchParams.get('tab')).toBe('events');

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download JSON' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`trace-${AGENT}.json`);
    const spans = JSON.parse(await textOf(await download.createReadStream())) as {
      name: string;
    }[];
    expect(spans.map(({ name }) => name).toSorted()).toEqual([
      'ask model',
      'book',
      'book hotel',
      'plan trip',
      'weather',
    ]);
  });

  it('are loaded as far as the user scrolls, and where a link or a search leads', async () => {
    const page = await openTrace(MANY);
    await page.getByText('1,000 of 2,600 spans loaded').waitFor();
    await page.getByRole('tree').focus();
    await page.keyboard.press('End');
    await page.getByText('2,000 of 2,600 spans loaded').waitFor();
    await heading(page, 'page 999');
    await page.keyboard.press('End');
    await page.getByText('spans loaded').waitFor({ state: 'detached' });
    await page.keyboard.press('End');
    await heading(page, 'page 2599');
    // Only visible rows are in the document.
    expect(await page.getByRole('treeitem').count()).toBeLessThan(80);

    // The link opens the trace there, and the failed span is not loaded yet.
    await page.reload();
    const selected = (name: string) =>
      page.getByRole('treeitem', { name, selected: true }).waitFor();
    await selected('page 2599');
    await page.getByText(/1,20\d of 2,600 spans loaded/).waitFor();
    await page.getByText('1 failed').waitFor();
    await page.keyboard.press('f');
    await heading(page, 'page 2300');
    await page.getByText('1 of 1 failed').waitFor();
    await selected('page 2300');

    // A search finds all spans, and goes on from there.
    await page.keyboard.press('/');
    await page.keyboard.type('251');
    await page.getByText('13 found').waitFor();
    await page.keyboard.press('Enter');
    await heading(page, 'page 2510');
    await page.getByText('4 of 13', { exact: true }).waitFor();
    await page.keyboard.press('Shift+Enter');
    await heading(page, 'page 2251');
    await page.keyboard.press('Escape');
    await selected('page 2251');

    const overview = page.getByRole('img', {
      name: 'Overview of 2,600 spans by time, 1 failed span',
    });
    const { width = 0 } = (await overview.boundingBox()) ?? {};
    await overview.click({ position: { x: width * 0.6, y: 10 } });
    await page
      .getByRole('treeitem', { name: /page 18\d\d/ })
      .first()
      .waitFor();
    await heading(page, 'page 2251');
  });

  it('are found by words, which are marked and in sight', async () => {
    const page = await openList('desk', '?search=order%20late');
    const list = page.getByRole('region', { name: 'Traces', exact: true });
    await list.locator('mark').first().waitFor();
    expect(await list.locator('mark').allTextContents()).toEqual(['late', 'order']);
    expect(await list.getByRole('row', { name: 'support' }).textContent()).not.toContain(' · ');

    await page.goto(page.url().replace('order%20late', 'refund'));
    await list
      .locator('mark', { hasText: /refund/i })
      .first()
      .waitFor();
    await list.getByRole('link').first().click();
    await page.waitForURL(/selectedSpanNodeId=/);
    await heading(page, 'answer');
    const texts = ['Refund', 'REFÜND', 'refund', 'refund'];
    await waitForMarks(page, texts);
    await page.getByText('1 of 4 matches').waitFor();
    await eventually('the first mark in sight', () => isInSight(page));
    await page.keyboard.press('m');
    await page.getByText('2 of 4 matches').waitFor();
    await eventually('the second mark in sight', () => isInSight(page));
    expect(await marked(page, 'found-current')).toEqual(['REFÜND']);
    await page.keyboard.press('Shift+M');
    await page.keyboard.press('Shift+M');
    await page.getByText('4 of 4 matches').waitFor();
    await eventually('the last mark in sight', () => isInSight(page));

    await page.reload();
    await waitForMarks(page, texts);
    await page.getByRole('treeitem', { name: /pay/ }).click();
    await heading(page, 'pay');
    await waitForMarks(page, ['refund']);
    await page.getByRole('treeitem', { name: /support/ }).click();
    await heading(page, 'support');
    await waitForMarks(page, []);
  });

  it('are compared after they were selected in a list, or from one of them', async () => {
    const page = await openList('shop');
    const boxes = page.getByRole('checkbox', { name: 'Select support' });
    await boxes.first().click();
    expect(await page.getByRole('button', { name: 'Compare' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    await boxes.last().click();
    await page.getByRole('link', { name: 'Compare', exact: true }).click();
    // The older one comes first.
    await page.getByText('3 spans differ').waitFor();
    await page.getByText('+1.2 s').first().waitFor();
    await page.keyboard.press('n');
    const compared = page.getByRole('region', { name: 'Compared spans' });
    await compared.locator('ins').first().waitFor();
    expect(await compared.locator('del').first().textContent()).toBe('It is on its way to you');
    await page.getByRole('button', { name: 'Swap A and B' }).click();
    await page.getByText('only in A').first().waitFor();

    await page.getByRole('link', { name: 'support', exact: true }).first().click();
    await page.getByRole('link', { name: 'Compare with another trace' }).click();
    const alike = page.getByRole('region', { name: 'Newest traces with this name' });
    await alike.getByRole('button', { name: /^support/ }).waitFor();
    await page
      .getByRole('region', { name: 'Other new traces' })
      .getByRole('button', { name: /^another agent/ })
      .waitFor();
    expect(new URL(page.url()).searchParams.get('base')).toBe(TODAY);
    await page.getByRole('textbox', { name: 'Trace ID' }).fill(YESTERDAY);
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByText('3 spans differ').waitFor();
  });
});

/** Returns the marked texts: all of them, or the current one. */
function marked(page: Page, name = 'found'): Promise<string[]> {
  return page.evaluate<string[]>(`[...(CSS.highlights.get('${name}') ?? [])].map(String)`);
}

function waitForMarks(page: Page, texts: string[]): Promise<boolean> {
  return eventually(
    `marks ${texts.join()}`,
    async () => (await marked(page)).join() === texts.join(),
  );
}

/** Whether the current mark is on the screen, and not behind the tabs that cover the text. */
function isInSight(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(`(() => {
    const [range] = CSS.highlights.get('found-current') ?? [];
    if (!range) return false;
    const { left, top, bottom } = range.getBoundingClientRect();
    const element = document.elementFromPoint(left + 1, (top + bottom) / 2);
    return element !== null && range.startContainer.parentElement.contains(element);
  })()`);
}
