import type { Page } from 'playwright-core';
import { PHONE, startBrowser, type TestBrowser } from '../support/browser.js';
import { interceptRequests } from '../support/intercept-requests.js';
import { newTraceId, sendTraces, type TraceToSend } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';

const HOUR_MS = 3_600_000;
/** The traces began at the same minute of five hours of one day; the first hour has five of them. */
const DAY = Date.UTC(2026, 2, 10);
const HOURS = [2, 5, 9, 9, 2, 14, 2, 2, 23, 2];
const RANGE = `timeRangeStart=${iso(DAY)}&timeRangeEnd=${iso(DAY + 24 * HOUR_MS)}`;
const JUDGED = newTraceId();

function iso(time: number): string {
  return new Date(time).toISOString();
}

function trace(hour: number, index: number): TraceToSend {
  return {
    project: 'shop',
    traceId: index === 0 ? JUDGED : newTraceId(),
    name: `order ${index}`,
    kind: 'AGENT',
    startedAt: new Date(DAY + hour * HOUR_MS + 60_000),
    durationMs: 1_000 * (index + 1),
    attributes: { 'session.id': `chat ${index % 3}`, 'user.id': index < 4 ? 'ada' : 'bob' },
    children: [
      {
        name: 'answer',
        kind: 'LLM',
        attributes: {
          'llm.model_name': 'gpt-4o-mini',
          'llm.token_count.prompt': 10,
          'llm.token_count.completion': 5,
        },
      },
      {
        name: 'look up',
        kind: 'TOOL',
        attributes: { 'tool.name': 'search' },
        ...(index === 4 ? { failure: 'row 17 is missing' } : {}),
      },
    ],
  };
}

