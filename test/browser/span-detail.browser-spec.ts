import type { Locator, Page } from 'playwright-core';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { newTraceId, sendTraces, type TraceToSend } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';

const TRACE_ID = newTraceId();

/** An agent that asks a model, calls a tool that fails, and answers from documents. */
const TRACE: TraceToSend = {
  traceId: TRACE_ID,
  project: 'library',
  name: 'librarian',
  kind: 'AGENT',
  durationMs: 4_000,
  attributes: { 'input.value': 'Which book is about *whales*?', 'output.value': '**Moby-Dick**' },
  children: [
    {
      name: 'plan',
      kind: 'LLM',
      durationMs: 1_500,
      attributes: {
        'llm.model_name': 'gpt-5.2-mini',
        'llm.token_count.prompt': 210,
        'llm.token_count.completion': 32,
        'llm.input_messages.0.message.role': 'system',
        'llm.input_messages.0.message.content': 'You know every book.',
        'llm.input_messages.1.message.role': 'user',
        'llm.input_messages.1.message.content': 'Which book is about whales?',
        'llm.output_messages.0.message.role': 'assistant',
        'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 'find_book',
        'llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments':
          '{"subject":"whales"}',
      },
    },
    {
      name: 'catalogue',
      kind: 'CHAIN',
      durationMs: 2_000,
      children: [
        { name: 'find_book', kind: 'TOOL', failure: 'the catalogue is closed' },
        {
          name: 'shelves',
          kind: 'RETRIEVER',
          attributes: {
            'retrieval.documents.0.document.content': 'Call me Ishmael.',
            'retrieval.documents.0.document.score': 0.91,
            'retrieval.documents.0.document.id': 'moby-dick',
          },
        },
      ],
    },
  ],
};

describe('the spans of a trace', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
    await sendTraces(server.url, [TRACE]);
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  beforeEach(async () => {
    // The URL that other programs link to.
    page = await browser.open(`${server.url}/redirects/traces/${TRACE_ID}`);
    await page.getByRole('tree', { name: 'Spans' }).waitFor();
  });
  afterEach(() => expect(browser.errors.splice(0)).toEqual([]));

  it('let you fold all sections at once', async () => {
    const answer = page.getByRole('region', { name: 'Span', exact: true }).getByText('Moby-Dick');
    await answer.waitFor();
    await page.getByRole('button', { name: 'Collapse all sections' }).click();
    await answer.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Expand all sections' }).click();
    await answer.waitFor();
  });

  it('are shown as a tree with kinds, errors and tokens', async () => {
    const items = await page.getByRole('treeitem').allTextContents();
    expect(
      items.map((text) => /librarian|plan|catalogue|find_book|shelves/.exec(text)?.[0]),
    ).toEqual(['librarian', 'plan', 'catalogue', 'find_book', 'shelves']);
    expect(items[1]).toContain('242');
    await page.getByRole('treeitem', { name: /find_book.*failed/ }).waitFor();
  });

  it('show a model call as a conversation with its tool call', async () => {
    await treeItem(page, 'plan').click();
    const span = page.getByRole('region', { name: 'Span', exact: true });
    await span.getByRole('heading', { name: 'plan' }).waitFor();
    await span.getByText('gpt-5.2-mini').first().waitFor();
    await span.getByText('You know every book.').waitFor();
    await span.getByText('Which book is about whales?').waitFor();
    await span.getByText('find_book').first().waitFor();
    await span.getByText('whales').first().waitFor();
  });

  it('show documents with their scores', async () => {
    await treeItem(page, 'shelves').click();
    const span = page.getByRole('region', { name: 'Span', exact: true });
    await span.getByText('Call me Ishmael.').waitFor();
    await span.getByText('0.91').first().waitFor();
  });

  it('show why a span failed, with its stack trace', async () => {
    await treeItem(page, 'find_book').click();
    const span = page.getByRole('region', { name: 'Span', exact: true });
    await span.getByText('the catalogue is closed').first().waitFor();
    await span.getByRole('button', { name: 'Stack trace', exact: true }).click();
    await span.getByText('tools.ts:12:7').first().waitFor();
  });

  it('show every attribute, and everything as raw JSON', async () => {
    await treeItem(page, 'plan').click();
    await page.getByRole('tab', { name: 'Attributes' }).click();
    await page.getByText('llm.model_name').first().waitFor();
    await page.getByRole('tab', { name: 'Raw JSON' }).click();
    await page.getByRole('tabpanel').getByText('find_book').first().waitFor();
  });

  it('have a button to copy the trace ID', async () => {
    await page.getByRole('button', { name: 'Copy trace ID' }).click();
    // Tests in one worker share a clipboard, so an earlier test may have left something in it.
    await eventually(
      'trace ID in the clipboard',
      async () => (await page.evaluate('navigator.clipboard.readText()')) === TRACE_ID,
    );
  });
});

function treeItem(page: Page, name: string): Locator {
  return page.getByRole('treeitem', { name: new RegExp(`\\b${name}\\b`) });
}
