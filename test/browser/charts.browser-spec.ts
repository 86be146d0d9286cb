import type { Locator, Page } from 'playwright-core';
import { PHONE, startBrowser, type TestBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
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

describe('the charts of a project', () => {
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

  /** Opens a page of the project in UTC. */
  async function open(path: string): Promise<void> {
    page = await browser.open(`${server.url}/healthz`);
    await page.evaluate("localStorage.setItem('time-zone', 'UTC')");
    await page.goto(`${projectUrl}/${path}?${RANGE}`);
  }

  const rangeOf = ({ searchParams }: URL) => [
    searchParams.get('timeRangeStart'),
    searchParams.get('timeRangeEnd'),
  ];
  const waitForRange = (start: number, end: number) =>
    page.waitForURL((url) => rangeOf(url).join() === [iso(start), iso(end)].join());
  /** Returns a point on the first bar of an hour; `height` is a share of the height, from the top. */
  const pointAt = async (chart: Locator, hour: number, height = 0.5) => {
    const box = (await chart.boundingBox())!;
    return [box.x + (box.width * (hour * 4 + 0.5)) / 96, box.y + box.height * height] as const;
  };
  const drag = async (chart: Locator, from: number, to: number) => {
    const [start, end] = [await pointAt(chart, from), await pointAt(chart, to)];
    await page.mouse.move(...start);
    await page.mouse.down();
    await page.mouse.move(...end, { steps: 3 });
  };
  const order = (index: number) => page.getByRole('link', { name: `order ${index}` });

  it('choose the time of a list with the pointer', async () => {
    await open('traces');
    const slider = page.getByRole('slider');
    await slider.locator('rect').first().waitFor({ state: 'attached' });
    await page.mouse.move(...(await pointAt(slider, 2)));
    await page.getByText('10 Mar, 02:00–02:15: 5 traces, 1 failed').waitFor();
    await page.mouse.move(...(await pointAt(slider, 3)));
    await page.getByText('10 Mar, 03:00–03:15: 0 traces, 0 failed').waitFor();
    // One part for each hour with traces, one for failures, and the mark under the pointer.
    expect(await slider.locator('rect').count()).toBe(new Set(HOURS).size + 2);

    const rows = page.getByRole('region', { name: 'Traces', exact: true }).locator('tbody tr');
    await page.mouse.click(...(await pointAt(slider, 9)));
    await waitForRange(DAY + 9 * HOUR_MS, DAY + 9.25 * HOUR_MS);
    await expectCount(rows, 2);
    await page.goBack();
    await waitForRange(DAY, DAY + 24 * HOUR_MS);
    await expectCount(rows, 10);

    await slider.locator('rect').nth(4).waitFor({ state: 'attached' });
    await drag(slider, 9, 2);
    await page.getByText('10 Mar, 02:00–09:15: 8 traces, 1 failed').waitFor();
    await page.mouse.up();
    await waitForRange(DAY + 2 * HOUR_MS, DAY + 9.25 * HOUR_MS);
    await page.goBack();

    await page.getByRole('button', { name: 'Zoom in', exact: true }).click();
    await waitForRange(DAY + 6 * HOUR_MS, DAY + 18 * HOUR_MS);
    await page.getByRole('button', { name: 'Zoom out', exact: true }).click();
    await waitForRange(DAY, DAY + 24 * HOUR_MS);
    await slider.locator('rect').nth(4).waitFor({ state: 'attached' });
    await page.mouse.dblclick(...(await pointAt(slider, 9)));
    await page.waitForURL((url) => rangeOf(url).every((time) => time === null));
    // The first of the two clicks must not choose a bar afterwards.
    await page.waitForTimeout(400);
    await page.getByRole('button', { name: 'Time range: Last 7 days' }).waitFor();
    expect(rangeOf(new URL(page.url()))).toEqual([null, null]);

    await page.goBack();
    await page.setViewportSize(PHONE);
    await slider.locator('rect').nth(4).waitFor({ state: 'attached' });
    await drag(slider, 0, 5);
    await page.mouse.up();
    await page.waitForURL((url) => rangeOf(url)[1] !== iso(DAY + 24 * HOUR_MS));
    const [start, end] = rangeOf(new URL(page.url()));
    expect(start).toBe(iso(DAY));
    expect(Date.parse(end!)).toBeGreaterThan(DAY + 5 * HOUR_MS);
  });

  it('lead to the lists of what they count, and zoom together', async () => {
    await open('metrics');
    const card = (name: string) => page.getByRole('region', { name, exact: true });
    /** Scrolls to a chart, which loads it. */
    const reach = async (name: string) => {
      await card(name).scrollIntoViewIfNeeded();
      return card(name);
    };
    const slider = (name: string) => card(name).getByRole('slider');
    const valueOf = (name: string) => slider(name).getAttribute('aria-valuetext');
    const parameter = (name: string) => new URL(page.url()).searchParams.get(name);

    await slider('Traces').waitFor();
    await slider('Spans').waitFor();
    await slider('Active sessions').waitFor();
    await page.mouse.move(...(await pointAt(slider('Traces'), 2)));
    expect(await valueOf('Traces')).toBe('10 Mar, 02:00–02:15: Failed 1, OK 4');
    expect(await valueOf('Spans')).toBe('10 Mar, 02:00–02:15: Failed 1, OK 14');
    expect(await valueOf('Active sessions')).toBe('10 Mar, 02:00–02:15: Failed 1, OK 1');
    await reach('Tokens');
    await slider('Tokens').waitFor();
    await page.mouse.move(...(await pointAt(slider('Tokens'), 9)));
    expect(await valueOf('Tokens')).toBe('10 Mar, 09:00–09:15: Prompt 20, Completion 10');

    await reach('Traces');
    await page.mouse.click(...(await pointAt(slider('Traces'), 2, 0.98)));
    await waitForRange(DAY + 2 * HOUR_MS, DAY + 2.25 * HOUR_MS);
    expect(parameter('filter')).toBe('error_count > 0');
    await order(4).waitFor();
    await page.goBack();

    await slider('Spans').waitFor();
    await drag(slider('Spans'), 9, 2);
    await page.mouse.up();
    await waitForRange(DAY + 2 * HOUR_MS, DAY + 9.25 * HOUR_MS);
    // Bins of five minutes.
    for (const name of ['Traces', 'Spans']) {
      await slider(name).and(page.locator('[aria-valuemax="86"]')).waitFor();
    }
    await page.goBack();
    await waitForRange(DAY, DAY + 24 * HOUR_MS);

    await (await reach('Errors by message')).getByText('row # is missing').click();
    await page.waitForURL(/\/spans\?/);
    await page.getByRole('link', { name: 'look up' }).waitFor();
    await page.goBack();
    await (await reach('Top users')).getByText('ada').click();
    await order(3).waitFor();
    expect(await order(4).count()).toBe(0);
    await page.goBack();
    await reach('tone');
    await slider('tone').waitFor();
    await page.mouse.click(...(await pointAt(slider('tone'), 2)));
    await order(0).waitFor();
    expect(parameter('filter')).toBe(
      "trace_annotations['tone'] and trace_annotations['tone'].label == 'calm'",
    );
    await page.goBack();

    const filter = page.getByRole('textbox', { name: 'Filter all charts by traces' });
    await filter.fill("user.id == 'ada'");
    await filter.press('Enter');
    await page.waitForURL(/filter=/);
    await card('Traces').getByRole('button', { name: 'OK 4' }).waitFor();
    await (await reach('Slowest tools')).getByText('4 spans').click();
    await page.waitForURL(/\/spans\?/);
    expect(parameter('traceFilter')).toBe("user.id == 'ada'");
    await page.getByText('4 spans').first().waitFor();
    await page.getByRole('button', { name: 'Remove the condition on traces' }).click();
    await page.getByText('10 spans').first().waitFor();
  });
});

async function expectCount(rows: Locator, count: number): Promise<void> {
  await eventually(`${count} rows`, async () => (await rows.count()) === count);
}
