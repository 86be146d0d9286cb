import type { Locator, Page } from 'playwright-core';
import { PHONE, readCondition, startBrowser, type TestBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { sendTraces, type TraceToSend } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';

const PROJECT = 'support';
const TRACES = 12;
const KNOWN_TRACE = '0af7651916cd43dd8448eb211c80319c';

/** Every third asks for a refund; every fourth has a tool that failed. Three form a session. */
function trace(index: number): TraceToSend {
  return {
    project: PROJECT,
    name: `question ${index}`,
    ...(index === 0 && { traceId: KNOWN_TRACE }),
    kind: 'AGENT',
    startedAt: new Date(Date.now() - (index + 1) * 60_000),
    durationMs: 1_000 * (index + 1),
    attributes: {
      'session.id': `chat-${Math.floor(index / 3)}`,
      'input.value': index % 3 === 0 ? `I want a Refund for ${index}` : `Where is order ${index}?`,
      'output.value': 'Done',
      'metadata.tenant': index % 2 ? 'acme' : 'umbrella',
    },
    children: [
      { name: 'look up', kind: 'TOOL', ...(index % 4 === 0 && { failure: 'unreachable' }) },
      { name: 'answer', kind: 'LLM', attributes: { 'llm.token_count.prompt': 100 * index } },
    ],
  };
}

describe('the query bar', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let projectUrl: string;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
    await sendTraces(
      server.url,
      Array.from({ length: TRACES }, (_, index) => trace(index)),
    );
    const { body } = await server.request.get(`/v1/projects/${PROJECT}`);
    projectUrl = `${server.url}/projects/${body.data.id}`;
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  afterEach(() => expect(browser.errors.splice(0)).toEqual([]));

  const bar = (page: Page, list: string): Locator =>
    page.getByRole('textbox', { name: `Filter ${list.toLowerCase()}` });
  const rows = (page: Page, list: string): Locator =>
    page.getByRole('region', { name: list, exact: true }).locator('tbody').getByRole('row');

  async function open(path: string, viewport?: typeof PHONE): Promise<Page> {
    const page = await browser.open(`${projectUrl}/${path}`, viewport ? { viewport } : {});
    await rows(page, path.startsWith('spans') ? 'Spans' : 'Traces')
      .first()
      .waitFor();
    return page;
  }

  async function expectRows(page: Page, list: string, count: number): Promise<void> {
    await eventually(`${count} rows`, async () => (await rows(page, list).count()) === count);
  }

  async function find(page: Page, list: string, text: string): Promise<void> {
    await bar(page, list).fill(text);
    await bar(page, list).press('Enter');
  }

  async function expectFigure(page: Page, name: string, value: string): Promise<void> {
    const figure = page
      .locator('div')
      .filter({ has: page.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) }) })
      .last()
      .getByRole('definition');
    await eventually(`${name}: ${value}`, async () => (await figure.textContent()) === value);
  }

  const openTab = (page: Page, list: string): Promise<void> =>
    page.getByRole('link', { name: list, exact: true }).click();

  it('finds traces and sessions by words, conditions and IDs, and opens them', async () => {
    const page = await open('traces');
    await page.keyboard.press('/');
    await page.keyboard.type('refund');
    await page.keyboard.press('Enter');
    await expectRows(page, 'Traces', 4);
    expect(await rows(page, 'Traces').locator('mark').allTextContents()).toEqual(
      Array.from({ length: 4 }, () => 'Refund'),
    );
    await expectFigure(page, 'Traces', '4');
    await expectFigure(page, 'Spans', '12');

    await page.getByRole('button', { name: 'Absolute times' }).click();
    await page.reload();
    await expectRows(page, 'Traces', 4);
    await page.getByRole('button', { name: 'Absolute times', pressed: true }).waitFor();
    expect(await rows(page, 'Traces').first().locator('time').textContent()).not.toMatch(/ago/);
    expect(await readCondition(bar(page, 'Traces'))).toBe('refund');
    await page.getByRole('button', { name: 'Clear filter' }).click();
    await expectRows(page, 'Traces', TRACES);
    await expectFigure(page, 'Traces', '12');

    await find(page, 'Traces', 'refund | latency_ms > 5000');
    await expectRows(page, 'Traces', 2);
    expect(new URL(page.url()).searchParams.get('search')).toBe('refund');
    expect(new URL(page.url()).searchParams.get('filter')).toBe('latency_ms > 5000');
    await expectFigure(page, 'Traces', '2');
    await bar(page, 'Traces').fill('refund | latency_mss > 5000');
    await page.getByText('did you mean `latency_ms`?').waitFor();
    await page.getByRole('button', { name: 'Write latency_ms' }).click();
    expect(await readCondition(bar(page, 'Traces'))).toBe('refund | latency_ms > 5000');

    await find(
      page,
      'Traces',
      "any(s.span_kind == 'TOOL' and s.status_code == 'ERROR' for s in spans)",
    );
    await expectRows(page, 'Traces', 3);
    await page.getByRole('radiogroup', { name: 'Status' }).getByText('OK').click();
    await page.getByText('No traces match the filters').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expectRows(page, 'Traces', TRACES);

    await find(page, 'Traces', 'unreachable');
    await expectRows(page, 'Traces', 3);
    await page.getByText('look up › error: unreachable').first().waitFor();
    await rows(page, 'Traces').first().getByRole('link').first().click();
    await page.waitForURL(/selectedSpanNodeId=/);
    await page.getByRole('treeitem', { name: /look up/, selected: true }).waitFor();
    await page.goBack();

    await openTab(page, 'Sessions');
    await find(page, 'Sessions', 'unreachable');
    await expectRows(page, 'Sessions', 3);
    await expectFigure(page, 'Sessions', '3');
    await find(page, 'Sessions', 'chat-2');
    await page.waitForURL(/\/sessions\/[^/?]+/);
    await page.goBack();
    await openTab(page, 'Traces');
    await find(page, 'Traces', KNOWN_TRACE.toUpperCase());
    await page.waitForURL(new RegExp(`/traces/${KNOWN_TRACE}`));
  });

  it('completes a condition on spans with names that they have, and opens it as a saved view', async () => {
    const page = await open('spans');
    const field = bar(page, 'Spans');
    await field.fill("metadata.tennant == 'acme'");
    await page.getByText(/spans of this project has the attribute `metadata\.tennant`/).waitFor();
    await field.fill('');
    await field.pressSequentially('metadata[');
    await page.getByRole('option', { name: /metadata\["tenant"\]/ }).waitFor();
    await field.press('ArrowDown');
    await field.press('Enter');
    expect(await readCondition(field)).toBe('metadata["tenant"]');
    await field.pressSequentially(" == 'acme' and span_kind == 'a");
    await page.getByRole('option', { name: /'AGENT'/ }).click();
    await field.press('Enter');
    await expectRows(page, 'Spans', 6);
    await expectFigure(page, 'Spans', '6');

    const views = page.getByRole('button', { name: 'Saved views' });
    await views.click();
    await page.getByText('No saved views yet').waitFor();
    await page.getByRole('textbox', { name: 'Save this view' }).fill('Agents of acme');
    await page.keyboard.press('Enter');
    const view = page.getByRole('button', { name: /^(Private|Shared) ?Agents of acme/ });
    await view.waitFor();
    await page.keyboard.press('Escape');
    await page.goto(`${projectUrl}/spans?kinds=tool&statuses=error&filter=latency_ms%20%3E%3D%200`);
    await expectRows(page, 'Spans', 3);
    await expectFigure(page, 'Spans', '3');
    await views.click();
    await view.click();
    await expectRows(page, 'Spans', 6);
    await views.click();
    await page.getByRole('button', { name: 'Delete view Agents of acme' }).click();
    await page.getByText('No saved views yet').waitFor();
  });

  it('shows what was found next to the name on a phone', async () => {
    const page = await open('traces?search=unreachable', PHONE);
    const expectInSight = async (list: string, word: RegExp): Promise<void> => {
      const mark = rows(page, list).first().locator('mark', { hasText: word }).first();
      await mark.waitFor();
      const { x, width } = (await mark.boundingBox())!;
      expect(x + width).toBeLessThan(PHONE.width);
    };
    await expectInSight('Traces', /unreachable/i);
    await find(page, 'Traces', 'done');
    await expectInSight('Traces', /done/i);
    await openTab(page, 'Spans');
    await find(page, 'Spans', 'refund');
    await expectInSight('Spans', /refund/i);
  });
});
