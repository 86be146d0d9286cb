import type { Locator, Page } from 'playwright-core';
import { PHONE, startBrowser, type TestBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { sendTraces, type TraceToSend } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';

const HOUR_MS = 3_600_000;
/** The traces began at the same minute of five hours of one day; the first hour has five of them. */
const DAY = Date.UTC(2026, 2, 10);
const HOURS = [2, 5, 9, 9, 2, 14, 2, 2, 23, 2];
const RANGE = `timeRangeStart=${iso(DAY)}&timeRangeEnd=${iso(DAY + 24 * HOUR_MS)}`;

function iso(time: number): string {
  return new Date(time).toISOString();
}

function trace(hour: number, index: number): TraceToSend {
  return {
    project: 'shop',
    name: `order ${index}`,
    kind: 'AGENT',
    startedAt: new Date(DAY + hour * HOUR_MS + 60_000),
    durationMs: 1_000 * (index + 1),
    attributes: { 'session.id': `chat ${index % 3}` },
    ...(index === 4 ? { failure: 'sold out' } : {}),
    children: [
      {
        name: 'answer',
        kind: 'LLM',
        attributes: { 'llm.token_count.prompt': 10, 'llm.token_count.completion': 5 },
      },
    ],
  };
}

describe('the histogram above a list', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let projectUrl: string;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
    await sendTraces(server.url, HOURS.map(trace));
    const { body } = await server.request.get('/v1/projects/shop');
    projectUrl = `${server.url}/projects/${body.data.id}`;
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  afterEach(() => expect(browser.errors.splice(0)).toEqual([]));

  /** Opens a list in UTC, and waits for the bars. */
  async function open(path = `traces?${RANGE}`, viewport?: typeof PHONE): Promise<void> {
    page = await browser.open(`${server.url}/healthz`, viewport ? { viewport } : {});
    await page.evaluate("localStorage.setItem('time-zone', 'UTC')");
    await page.goto(`${projectUrl}/${path}`);
    await bars().first().waitFor({ state: 'attached' });
  }

  const slider = () => page.getByRole('slider');
  const bars = (): Locator => slider().locator('rect');
  const rows = (label = 'Traces') =>
    page.getByRole('region', { name: label, exact: true }).locator('tbody').getByRole('row');
  const chosen = () => slider().getAttribute('aria-valuetext');
  const rangeOf = (url: string) => {
    const { searchParams } = new URL(url);
    return [searchParams.get('timeRangeStart'), searchParams.get('timeRangeEnd')];
  };
  const waitForRange = (start: number, end: number) =>
    page.waitForURL((url) => {
      const [from, to] = rangeOf(url.href);
      return from === iso(start) && to === iso(end);
    });
  /** Points at the middle of the quarter of an hour in which an hour begins. */
  const pointAt = async (hour: number) => {
    const { x, y, width, height } = (await slider().boundingBox())!;
    return [x + (width * (hour * 4 + 0.5)) / 96, y + height / 2] as const;
  };

  it('describes the bar under the pointer', async () => {
    await open();
    await page.mouse.move(...(await pointAt(2)));
    await page.getByText('10 Mar, 02:00–02:15: 5 traces, 1 failed').waitFor();
    await page.mouse.move(...(await pointAt(3)));
    await page.getByText('10 Mar, 03:00–03:15: 0 traces, 0 failed').waitFor();
    // One part for each hour with traces, and one for failures.
    expect(await page.locator('[role=slider] rect').count()).toBe(new Set(HOURS).size + 2);
  });

  it('selects the time of a bar that is clicked, and goes back', async () => {
    await open();
    await page.mouse.click(...(await pointAt(9)));
    await waitForRange(DAY + 9 * HOUR_MS, DAY + 9.25 * HOUR_MS);
    await rows().nth(1).waitFor();
    expect(await rows().count()).toBe(2);
    await page.goBack();
    await waitForRange(DAY, DAY + 24 * HOUR_MS);
    await rows().nth(9).waitFor();
  });

  it('selects the time that the pointer is dragged over, in either direction', async () => {
    await open();
    const [from, to] = [await pointAt(9), await pointAt(2)];
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 3 });
    await page.getByText('10 Mar, 02:00–09:15: 8 traces, 1 failed').waitFor();
    await page.mouse.up();
    await waitForRange(DAY + 2 * HOUR_MS, DAY + 9.25 * HOUR_MS);
  });

  it('zooms, and goes back to the default range', async () => {
    await open();
    const click = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await click('Zoom in');
    await waitForRange(DAY + 6 * HOUR_MS, DAY + 18 * HOUR_MS);
    await click('Zoom out');
    await waitForRange(DAY, DAY + 24 * HOUR_MS);
    await bars().first().waitFor({ state: 'attached' });
    await page.mouse.dblclick(...(await pointAt(9)));
    await page.waitForURL((url) => rangeOf(url.href).every((time) => time === null));
    // The first of the two clicks must not choose a bar afterwards.
    await page.waitForTimeout(400);
    await page.getByRole('button', { name: 'Time range: Last 7 days' }).waitFor();
    expect(rangeOf(page.url())).toEqual([null, null]);
  });

  it('follows the filters of the list', async () => {
    await open(`traces?${RANGE}&status=error`);
    await page.mouse.move(...(await pointAt(2)));
    await page.getByText('02:00–02:15: 1 trace, 1 failed').waitFor();
    await open(`spans?${RANGE}&kinds=llm`);
    await page.mouse.move(...(await pointAt(9)));
    await page.getByText('09:00–09:15: 2 spans, 0 failed').waitFor();
  });

  it('shows sessions, latency and tokens, and remembers what was chosen', async () => {
    await open(`sessions?${RANGE}`);
    await page.mouse.move(...(await pointAt(2)));
    await page.getByText('02:00–02:15: 2 sessions, 1 failed').waitFor();
    const choose = (name: string) =>
      page.getByRole('radiogroup', { name: 'Chart' }).getByText(name, { exact: true }).click();
    await choose('Tokens');
    await bars().first().waitFor({ state: 'attached' });
    await page.mouse.move(...(await pointAt(2)));
    await page.getByText('50 prompt and 25 completion tokens').waitFor();
    await choose('Cost');
    await eventually('costs', async () => {
      for (const hour of [3, 2]) await page.mouse.move(...(await pointAt(hour)));
      return (await page.getByText('$0 for prompts, $0 for completions').count()) > 0;
    });
    await choose('Latency');
    await bars().first().waitFor({ state: 'attached' });
    await page.mouse.move(...(await pointAt(14)));
    await page.getByText('p50 6 s, p99 6 s').waitFor();
    await page.getByRole('link', { name: 'Traces', exact: true }).click();
    await page
      .getByRole('radio', { name: 'Latency', checked: true })
      .waitFor({ state: 'attached' });
  });

  it('begins with the first trace if the list shows all time', async () => {
    await open('traces?timeRangeKey=all');
    await slider().focus();
    await page.keyboard.press('Home');
    expect(await chosen()).toMatch(/Mar.*: 10 traces, 1 failed/);
  });

  it('shows absolute times in all lists if the user prefers them', async () => {
    await open();
    const started = () => rows().first().locator('time');
    await started().getByText(/ago$/).waitFor();
    await page.getByRole('button', { name: 'Absolute times' }).click();
    await started().getByText('10 Mar, 23:01:00').waitFor();
    await page.reload();
    await started().getByText('10 Mar, 23:01:00').waitFor();
    await page.getByRole('button', { name: 'Absolute times', pressed: true }).click();
    await started().getByText(/ago$/).waitFor();
  });

  it('is dragged over on a phone', async () => {
    await open(`traces?${RANGE}`, PHONE);
    const [from, to] = [await pointAt(0), await pointAt(5)];
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to);
    await page.mouse.up();
    await page.waitForURL((url) => rangeOf(url.href)[0] === iso(DAY));
    expect(Date.parse(rangeOf(page.url())[1]!)).toBeGreaterThan(DAY + 5 * HOUR_MS);
  });
});
