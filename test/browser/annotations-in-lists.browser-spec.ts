import type { Page } from 'playwright-core';
import { bearer, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { PHONE, startBrowser, type TestBrowser } from '../support/browser.js';
import { anAnnotationConfig } from '../support/factories/annotation-config.js';
import { sendTraces } from '../support/send-traces.js';

const [TRACE, OTHER_TRACE] = ['a'.repeat(32), 'b'.repeat(32)];
const [ROOT, OTHER_ROOT] = ['1'.repeat(16), '2'.repeat(16)];

describe('annotations in the lists of a project', () => {
  let server: SecuredServer;
  let browser: TestBrowser;
  let project: string;

  const post = (path: string, data: object[]) =>
    server.request
      .post(`${path}?sync=true`)
      .set(bearer(server.accounts.MEMBER.key))
      .send({ data })
      .expect(200);
  const openList = (tab: string, role: 'VIEWER' | 'MEMBER' = 'VIEWER') => {
    const { cookie } = server.accounts[role];
    return browser.open(`${project}/${tab}`, { cookie });
  };

  beforeAll(async () => {
    [server, browser] = await Promise.all([startSecuredServer(), startBrowser()]);
    await sendTraces(
      server.url,
      [
        {
          traceId: TRACE,
          spanId: ROOT,
          project: 'shop',
          name: 'checkout',
          attributes: { 'session.id': 'chat' },
          children: [{ name: 'search' }],
        },
        { traceId: OTHER_TRACE, spanId: OTHER_ROOT, project: 'shop', name: 'refund' },
      ],
      bearer(server.accounts.MEMBER.key),
    );
    await anAnnotationConfig(server, { name: 'quality' });
    const judgment = (name: string, identifier: string, result: object, kind = 'HUMAN') => ({
      name,
      identifier,
      annotator_kind: kind,
      result,
    });
    await post('/v1/span_annotations', [
      { span_id: ROOT, ...judgment('quality', 'a', { label: 'good', score: 1 }) },
      { span_id: ROOT, ...judgment('quality', 'b', { label: 'good', score: 1 }, 'LLM') },
      { span_id: ROOT, ...judgment('quality', 'c', { label: 'bad', score: 0 }, 'CODE') },
      { span_id: ROOT, ...judgment('length, in words', '', { score: 0.25 }) },
      { span_id: OTHER_ROOT, ...judgment('quality', '', { label: 'bad', score: 0 }) },
    ]);
    await post('/v1/trace_annotations', [
      { trace_id: TRACE, ...judgment('resolved', '', { label: 'yes' }) },
    ]);
    await post('/v1/session_annotations', [
      { session_id: 'chat', ...judgment('mood', '', { score: 7 }) },
    ]);
    const { body } = await server.request
      .get('/v1/projects/shop')
      .set(bearer(server.accounts.MEMBER.key));
    project = `${server.url}/projects/${body.data.id}`;
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  afterEach(() => expect(browser.errors.splice(0)).toEqual([]));

  it('show the most frequent label or the mean score of each name', async () => {
    const page = await openList('spans');
    const cell = row(page, 'checkout').getByRole('button', { name: /quality/ });
    await cell.waitFor();
    expect(await cell.textContent()).toBe('length, in words0.25qualitygood×3');
    expect(await row(page, 'search').textContent()).toContain('–');
  });

  it('say whether a value is good or bad, where a config tells', async () => {
    const page = await openList('spans');
    await row(page, 'refund').getByLabel('bad').waitFor();
    await row(page, 'checkout').getByLabel('good').waitFor();
  });

  it('list all values with their authors when they get the focus', async () => {
    const page = await openList('spans');
    await row(page, 'checkout')
      .getByRole('button', { name: /quality/ })
      .focus();
    const tooltip = page.getByRole('tooltip');
    await tooltip.waitFor();
    const values = await tooltip.getByRole('listitem').allTextContents();
    expect(values).toEqual([
      expect.stringMatching(/^length, in words 0\.25Person/),
      expect.stringMatching(/^quality good, 1Person \(.+\) · /),
      expect.stringMatching(/^quality good, 1LLM/),
      expect.stringMatching(/^quality bad, 0Code/),
    ]);
  });

  it('show those of a trace together with those of its root span', async () => {
    const page = await openList('traces');
    const cell = row(page, 'checkout').getByRole('button', { name: /length/ });
    expect(await cell.textContent()).toBe('length, in words0.25qualitygood×3+1');
    await cell.hover();
    const tooltip = page.getByRole('tooltip');
    await tooltip
      .getByText(/Root span · /)
      .first()
      .waitFor();
    await tooltip.getByText(/Trace · /).waitFor();
  });

  it('show those of a session', async () => {
    const page = await openList('sessions');
    await row(page, 'chat').getByRole('button', { name: 'mood 7' }).waitFor();
  });

  it('have columns of their own, which a link keeps', async () => {
    const page = await openList('spans');
    await row(page, 'checkout').waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Annotation length, in words' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'length, in words' }).waitFor();
    await page.reload();
    await page.getByRole('columnheader', { name: 'length, in words' }).waitFor();
    await row(page, 'checkout').getByRole('button', { name: '0.25', exact: true }).waitFor();
  });

  it('are summarized above the list for the time range', async () => {
    const page = await openList('traces');
    const summaries = page.getByRole('list', { name: 'Annotation summaries' });
    await summaries.waitFor();
    const texts = await summaries.getByRole('listitem').allTextContents();
    expect(texts).toEqual([
      'resolvedyes 100%trace · 1',
      'length, in words0.25span · 1',
      expect.stringMatching(/^quality0\.333bad 67%span · 4$/),
    ]);
    const old = new URL(page.url());
    old.search = '?timeRangeKey=custom&timeRangeEnd=2020-01-01T00:00:00Z';
    await page.goto(old.href);
    await summaries.waitFor({ state: 'detached' });
  });

  it('are summarized only for the list, and not again with every span that arrives', async () => {
    const page = await openList('spans');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.postData() ?? ''));
    const asked = (name: string) => sent.filter((body) => body.includes(`query ${name}(`));
    await page.reload();
    await page.getByRole('list', { name: 'Annotation summaries' }).waitFor();
    const arrive = async (name: string) => {
      const key = bearer(server.accounts.MEMBER.key);
      await sendTraces(server.url, [{ project: 'shop', name }], key);
      await row(page, name).waitFor();
    };
    for (const name of ['one more', 'another']) await arrive(name);
    expect(asked('ProjectSummary').length).toBeGreaterThan(2);
    const [first, ...others] = asked('AnnotationSummaries');
    expect(JSON.parse(first ?? '{}')).toMatchObject({
      variables: { ofSpans: true, ofTraces: false, ofSessions: false },
    });
    // One after the first span, and none after the second.
    expect(others).toHaveLength(1);
    await server.sql(`DELETE FROM spans WHERE name IN ('one more', 'another')`);
    await server.sql(`DELETE FROM traces WHERE NOT EXISTS (
      SELECT FROM spans WHERE spans.trace_id = traces.trace_id)`);
  });

  it('come with the list, in one request and without explanations', async () => {
    const page = await openList('traces');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.postData() ?? ''));
    await page.reload();
    await row(page, 'checkout')
      .getByRole('button', { name: /length/ })
      .waitFor();
    expect(sent.filter((body) => body.includes('query TracesList'))).toHaveLength(1);
    expect(sent.join()).not.toContain('explanation');
  });

  it('sort the list by the column of a name, which leaves out the rows without it', async () => {
    const page = await openList('spans?columns=name,annotation:quality');
    const header = page.getByRole('columnheader', { name: 'quality' });
    await row(page, 'search').waitFor();
    await header.getByRole('button', { name: 'quality' }).focus();
    await page.getByRole('tooltip', { name: 'Sort by the scores of “quality”' }).waitFor();
    await page.keyboard.press('Enter');
    await row(page, 'search').waitFor({ state: 'detached' });
    await row(page, 'refund').waitFor();
    expect(await listNames(page)).toEqual(['checkout', 'refund']);
    expect(await header.getAttribute('aria-sort')).toBe('descending');
    await page.keyboard.press('Enter');
    await page.locator('th[aria-sort=ascending]').waitFor();
    await page
      .locator('tbody tr', { hasText: 'refund' })
      .and(page.locator('tr:first-child'))
      .waitFor();
    await page.reload();
    await row(page, 'refund').waitFor();
    expect(await listNames(page)).toEqual(['refund', 'checkout']);
    await page.getByText('2 spans, only those with “quality”.').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await row(page, 'search').waitFor();
  });

  it('sort traces only by annotations of traces', async () => {
    const columns = 'name,annotation:resolved,annotation:quality';
    const page = await openList(`traces?columns=${columns}`);
    await page.getByRole('columnheader', { name: 'resolved' }).getByRole('button').click();
    await row(page, 'refund').waitFor({ state: 'detached' });
    await row(page, 'checkout').waitFor();
    const other = page.getByRole('columnheader', { name: 'quality' });
    expect(await other.getByRole('button', { name: 'quality' }).count()).toBe(0);
  });

  it('are next to the name on a phone', async () => {
    const page = await openList('traces');
    await row(page, 'checkout').waitFor();
    await page.setViewportSize(PHONE);
    const chips = row(page, 'checkout').getByRole('button', { name: /length/ });
    await page.locator('th:nth-child(2)', { hasText: 'Annotations' }).waitFor();
    const box = (await chips.boundingBox())!;
    expect(box.x + box.width).toBeLessThanOrEqual(PHONE.width);
    expect(await chips.textContent()).toBe('length, in words0.25+2');
  });
});

/** The row of the link with a name. */
function row(page: Page, name: string) {
  return page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
}

/** The names of the listed rows, in their order. */
async function listNames(page: Page): Promise<string[]> {
  return page.locator('tbody tr a').allTextContents();
}
