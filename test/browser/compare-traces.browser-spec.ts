import type { Page } from 'playwright-core';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { newTraceId, sendTraces, type SpanToSend } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';

const YESTERDAY = newTraceId();
const TODAY = newTraceId();

const answer = (text: string, model: string): SpanToSend => ({
  name: 'answer',
  kind: 'LLM',
  afterMs: 200,
  attributes: {
    'llm.model_name': model,
    'llm.input_messages.0.message.role': 'user',
    'llm.input_messages.0.message.content': 'Where is my order?',
    'llm.output_messages.0.message.role': 'assistant',
    'llm.output_messages.0.message.content': text,
    'llm.token_count.prompt': 12,
    'llm.token_count.completion': text.length,
  },
});

describe('comparing traces', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let project: string;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
    const plan = { name: 'plan', attributes: { 'input.value': 'order', 'output.value': 'search' } };
    const trace = { project: 'shop', kind: 'AGENT' };
    await sendTraces(server.url, [
      {
        ...trace,
        traceId: YESTERDAY,
        name: 'support',
        startedAt: new Date(Date.now() - 86_400_000),
        durationMs: 900,
        children: [
          plan,
          { name: 'search', kind: 'TOOL', afterMs: 100 },
          answer('It is on its way to you.', 'gpt-5'),
        ],
      },
      {
        ...trace,
        traceId: TODAY,
        name: 'support',
        durationMs: 2100,
        children: [
          plan,
          { name: 'search', kind: 'TOOL', afterMs: 100, failure: 'Timeout' },
          answer('I could not find it.', 'gpt-6'),
          { name: 'apologize', afterMs: 300 },
        ],
      },
      { ...trace, name: 'another agent' },
    ]);
    const { body } = await server.request.get('/v1/projects/shop');
    project = `/projects/${(body as { data: { id: string } }).data.id}`;
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });

  const open = (path: string, options?: Parameters<TestBrowser['open']>[1]) =>
    browser.open(`${server.url}${path}`, options);
  const comparison = `/compare-traces?base=${YESTERDAY}&other=${TODAY}`;
  const rows = (page: Page) => page.getByRole('option');
  const selected = (page: Page) => page.locator('[role=option][aria-selected=true]').textContent();
  const compared = (page: Page) => page.getByRole('region', { name: 'Compared spans' });

  it('begins with two traces selected in the list, the older one first', async () => {
    const page = await open(`${project}/traces`);
    const boxes = page.getByRole('checkbox', { name: 'Select support' });
    await boxes.first().click();
    expect(await page.getByRole('button', { name: 'Compare' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    await boxes.last().click();
    await page.getByRole('link', { name: 'Compare', exact: true }).click();
    await page.getByText('3 spans differ').waitFor();
    await page.getByText('+1.2 s').first().waitFor();
  });

  it('lists the spans in pairs with what differs, and shows the texts of the first that differs', async () => {
    const page = await open(comparison);
    await rows(page).first().waitFor();
    expect(await rows(page).count()).toBe(5);
    expect(await selected(page)).toContain('status');
    await page.keyboard.press('n');
    expect(await selected(page)).toContain('output, model');
    await compared(page).locator('ins').first().waitFor();
    expect(await compared(page).locator('del').first().textContent()).toBe(
      'It is on its way to you',
    );
    await page.keyboard.press('n');
    expect(await selected(page)).toContain('only in B');
    await compared(page).getByText('Not in this trace').waitFor();
    await page.keyboard.press('n');
    expect(await selected(page)).toContain('status');
    expect(page.url()).toContain('span=');
  });

  it('moves with the arrow keys and clicks, and hides equal spans', async () => {
    const page = await open(comparison);
    await page.getByRole('listbox').focus();
    await page.keyboard.press('Home');
    expect(await selected(page)).toContain('support');
    await page.keyboard.press('ArrowDown');
    expect(await selected(page)).toContain('plan');
    await rows(page).filter({ hasText: 'search' }).click();
    expect(await selected(page)).toContain('search');
    await rows(page).filter({ hasText: 'plan' }).click();
    await page.getByText('same in both').first().waitFor();
    await page.getByRole('switch', { name: 'Only spans that differ' }).click();
    await rows(page).nth(2).waitFor();
    await page.waitForFunction("document.querySelectorAll('[role=option]').length === 3");
    expect(page.url()).toContain('differing=true');
  });

  it('swaps the traces', async () => {
    const page = await open(comparison);
    await page.getByRole('button', { name: 'Swap A and B' }).click();
    await page.getByText('only in A').first().waitFor();
    expect(new URL(page.url()).searchParams.get('base')).toBe(TODAY);
  });

  it('is offered in a trace, with traces of the same name first', async () => {
    const page = await open(`/redirects/traces/${TODAY}`);
    await page.getByRole('link', { name: 'Compare with another trace' }).click();
    const alike = page.getByRole('region', { name: 'Newest traces with this name' });
    await alike.getByRole('button', { name: /^support/ }).waitFor();
    await page
      .getByRole('region', { name: 'Other new traces' })
      .getByRole('button', { name: /^another agent/ })
      .waitFor();
    await page.getByRole('textbox', { name: 'Trace ID' }).fill(` ${YESTERDAY} `);
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByText('3 spans differ').waitFor();
  });

  it.each([
    ['is unknown', `base=${TODAY}&other=${newTraceId()}`],
    ['is missing in the link', `other=${TODAY}`],
  ])('says what to do if a trace %s', async (_, query) => {
    const page = await open(`/compare-traces?${query}`);
    await page.getByRole('heading', { name: 'Trace not found' }).waitFor();
    browser.errors.length = 0;
  });
});