describe('the metrics of a project', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let projectUrl: string;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
    await sendTraces(server.url, HOURS.map(trace));
    const { body } = await server.request.get('/v1/projects/shop');
    projectUrl = `${server.url}/projects/${body.data.id}`;
    await server.request
      .post('/v1/trace_annotations?sync=true')
      .send({
        data: [
          {
            trace_id: JUDGED,
            name: 'tone',
            annotator_kind: 'HUMAN',
            result: { label: 'calm', score: 0.75 },
          },
        ],
      })
      .expect(200);
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  afterEach(() => expect(browser.errors.splice(0)).toEqual([]));

  async function open(query = RANGE, viewport?: typeof PHONE): Promise<void> {
    page = await browser.open(`${server.url}/healthz`, viewport ? { viewport } : {});
    await page.evaluate("localStorage.setItem('time-zone', 'UTC')");
    await page.goto(`${projectUrl}/metrics?${query}`);
    await card('Traces').waitFor();
  }

  const card = (name: string) => page.getByRole('region', { name, exact: true });
  /** Scrolls to a chart, which loads it. */
  const reach = async (name: string) => {
    await card(name).scrollIntoViewIfNeeded();
    return card(name);
  };
  const slider = (name: string) => card(name).getByRole('slider');
  const valueOf = (name: string) => slider(name).getAttribute('aria-valuetext');
  const filterOf = () => new URL(page.url()).searchParams.get('filter');
  const waitForRange = (start: number, end: number) =>
    page.waitForURL(({ searchParams }) => {
      const range = [searchParams.get('timeRangeStart'), searchParams.get('timeRangeEnd')];
      return range[0] === iso(start) && range[1] === iso(end);
    });
  /** Points at the quarter of an hour in which an hour begins; `height` is a share, from the top. */
  const pointAt = async (name: string, hour: number, height = 0.5) => {
    const box = (await slider(name).boundingBox())!;
    return [box.x + (box.width * (hour * 4 + 0.5)) / 96, box.y + box.height * height] as const;
  };

  it('reads the values under the pointer, in all charts at once', async () => {
    await open();
    await page.mouse.move(...(await pointAt('Traces', 2)));
    await expect(valueOf('Traces')).resolves.toBe('10 Mar, 02:00–02:15: Failed 1, OK 4');
    await slider('Spans').waitFor();
    expect(await valueOf('Spans')).toBe('10 Mar, 02:00–02:15: Failed 1, OK 14');
    expect(await valueOf('Active sessions')).toBe('10 Mar, 02:00–02:15: Failed 1, OK 1');
    await reach('Tokens');
    await slider('Tokens').waitFor();
    await page.mouse.move(...(await pointAt('Tokens', 9)));
    expect(await valueOf('Tokens')).toBe('10 Mar, 09:00–09:15: Prompt 20, Completion 10');
  });

  it('opens the list of what was clicked', async () => {
    await open();
    await page.mouse.click(...(await pointAt('Traces', 2, 0.98)));
    await waitForRange(DAY + 2 * HOUR_MS, DAY + 2.25 * HOUR_MS);
    expect(page.url()).toContain('/traces?');
    expect(filterOf()).toBe('error_count > 0');
    await page.getByRole('link', { name: 'order 4' }).waitFor();
    await page.goBack();
    await (await reach('Errors by message')).getByText('row # is missing').click();
    await page.waitForURL(/\/spans\?/);
    expect(filterOf()).toBe(
      "status_code == 'ERROR' and 'row' in status_message and 'is missing' in status_message",
    );
    await page.getByRole('link', { name: 'look up' }).waitFor();
    await page.goBack();
    await (await reach('Slowest tools')).getByText('search').click();
    await page.getByRole('link', { name: 'look up' }).nth(9).waitFor();
    await page.goBack();
    await (await reach('Top users')).getByText('ada').click();
    await page.getByRole('link', { name: 'order 3' }).waitFor();
    expect(await page.getByRole('link', { name: 'order 4' }).count()).toBe(0);
  });

  it('zooms all charts to what was dragged over, and goes back', async () => {
    await open();
    const [from, to] = [await pointAt('Spans', 9), await pointAt('Spans', 2)];
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 3 });
    await page.mouse.up();
    await waitForRange(DAY + 2 * HOUR_MS, DAY + 9.25 * HOUR_MS);
    // Bins of five minutes.
    for (const name of ['Traces', 'Spans']) {
      await slider(name).and(page.locator('[aria-valuemax="86"]')).waitFor();
    }
    await page.goBack();
    await waitForRange(DAY, DAY + 24 * HOUR_MS);
  });

  it('is used with the keyboard, and shows values as a table', async () => {
    await open();
    await slider('Traces').focus();
    await page.keyboard.press('Home');
    expect(await valueOf('Traces')).toBe('10 Mar, 00:00–00:15: Failed 0, OK 0');
    await page.keyboard.press('Shift+End');
    expect(await valueOf('Traces')).toMatch(/: Failed 1, OK 9$/);
    await card('Traces').getByRole('button', { name: 'Failed' }).click();
    await slider('Traces').focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    expect(await valueOf('Traces')).toBe('10 Mar, 23:30–23:45: OK 0');
    await page.keyboard.press('Enter');
    await waitForRange(DAY + 23.5 * HOUR_MS, DAY + 23.75 * HOUR_MS);
    await page.goBack();
    const latency = await reach('Latency of traces');
    await latency.getByRole('button', { name: /as a table$/ }).click();
    const rows = latency.getByRole('row');
    expect(await rows.count()).toBe(1 + new Set(HOURS).size);
    expect(await rows.last().textContent()).toContain('9,000 ms');
  });

  it('shows the scores and labels of annotations', async () => {
    await open();
    await reach('tone');
    await slider('tone').waitFor();
    await page.mouse.click(...(await pointAt('tone', 2, 0.5)));
    await page.getByRole('link', { name: 'order 0' }).waitFor();
    expect(filterOf()).toBe(
      "trace_annotations['tone'] and trace_annotations['tone'].label == 'calm'",
    );
  });

  it('follows a condition on traces, and keeps it in the lists that it opens', async () => {
    await open();
    const filter = page.getByRole('textbox', { name: 'Filter all charts by traces' });
    await filter.fill("user.id == 'ada'");
    await filter.press('Enter');
    await page.waitForURL(/filter=/);
    await card('Traces').getByRole('button', { name: 'OK 4' }).waitFor();
    await (await reach('Slowest tools')).getByText('4 spans').click();
    await page.waitForURL(/\/spans\?/);
    expect(new URL(page.url()).searchParams.get('traceFilter')).toBe("user.id == 'ada'");
    await page.getByText('4 spans').first().waitFor();
    await page.getByRole('button', { name: 'Remove the condition on traces' }).click();
    await page.getByText('10 spans').first().waitFor();
  });

  it('says what is missing, and loads a chart again after a failure', async () => {
    await open(`timeRangeStart=${iso(0)}&timeRangeEnd=${iso(DAY)}`);
    await page.getByText('No traces in this range.').first().waitFor();
    await page.getByText('No span failed in this range.').waitFor();
    await interceptRequests(page, '**/graphql', async (route) => {
      const isSpans = route.request().postData()?.includes('query MetricsSpans');
      await (isSpans ? route.fulfill({ status: 503, body: '' }) : route.continue());
    });
    await page.goto(`${projectUrl}/metrics?${RANGE}`);
    await slider('Traces').waitFor();
    await card('Spans').getByText('The server cannot be reached.').waitFor();
    await page.unroute('**/graphql');
    browser.errors.splice(0);
    await card('Spans').getByRole('button', { name: 'Try again' }).click();
    await slider('Spans').waitFor();
  });
});
