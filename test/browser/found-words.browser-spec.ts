import type { Page } from 'playwright-core';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';

const LONG = 'The customer waits patiently for an answer. '.repeat(120);

describe('the words of a search', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let traces: string;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
    await sendTraces(server.url, [
      {
        project: 'shop',
        name: 'support',
        kind: 'AGENT',
        attributes: { 'input.value': 'Hello', 'output.value': 'Done' },
        children: [
          {
            name: 'answer',
            kind: 'LLM',
            attributes: {
              'llm.input_messages.0.message.role': 'user',
              'llm.input_messages.0.message.content': `${LONG} I want a Refund.`,
              'llm.output_messages.0.message.role': 'assistant',
              'llm.output_messages.0.message.content': 'Your **late** order: a REFÜND is due.',
              metadata: '{"policy":{"texts":["refunds within 30 days"]}}',
              'shop.rule': 'refund-7',
            },
          },
          { name: 'pay', kind: 'TOOL', failure: 'the refund was declined' },
        ],
      },
    ]);
    const { body } = await server.request.get('/v1/projects/shop');
    traces = `${server.url}/projects/${body.data.id}/traces`;
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  afterEach(() => expect(browser.errors.splice(0)).toEqual([]));

  /** Returns the marked texts, or the one that was gone to. */
  const marked = (page: Page, name = 'found'): Promise<string[]> =>
    page.evaluate<string[]>(`[...(CSS.highlights.get('${name}') ?? [])].map(String)`);
  const waitForMarks = (page: Page, texts: string[]): Promise<boolean> =>
    eventually(`marks ${texts.join()}`, async () => (await marked(page)).join() === texts.join());
  /** Whether the mark that was gone to is on the screen, below the tabs that cover the text. */
  const isInSight = (page: Page): Promise<boolean> =>
    page.evaluate<boolean>(`(() => {
      const [range] = CSS.highlights.get('found-current') ?? [];
      if (!range) return false;
      const { left, top, bottom } = range.getBoundingClientRect();
      const element = document.elementFromPoint(left + 1, (top + bottom) / 2);
      return element !== null && range.startContainer.parentElement.contains(element);
    })()`);

  async function openHit(search: string): Promise<Page> {
    const page = await browser.open(`${traces}?search=${encodeURIComponent(search)}`);
    const list = page.getByRole('region', { name: 'Traces', exact: true });
    await list.locator('mark').first().waitFor();
    await list.getByRole('link').first().click();
    await page.waitForURL(/selectedSpanNodeId=/);
    return page;
  }

  it('are all marked in one excerpt of a list', async () => {
    const page = await browser.open(`${traces}?search=${encodeURIComponent('order late')}`);
    const list = page.getByRole('region', { name: 'Traces', exact: true });
    await list.locator('mark').first().waitFor();
    expect(await list.locator('mark').allTextContents()).toEqual(['late', 'order']);
    expect(await list.getByRole('row', { name: 'support' }).textContent()).not.toContain(' · ');
  });

  it('are marked in the span that was found, in every kind of text', async () => {
    const page = await openHit('refund');
    await page.getByRole('heading', { name: 'answer' }).waitFor();
    const texts = ['Refund', 'REFÜND', 'refund', 'refund'];
    await waitForMarks(page, texts);
    await page.getByText('1 of 4 matches').waitFor();
    await eventually('the first mark in sight', () => isInSight(page));

    const shared = await browser.open(page.url());
    await waitForMarks(shared, texts);
  });

  it('are gone through with keys and buttons', async () => {
    const page = await openHit('refund');
    await page.getByText('1 of 4 matches').waitFor();
    await page.keyboard.press('m');
    await page.getByText('2 of 4 matches').waitFor();
    await eventually('the second mark in sight', () => isInSight(page));
    expect(await marked(page, 'found-current')).toEqual(['REFÜND']);
    await page.getByRole('button', { name: 'Next searched word' }).click();
    await page.getByText('3 of 4 matches').waitFor();
    await page.keyboard.press('m');
    await page.keyboard.press('m');
    await page.getByText('1 of 4 matches').waitFor();
    await page.keyboard.press('Shift+M');
    await page.getByText('4 of 4 matches').waitFor();
    await eventually('the last mark in sight', () => isInSight(page));
  });

  it('are marked in plain text, and on other tabs', async () => {
    const page = await openHit('late order');
    await waitForMarks(page, ['late', 'order']);
    await page.getByRole('radiogroup', { name: 'Text format' }).getByText('Plain').click();
    await page.getByRole('tabpanel').getByText('Your **late** order').waitFor();
    await waitForMarks(page, ['late', 'order']);

    // A phrase goes through several elements.
    const url = new URL(page.url());
    url.searchParams.set('search', '"late order"');
    const phrase = await browser.open(url.href);
    await phrase.getByRole('radiogroup', { name: 'Text format' }).waitFor();
    await waitForMarks(phrase, ['late order']);

    const other = await openHit('declined');
    await other.getByRole('heading', { name: 'pay' }).waitFor();
    await waitForMarks(other, ['declined']);
    await other.getByRole('tab', { name: 'Events' }).click();
    await eventually('marks of the event', async () => (await marked(other)).length > 1);
  });

  it('are marked in other spans of the trace, and nowhere without a search', async () => {
    const page = await openHit('refund');
    await page.getByRole('treeitem', { name: /pay/ }).click();
    await page.getByRole('heading', { name: 'pay' }).waitFor();
    await waitForMarks(page, ['refund']);
    await page.getByRole('treeitem', { name: /support/ }).click();
    await page.getByRole('heading', { name: 'support' }).last().waitFor();
    await waitForMarks(page, []);

    const plain = await browser.open(page.url().replace(/search=[^&]*&?/, ''));
    await plain.getByRole('tree', { name: 'Spans' }).waitFor();
    await waitForMarks(plain, []);
  });
});
