import type { Locator, Page, Request } from 'playwright-core';
import {
  DESKTOP,
  PHONE,
  readCondition,
  startBrowser,
  type TestBrowser,
} from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { interceptRequests } from '../support/intercept-requests.js';
import { sendTraces, type TraceToSend } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';

const ORDERS = 120;
const QUESTIONS = 12;
/** Wide enough for the facets beside the whole table. */
const WIDE = { width: 1920, height: 1080 };

/** Newest first, one per minute. */
const startedAt = (index: number) => new Date(Date.now() - (index + 1) * 60_000);

/** Every tenth fails; ten form a session. */
const anOrder = (_: unknown, index: number): TraceToSend => ({
  project: 'shop',
  name: `order ${index}`,
  kind: 'AGENT',
  startedAt: startedAt(index),
  durationMs: 1_000 + index,
  attributes: {
    'session.id': `chat ${Math.floor(index / 10)}`,
    'input.value': `basket ${index}`,
  },
  ...(index % 10 === 5 ? { failure: 'sold out' } : {}),
  children: [
    { name: 'pick', kind: 'TOOL' },
    { name: 'answer', kind: 'LLM' },
  ],
});

/** Every fourth has a tool that failed. */
const aQuestion = (_: unknown, index: number): TraceToSend => ({
  project: 'support',
  name: `question ${index}`,
  kind: 'AGENT',
  startedAt: startedAt(index),
  attributes: { 'metadata.tenant': index % 2 ? 'acme' : 'umbrella', 'user.id': `user ${index}` },
  children: [
    { name: 'look up', kind: 'TOOL', ...(index % 4 === 0 && { failure: 'unreachable' }) },
    { name: 'answer', kind: 'LLM', attributes: { 'llm.model_name': 'gpt-5' } },
  ],
});

let server: TestServer;
let browser: TestBrowser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
});
afterAll(async () => {
  await browser.stop();
  await server.stop();
});
afterEach(() => expect(browser.errors.splice(0)).toEqual([]));

describe('a new user of the server', () => {
  it('sees the first traces arrive without reloading, also in an empty project', async () => {
    const page = await browser.open(server.url);
    await page.getByRole('heading', { name: 'Send your first trace to Spandrel' }).waitFor();
    expect(await page.getByRole('tabpanel').textContent()).toContain(server.url);
    await sendTraces(server.url, [{ name: 'hello', project: 'first steps' }]);
    // The first trace opens, over the list of its project.
    await page.waitForURL(/\/projects\/[^/]+\/traces\/[\da-f]{32}/);
    await page.getByRole('link', { name: 'Projects' }).first().click();
    await page.getByRole('link', { name: 'first steps' }).waitFor();

    await server.request.post('/v1/projects').send({ name: 'second' });
    await page.getByRole('link', { name: 'second' }).click();
    await page.getByRole('heading', { name: 'Send your first trace to second' }).waitFor();
    await sendTraces(server.url, [{ name: 'hello again', project: 'second' }]);
    await page.waitForURL(/\/projects\/[^/]+\/traces\/[\da-f]{32}/);
    await page.getByText('hello again').first().waitFor();
  });
});

