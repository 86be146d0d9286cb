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

  async function open(list: string, query = ''): Promise<Page> {
    const page = await browser.open(`${projectUrl}/${list.toLowerCase()}${query}`);
    await rows(page, list).first().waitFor();
    return page;
  }

  async function expectRows(page: Page, list: string, count: number): Promise<void> {
    await eventually(`${count} rows`, async () => (await rows(page, list).count()) === count);
  }

  const fill = (page: Page, list: string, text: string): Promise<void> =>
    bar(page, list).fill(text);

  const figure = (page: Page, name: string): Promise<string | null> =>
    page
      .locator('div')
      .filter({ has: page.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) }) })
      .last()
      .getByRole('definition')
      .textContent();

  it('finds words in any span, and the figures follow', async () => {
    const page = await open('Traces');
    await page.keyboard.press('/');
    await page.keyboard.type('refund');
    await page.keyboard.press('Enter');
    await expectRows(page, 'Traces', 4);
    expect(await readCondition(bar(page, 'Traces'))).toBe('refund');
    expect(await rows(page, 'Traces').locator('mark').allTextContents()).toEqual(
      Array.from({ length: 4 }, () => 'Refund'),
    );
    await eventually('figures of four traces', async () => (await figure(page, 'Traces')) === '4');
    expect(await figure(page, 'Spans')).toBe('12');

    const passedOn = await browser.open(page.url());
    await expectRows(passedOn, 'Traces', 4);
    await passedOn.getByRole('button', { name: 'Clear filter' }).click();
    await expectRows(passedOn, 'Traces', TRACES);
    await eventually('all figures', async () => (await figure(passedOn, 'Traces')) === '12');
  });

  it('combines words and a condition', async () => {
    const page = await open('Traces');
    await fill(page, 'Traces', 'refund | latency_ms > 5000');
    await bar(page, 'Traces').press('Enter');
    await expectRows(page, 'Traces', 2);
    expect(new URL(page.url()).searchParams.get('search')).toBe('refund');
    expect(new URL(page.url()).searchParams.get('filter')).toBe('latency_ms > 5000');
    await eventually('figures of two traces', async () => (await figure(page, 'Traces')) === '2');
    await fill(page, 'Traces', 'refund | latency_mss > 5000');
    await page.getByText('did you mean `latency_ms`?').waitFor();
    await page.getByRole('button', { name: 'Write latency_ms' }).click();
    expect(await readCondition(bar(page, 'Traces'))).toBe('refund | latency_ms > 5000');
  });

  it('opens a trace at the span that has the words, and finds sessions by them', async () => {
    const page = await open('Traces', '?search=unreachable');
    await expectRows(page, 'Traces', 3);
    await page.getByText('look up › error: unreachable').first().waitFor();
    await rows(page, 'Traces').first().getByRole('link').first().click();
    await page.waitForURL(/selectedSpanNodeId=/);
    await page.getByRole('treeitem', { name: /look up/, selected: true }).waitFor();

    const sessions = await open('Sessions', '?search=unreachable');
    await expectRows(sessions, 'Sessions', 3);
    await eventually('figures', async () => (await figure(sessions, 'Sessions')) === '3');
  });

  it('shows what was found next to the name on a phone', async () => {
    for (const [list, words] of [
      ['Traces', 'unreachable'],
      ['Traces', 'done'],
      ['Spans', 'refund'],
    ] as const) {
      const page = await browser.open(`${projectUrl}/${list.toLowerCase()}?search=${words}`, {
        viewport: PHONE,
      });
      const mark = rows(page, list).first().locator('mark').first();
      await mark.waitFor();
      const { x, width } = (await mark.boundingBox())!;
      expect(x + width).toBeLessThan(PHONE.width);
    }
  });

  it('filters by a condition with a loop, together with the status', async () => {
    const page = await open('Traces');
    await bar(page, 'Traces').fill(
      "any(s.span_kind == 'TOOL' and s.status_code == 'ERROR' for s in spans)",
    );
    await bar(page, 'Traces').press('Enter');
    await expectRows(page, 'Traces', 3);
    await page.getByRole('radiogroup', { name: 'Status' }).getByText('OK').click();
    await page.getByText('No traces match the filters').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expectRows(page, 'Traces', TRACES);
    expect(await readCondition(bar(page, 'Traces'))).toBe('');
  });

  it('warns about attributes that no span has', async () => {
    const page = await open('Spans');
    await bar(page, 'Spans').fill("metadata.tennant == 'acme'");
    await page.getByText(/spans of this project has the attribute `metadata\.tennant`/).waitFor();
    await bar(page, 'Spans').press('Enter');
    await page.getByText('No spans match the filters').waitFor();
  });

  it('completes names, keys and values with the keyboard', async () => {
    const page = await open('Spans');
    const field = bar(page, 'Spans');
    await field.pressSequentially('metadata[');
    await page.getByRole('option', { name: /metadata\["tenant"\]/ }).waitFor();
    await field.press('ArrowDown');
    await field.press('Enter');
    expect(await readCondition(field)).toBe('metadata["tenant"]');
    await field.pressSequentially(" == 'acme' and span_kind == 'a");
    await page.getByRole('option', { name: /'AGENT'/ }).click();
    await field.press('Enter');
    await expectRows(page, 'Spans', 6);
    await eventually('figures of six spans', async () => (await figure(page, 'Spans')) === '6');
  });

  it('combines a condition with the kinds and the status of spans', async () => {
    const page = await open('Spans', '?kinds=tool&statuses=error&filter=latency_ms%20%3E%3D%200');
    await expectRows(page, 'Spans', 3);
    await eventually('figures of three spans', async () => (await figure(page, 'Spans')) === '3');
  });

  it('saves a view under a name, opens it elsewhere, and deletes it', async () => {
    const page = await open('Traces', '?status=error&filter=num_spans%20%3E%202');
    await expectRows(page, 'Traces', 3);
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByText('No saved views yet').waitFor();
    await page.getByRole('textbox', { name: 'Save this view' }).fill('Failed & large');
    await page.keyboard.press('Enter');
    const view = (at: Page) => at.getByRole('button', { name: 'Failed & large', exact: false });
    await view(page).first().waitFor();
    await page.getByRole('textbox', { name: 'Save this view' }).fill('Failed & large');
    await page.keyboard.press('Enter');
    await page.getByText('already exists. Choose another name.').waitFor();

    const colleague = await open('Traces');
    await expectRows(colleague, 'Traces', TRACES);
    await colleague.getByRole('button', { name: 'Saved views' }).click();
    await view(colleague).first().click();
    await expectRows(colleague, 'Traces', 3);
    expect(await readCondition(bar(colleague, 'Traces'))).toBe('num_spans > 2');
    await colleague.getByRole('button', { name: 'Saved views' }).click();
    await colleague.getByRole('button', { name: 'Delete view Failed & large' }).click();
    await colleague.getByText('No saved views yet').waitFor();
  });

  it('opens a trace or session by its ID', async () => {
    const page = await open('Traces');
    await bar(page, 'Traces').fill(KNOWN_TRACE.toUpperCase());
    await bar(page, 'Traces').press('Enter');
    await page.waitForURL(new RegExp(`/traces/${KNOWN_TRACE}`));

    const sessions = await open('Sessions');
    await bar(sessions, 'Sessions').fill('chat-2');
    await bar(sessions, 'Sessions').press('Enter');
    await sessions.waitForURL(/\/sessions\/[^/?]+/);
  });

  it('shows the server’s message for an invalid condition in a link', async () => {
    const page = await browser.open(`${projectUrl}/traces?filter=nonsense%20%3E%201`);
    await page.getByText('Unknown name `nonsense`').first().waitFor();
    await bar(page, 'Traces').fill('');
    await bar(page, 'Traces').press('Enter');
    await expectRows(page, 'Traces', TRACES);
    browser.errors.splice(0);
  });
});
