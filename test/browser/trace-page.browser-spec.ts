import { text as textOf } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { agentTrace, largeTrace } from './traces-to-show.js';

const AGENT = 'a'.repeat(32);
const MANY = 'b'.repeat(32);

describe('the trace page', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let project: string;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
    await sendTraces(server.url, [agentTrace, largeTrace]);
    const { data } = await server.gql<{ getProjectByName: { id: string } }>(
      '{ getProjectByName(name: "pages") { id } }',
    );
    project = data?.getProjectByName.id ?? '';
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });

  const open = async (traceId: string, options?: Parameters<TestBrowser['open']>[1]) => {
    const page = await browser.open(
      `${server.url}/projects/${project}/traces/${traceId}?full=true`,
      options,
    );
    await page.getByRole('tree', { name: 'Spans' }).waitFor();
    return page;
  };
  const rowNames = (page: Page) => page.locator('[role=treeitem] [data-name]').allTextContents();
  const heading = (page: Page, name: string) =>
    page.getByRole('heading', { level: 3, name, exact: true }).waitFor();

  it('is navigated with the arrow keys, and keeps the span in the URL', async () => {
    const page = await open(AGENT);
    await heading(page, 'plan trip');
    await page.keyboard.press('ArrowDown');
    await heading(page, 'ask model');
    await page.keyboard.press('End');
    await heading(page, 'book hotel');
    await page.keyboard.press('ArrowLeft');
    await heading(page, 'book');
    await page.keyboard.press('ArrowLeft');
    expect(await rowNames(page)).toEqual(['plan trip', 'ask model', 'weather', 'book']);
    await page.reload();
    await heading(page, 'book');
  });

  it('finds spans and keeps their ancestors', async () => {
    const page = await open(AGENT);
    await page.keyboard.press('/');
    await page.keyboard.type('error');
    await page.getByText('1 found').waitFor();
    await page.getByRole('treeitem', { name: 'weather' }).waitFor({ state: 'detached' });
    expect(await rowNames(page)).toEqual(['plan trip', 'book', 'book hotel']);
    await page.keyboard.press('Enter');
    await heading(page, 'book hotel');
    await page.getByText('1 of 1', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('treeitem', { name: 'weather' }).waitFor();
  });

  it('shows only some kinds and statuses, and keeps them in the URL', async () => {
    const page = await open(AGENT);
    await page.getByRole('button', { name: 'Filter by kind and status' }).click();
    await page.getByRole('checkbox', { name: 'Tool' }).click();
    await page.getByText('2 found').waitFor();
    await page.getByRole('checkbox', { name: 'OK' }).click();
    await page.getByText('1 found').waitFor();
    await page.reload();
    await page.getByText('1 found').waitFor();
    await page.getByRole('treeitem', { name: 'weather' }).waitFor();
    expect(await rowNames(page)).toEqual(['plan trip', 'weather']);
  });

  it('shows a chat with its tool calls, and loads no remote images', async () => {
    const page = await open(AGENT);
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(server.url)) elsewhere.push(request.url());
    });
    await page.getByRole('treeitem', { name: 'ask model' }).click();
    await page.locator('strong', { hasText: 'warm' }).waitFor();
    await page.getByText('call_1').waitFor();
    await page.getByText('"city"').waitFor();
    await page.getByRole('button', { name: 'Load image' }).waitFor();
    expect(elsewhere).toEqual([]);
  });

  it('leads to the failed span and its stack trace', async () => {
    const page = await open(AGENT);
    await page.getByRole('button', { name: 'Next failed span' }).click();
    await heading(page, 'book hotel');
    await page.getByRole('alert').getByText('BookingTimeout: no answer').waitFor();
    await page.getByRole('tab', { name: /Events/ }).click();
    await page.getByText('/srv/hotels.py').waitFor();
    expect(new URL(page.url()).searchParams.get('tab')).toBe('events');
  });

  it('loads a very large trace as far as the user goes', async () => {
    const page = await open(MANY);
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
  });

  it('reaches spans of a very large trace that are not loaded', async () => {
    const page = await open(MANY);
    await page.getByText('1 failed').waitFor();
    await page.keyboard.press('f');
    await heading(page, 'page 2300');
    await page.getByText('1 of 1 failed').waitFor();
    const failed = page.getByRole('treeitem', { name: 'page 2300', selected: true });
    await failed.waitFor();
    // The link opens the trace there.
    await page.reload();
    await failed.waitFor();
    await page.getByText('1,400 of 2,600 spans loaded').waitFor();
    // A search finds all of them, and goes on from there.
    await page.keyboard.press('/');
    await page.keyboard.type('251');
    await page.getByText('13 found').waitFor();
    await page.keyboard.press('Enter');
    await heading(page, 'page 2510');
    await page.getByText('4 of 13', { exact: true }).waitFor();
    await page.keyboard.press('Shift+Enter');
    await heading(page, 'page 2251');
  });

  it('goes to a part of a very large trace that is clicked in its overview', async () => {
    const page = await open(MANY);
    const overview = page.getByRole('img', {
      name: 'Overview of 2,600 spans by time, 1 failed span',
    });
    const { width = 0 } = (await overview.boundingBox()) ?? {};
    await overview.click({ position: { x: width * 0.6, y: 10 } });
    await page
      .getByRole('treeitem', { name: /page 18\d\d/ })
      .first()
      .waitFor();
    await heading(page, 'crawl');
  });

  it('downloads every span in full', async () => {
    const page = await open(AGENT);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download JSON' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`trace-${AGENT}.json`);
    const text = await textOf(await download.createReadStream());
    const spans = JSON.parse(text) as { name: string }[];
    expect(spans.map((span) => span.name).toSorted()).toEqual([
      'ask model',
      'book',
      'book hotel',
      'plan trip',
      'weather',
    ]);
  });

  it('reports a missing trace or span', async () => {
    const unknown = await browser.open(
      `${server.url}/projects/${project}/traces/${'c'.repeat(32)}`,
    );
    await unknown.getByText('Trace not found').waitFor();
    const page = await browser.open(
      `${server.url}/projects/${project}/traces/${AGENT}?selectedSpanNodeId=U3Bhbjo5OTk5OTk=`,
    );
    await page.getByText('Span not found').waitFor();
  });

  it('logs no errors to the console', () => {
    expect(browser.errors).toEqual([]);
  });
});