describe('the lists of a project', () => {
  beforeAll(async () => {
    await sendTraces(server.url, [
      ...Array.from({ length: ORDERS }, anOrder),
      ...Array.from({ length: QUESTIONS }, aQuestion),
    ]);
  });

  const openSupport = async (list: string, viewport: { width: number; height: number }) => {
    const { body } = await server.request.get('/v1/projects/support');
    return browser.open(`${server.url}/projects/${body.data.id}/${list}`, { viewport });
  };

  it('have figures, scroll, sort and filter, and lead to traces and sessions', async () => {
    const page = await browser.open(`${server.url}/projects`);
    await page.getByRole('link', { name: 'shop' }).click();
    await page.getByRole('heading', { name: 'shop', level: 1 }).waitFor();
    await expectFirst(page, 'Traces', 'order 0');
    expect(await figure(page, 'Traces')).toBe(String(ORDERS));
    expect(await figure(page, 'Errors')).toBe('1210%');
    expect(await figure(page, 'Spans')).toBe(String(ORDERS * 3));
    expect(await figure(page, 'Sessions')).toBe('12');
    await scrollTo(page, 'Traces', 'order 119');

    await page.getByRole('radiogroup', { name: 'Status' }).getByText('Errors').click();
    await expectFirst(page, 'Traces', 'order 5');
    await expectRows(page, 'Traces', 12);
    await page.reload();
    await expectRows(page, 'Traces', 12);
    await page.getByRole('radiogroup', { name: 'Status' }).getByText('All').click();
    await page.getByRole('button', { name: 'Latency', exact: true }).click();
    await expectFirst(page, 'Traces', 'order 119');
    expect(page.url()).toContain('sort');

    await page.getByRole('link', { name: 'order 118', exact: true }).click();
    const panel = page.getByRole('region', { name: 'Trace', exact: true });
    await panel.getByRole('heading', { name: 'order 118' }).first().waitFor();
    await page.keyboard.press('j');
    await panel.getByRole('heading', { name: 'order 117' }).first().waitFor();
    await page.goBack();
    await panel.getByRole('heading', { name: 'order 118' }).first().waitFor();
    await page.goBack();
    await panel.waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'Spans', exact: true }).click();
    await page.getByRole('button', { name: 'Kind' }).click();
    await page.getByRole('checkbox', { name: 'LLM' }).click();
    await page.keyboard.press('Escape');
    await eventually('list of LLM spans', async () => {
      const texts = await rows(page, 'Spans').allTextContents();
      return texts.length > 0 && texts.every((text) => text.includes('answer'));
    });

    await page.getByRole('link', { name: 'Sessions', exact: true }).click();
    await expectRows(page, 'Sessions', 12);
    await page.getByRole('link', { name: 'chat 0' }).click();
    await page.getByText('basket 9', { exact: true }).first().waitFor();
  });

  it('cancel their requests when they are left', async () => {
    const page = await openSupport('traces', DESKTOP);
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

  it('are filtered by facets, which leave all figures in sight', async () => {
    const page = await openSupport('traces', WIDE);
    const facets = page.getByRole('complementary', { name: 'Facets' });
    const value = (name: RegExp) => facets.getByRole('button', { name });
    const condition = () => readCondition(page.getByRole('textbox', { name: 'Filter traces' }));
    await value(/^tenant 12/).click();
    await value(/^acme 6/).click();
    await expectRows(page, 'Traces', 6);
    expect(await condition()).toBe("metadata['tenant'] == 'acme'");
    await value(/^Tool 6/).waitFor();
    await value(/^Error/).waitFor({ state: 'hidden' });
    const chosen = page.locator('[aria-pressed=true]');
    await value(/^acme 6/)
      .and(chosen)
      .click();
    await value(/^Error 3/).click();
    await expectRows(page, 'Traces', 3);
    expect(await page.getByRole('radio', { name: 'Errors' }).isChecked()).toBe(true);
    expect(await condition()).toBe('');
    await value(/^gpt-5 3/).click();
    await page.waitForURL(/llm_model_name/);
    await page.goBack();
    await value(/^Error 3/)
      .and(chosen)
      .waitFor();
    await page.goBack();
    await expectRows(page, 'Traces', QUESTIONS);

    await page.setViewportSize(DESKTOP);
    await eventually('the figures in sight', async () => {
      const cost = await page.getByRole('columnheader', { name: 'Cost' }).boundingBox();
      return cost!.x + cost!.width <= DESKTOP.width;
    });
    await facets.getByText('Status').waitFor();
  });

  it('are filtered by facets that open over them on a phone', async () => {
    const page = await openSupport('spans', PHONE);
    await page.getByRole('button', { name: 'Facets' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Tool 12/ })
      .click();
    await page.getByRole('button', { name: 'Hide facets' }).click();
    await expectRows(page, 'Spans', 12);
    expect(await readCondition(page.getByRole('textbox', { name: 'Filter spans' }))).toBe('');
    await page.getByRole('button', { name: /^Kind/ }).getByText('Tool').waitFor();
  });
});

function isSpansList(request: Request): boolean {
  return request.postData()?.includes('query SpansList') ?? false;
}

/** The rows of a list, without its header. */
function rows(page: Page, list: string): Locator {
  return page.getByRole('region', { name: list, exact: true }).locator('tbody').getByRole('row');
}

async function expectRows(page: Page, list: string, count: number): Promise<void> {
  await eventually(`${count} rows`, async () => (await rows(page, list).count()) === count);
}

async function expectFirst(page: Page, list: string, name: string): Promise<void> {
  const link = rows(page, list).first().getByRole('link', { name, exact: true });
  await link.waitFor();
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
