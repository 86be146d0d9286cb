import type { Locator, Page, Request } from 'playwright-core';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { interceptRequests } from '../support/intercept-requests.js';
import { sendTraces, type TraceToSend } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';

const PROJECT = 'shop';
const TRACES = 120;

/** One trace per minute, newest first. Every tenth fails; ten form a session. */
function trace(index: number): TraceToSend {
  return {
    project: PROJECT,
    name: `order ${index}`,
    kind: 'AGENT',
    startedAt: new Date(Date.now() - (index + 1) * 60_000),
    durationMs: 1_000 + index,
    attributes: {
      'session.id': `chat ${Math.floor(index / 10)}`,
      'input.value': `basket ${index}`,
    },
    ...(index % 10 === 5 ? { failure: 'sold out' } : {}),
    children: [
      { name: 'pick', kind: 'TOOL' },
      {
        name: 'answer',
        kind: 'LLM',
        attributes: { 'llm.token_count.prompt': 10, 'llm.token_count.completion': 5 },
      },
    ],
  };
}

describe('the lists of a project', () => {
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

  it('open from the list of projects, and show their figures', async () => {
    const page = await browser.open(server.url);
    await page.getByRole('link', { name: PROJECT }).click();
    await page.getByRole('heading', { name: PROJECT, level: 1 }).waitFor();
    await rows(page, 'Traces').first().waitFor();
    expect(await figure(page, 'Traces')).toBe(String(TRACES));
    expect(await figure(page, 'Errors')).toBe('1210%');
    expect(await figure(page, 'Spans')).toBe(String(TRACES * 3));
    expect(await figure(page, 'Sessions')).toBe('12');
  });

  it('show the newest traces first, and load more while scrolling', async () => {
    const page = await browser.open(`${projectUrl}/traces`);
    await rows(page, 'Traces').first().waitFor();
    expect(await rows(page, 'Traces').first().textContent()).toContain('order 0');
    await scrollTo(page, 'Traces', 'order 119');
  });

  it('keep a filter in the URL, which you can share', async () => {
    const page = await browser.open(`${projectUrl}/traces`);
    await rows(page, 'Traces').first().waitFor();
    await page.getByRole('radiogroup', { name: 'Status' }).getByText('Errors').click();
    await eventually('list of failures only', async () =>
      (await firstName(page, 'Traces')).includes('order 5'),
    );
    await eventually('list of twelve', async () => (await rows(page, 'Traces').count()) === 12);

    const passedOn = await browser.open(page.url());
    await eventually('list of twelve', async () => (await rows(passedOn, 'Traces').count()) === 12);
  });

  it('sort by a column', async () => {
    const page = await browser.open(`${projectUrl}/traces`);
    await rows(page, 'Traces').first().waitFor();
    await page.getByRole('button', { name: 'Latency', exact: true }).click();
    await eventually('slowest trace on top', async () =>
      (await firstName(page, 'Traces')).includes('order 119'),
    );
    expect(page.url()).toContain('sort');
  });

  it('show spans of one kind', async () => {
    const page = await browser.open(`${projectUrl}/spans`);
    await rows(page, 'Spans').first().waitFor();
    await page.getByRole('button', { name: 'Kind' }).click();
    await page
      .getByRole('menuitemcheckbox', { name: 'LLM' })
      .or(page.getByLabel('LLM'))
      .first()
      .click();
    await page.keyboard.press('Escape');
    await eventually('list of LLM spans', async () => {
      const texts = await rows(page, 'Spans').allTextContents();
      return texts.length > 0 && texts.every((text) => text.includes('answer'));
    });
  });

  it('show sessions, and the turns of one', async () => {
    const page = await browser.open(`${projectUrl}/sessions`);
    await rows(page, 'Sessions').first().waitFor();
    expect(await rows(page, 'Sessions').count()).toBe(12);
    await page.getByRole('link', { name: 'chat 0' }).click();
    await page.getByText('basket 9', { exact: true }).first().waitFor();
  });

  it('cancel their requests when you leave them', async () => {
    const page = await browser.open(`${projectUrl}/traces`);
    await rows(page, 'Traces').first().waitFor();
    await interceptRequests(page, '**/graphql', async (route) => {
      // The response with the spans never arrives.
      if (!isSpansList(route.request())) await route.continue();
    });
    const asked = page.waitForRequest(isSpansList);
    await page.getByRole('link', { name: 'Spans', exact: true }).click();
    await asked;
    const canceled = page.waitForEvent('requestfailed', isSpansList);
    await page.getByRole('link', { name: 'Sessions', exact: true }).click();
    expect((await canceled).failure()?.errorText).toBe('net::ERR_ABORTED');
  });

  it('open a trace from its row and step to the next with a key', async () => {
    const page = await browser.open(`${projectUrl}/traces`);
    await page.getByRole('link', { name: 'order 3', exact: true }).click();
    const panel = page.getByRole('region', { name: 'Trace', exact: true });
    await panel.getByRole('heading', { name: 'order 3' }).first().waitFor();
    await page.goBack();
    await panel.waitFor({ state: 'detached' });
  });
});

function isSpansList(request: Request): boolean {
  return request.postData()?.includes('query SpansList') ?? false;
}

/** The rows of a list, without its header. */
function rows(page: Page, list: string): Locator {
  return page.getByRole('region', { name: list, exact: true }).locator('tbody').getByRole('row');
}

async function firstName(page: Page, list: string): Promise<string> {
  return (await rows(page, list).first().textContent()) ?? '';
}

function figure(page: Page, name: string): Promise<string | null> {
  return page
    .locator('div')
    .filter({ has: page.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) }) })
    .last()
    .getByRole('definition')
    .textContent();
}

/** Scrolls a list down to the row with the given name. */
async function scrollTo(page: Page, list: string, name: string): Promise<void> {
  const region = page.getByRole('region', { name: list, exact: true });
  await region.hover();
  await eventually(`row ${name}`, async () => {
    await page.mouse.wheel(0, 3_000);
    return region.getByRole('link', { name, exact: true }).count();
  });
}
