import type { Page } from 'playwright-core';
import {
  type AccountRole,
  bearer,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { anAnnotationConfig } from '../support/factories/annotation-config.js';
import { failRequests } from '../support/failing-requests.js';
import { globalId } from '../support/global-id.js';
import { newTraceId, sendTraces } from '../support/send-traces.js';

const TRACES = [newTraceId(), newTraceId()] as const;
const [ANSWER, RETRIEVER] = ['1'.repeat(16), '2'.repeat(16)];

describe('annotating what is open', () => {
  let server: SecuredServer;
  let browser: TestBrowser;
  let project: string;

  const as = (role: AccountRole) => bearer(server.accounts[role].key);

  beforeAll(async () => {
    [server, browser] = await Promise.all([startSecuredServer(), startBrowser()]);
    await sendTraces(
      server.url,
      TRACES.map((traceId, index) => ({
        traceId,
        ...(index === 0 && { spanId: ANSWER }),
        project: 'shop',
        name: `answer ${index}`,
        attributes: { 'session.id': `chat ${index}`, 'output.value': 'Within 14 days.' },
        children:
          index === 0
            ? [{ spanId: RETRIEVER, name: 'find', kind: 'RETRIEVER', attributes: documents(3) }]
            : [],
      })),
      as('MEMBER'),
    );
    const { body } = await server.request.get('/v1/projects/shop').set(as('MEMBER'));
    project = `${server.url}/projects/${body.data.id}`;
    const projects = await server.sql<{ id: number }>(
      "SELECT id FROM projects WHERE name = 'shop'",
    );
    await anAnnotationConfig(server, { name: 'correctness', projects });
    await anAnnotationConfig(server, {
      name: 'helpfulness',
      type: 'CONTINUOUS',
      lower_bound: 0,
      upper_bound: 10,
      projects,
    });
    await anAnnotationConfig(server, { name: 'advice', type: 'FREEFORM', projects });
  });
  beforeEach(async () => {
    for (const kind of ['span', 'trace', 'session', 'document']) {
      await server.sql(`DELETE FROM ${kind}_annotations`);
    }
  });
  afterEach(() => expect(browser.errors.splice(0)).toEqual([]));
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });

  const open = (role: AccountRole, path: string) =>
    browser.open(`${project}/${path}`, { cookie: server.accounts[role].cookie });
  const panel = (page: Page) => page.getByRole('region', { name: 'Annotate', exact: true });
  const label = (page: Page, name: string, pressed: boolean) =>
    panel(page).locator('[aria-busy=false]').getByRole('button', { name, pressed }).waitFor();
  const saved = (page: Page) => panel(page).getByText('Saved', { exact: true }).waitFor();

  /** The names and results of the annotations of the traces, or of their spans. */
  async function resultsOf(kind: 'trace' | 'span'): Promise<[string, object][]> {
    const { body } = await server.request
      .get(`/v1/projects/shop/${kind}_annotations`)
      .query({ identifier: `app:${globalId('User', server.accounts.MEMBER.userId)}` })
      .set(as('MEMBER'))
      .expect(200);
    return body.data.map((item: { name: string; result: object }) => [item.name, item.result]);
  }

  it('leads a member from trace to trace with the keyboard alone', async () => {
    const page = await open('MEMBER', 'traces');
    await page.getByRole('link', { name: 'answer 1' }).click();
    await page.getByRole('tree', { name: 'Spans' }).waitFor();
    await page.keyboard.press('e');
    await label(page, 'good', false);
    expect(new URL(page.url()).searchParams.get('judge')).toBe('span');
    await panel(page).getByText('Trace', { exact: true }).click();
    await page.keyboard.press('1');
    await label(page, 'good', true);
    await saved(page);
    // The label is for the next trace, although that has not loaded yet.
    await page.keyboard.press('j');
    await page.keyboard.press('2');
    await page.waitForURL(new RegExp(TRACES[0]));
    await label(page, 'bad', true);
    await saved(page);
    await panel(page)
      .locator('button:focus', { hasText: /good|bad/ })
      .waitFor();
    const given = await resultsOf('trace');
    expect(given.map(([name]) => name)).toEqual(['correctness', 'correctness']);
    expect(given).toContainEqual(['correctness', { label: 'good', score: 1, explanation: null }]);
    expect(given).toContainEqual(['correctness', { label: 'bad', score: 0, explanation: null }]);
    await page.keyboard.press('u');
    await label(page, 'bad', false);
    await eventually('the undo', async () => (await resultsOf('trace')).length === 1);

    // Now the span: from config to config, with scores and texts.
    await panel(page).getByText('Span', { exact: true }).click();
    await panel(page).getByRole('button', { name: 'good', pressed: false }).focus();
    await page.keyboard.press('ArrowDown');
    await panel(page).locator('input[type=range]:focus').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    const score = panel(page).getByRole('textbox', { name: 'helpfulness: score' });
    expect(await score.inputValue()).toBe('2');
    await saved(page);
    await score.fill('7.5');
    await page.keyboard.press('Enter');
    await panel(page).locator('fieldset:focus').waitFor();
    await page.keyboard.press('ArrowDown');
    await panel(page).locator('textarea:focus').waitFor();
    await page.keyboard.type('just 1 example');
    await page.keyboard.press('Escape');
    await panel(page).locator('fieldset:focus').waitFor();
    await saved(page);
    expect(await resultsOf('span')).toEqual([
      ['advice', { label: null, score: null, explanation: 'just 1 example' }],
      ['helpfulness', { label: null, score: 7.5, explanation: null }],
    ]);

    await page.keyboard.press('n');
    await panel(page).locator('textarea:focus[aria-label="New note"]').waitFor();
    await page.keyboard.type('first line');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('second line');
    await page.keyboard.press('Enter');
    const notes = panel(page).getByRole('list', { name: 'Notes' });
    await notes.getByText('first line').waitFor();
    await panel(page).getByRole('button', { name: 'Delete note' }).click();
    await notes.getByText('first line').waitFor({ state: 'detached' });
    expect(await server.sql("SELECT FROM span_annotations WHERE name = 'note'")).toEqual([]);

    await page.getByRole('button', { name: 'Close the annotations (Esc)' }).click();
    await panel(page).waitFor({ state: 'detached' });
    await page.getByRole('tree', { name: 'Spans' }).waitFor();
  });

  it('keeps what the server could not save, beside the annotation of a program', async () => {
    const page = await open('MEMBER', `traces/${TRACES[0]}?judge=trace`);
    await label(page, 'good', false);
    await server.request
      .post('/v1/trace_annotations?sync=true')
      .set(as('ADMIN'))
      .send({
        data: [
          {
            trace_id: TRACES[0],
            name: 'correctness',
            annotator_kind: 'LLM',
            result: { label: 'bad', score: 0 },
          },
        ],
      })
      .expect(200);
    const recover = await failRequests(browser, page, 'JudgeTrace');
    await page.keyboard.press('1');
    const failure = panel(page).getByRole('alert').filter({ hasText: 'Not saved' });
    await failure.getByText(/Check that Spandrel is running/).waitFor();
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
    await page.keyboard.press('e');
    await label(page, 'good', true);
    recover();
    await failure.getByRole('button', { name: 'Save again' }).click();
    await saved(page);
    await page.reload();
    await label(page, 'good', true);
    const others = panel(page).getByRole('list', { name: 'Other annotations' });
    expect(await others.textContent()).toMatch(/^correctness bad \(0\).+ · LLM · API · /);

    const viewing = await open('VIEWER', `traces/${TRACES[0]}?judge=trace`);
    const listed = panel(viewing).getByRole('list', { name: 'Annotations' });
    await listed.getByText('good (1)').waitFor();
    await listed.getByText('bad (0)').waitFor();
    expect(await panel(viewing).getByRole('textbox').count()).toBe(0);
  });

  it('marks documents, and shows what the marks say about the retrieval', async () => {
    const page = await open('MEMBER', `traces/${TRACES[0]}`);
    await page.getByRole('treeitem', { name: /find/ }).click();
    const mark = (text: string, position: number, pressed: boolean) =>
      page.getByRole('button', { name: `${text}: document ${position}`, pressed, exact: true });
    const metrics = page.getByRole('region', { name: 'Retrieval quality' });
    const stored = () =>
      server.sql(
        `SELECT document_position AS at, label, score FROM document_annotations
          WHERE span_id = $1 AND name = 'relevance' AND source = 'APP' ORDER BY 1`,
        [RETRIEVER],
      );
    await mark('Not relevant', 1, false).click();
    await mark('Not relevant', 1, true).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('1');
    await mark('Relevant', 2, true).waitFor();
    await metrics.getByText('1 ÷ 2, the rank of the first relevant document').waitFor();
    await metrics
      .getByText('50% of the documents up to the last annotated one are relevant')
      .waitFor();
    await metrics.getByText('At least one document is relevant').waitFor();
    expect(await stored()).toEqual([
      { at: 0, label: 'irrelevant', score: 0 },
      { at: 1, label: 'relevant', score: 1 },
    ]);
    await page.keyboard.press('1');
    await metrics.getByText('No document is relevant', { exact: true }).waitFor();
    await mark('Not relevant', 1, true).click();
    await metrics.waitFor({ state: 'detached' });
    expect(await stored()).toEqual([]);
  });

  it('gives thumbs to the turns of a session, and a label to the session', async () => {
    await server.request
      .post('/v1/span_annotations?sync=true')
      .set(as('ADMIN'))
      .send({
        data: [{ score: 1 }, { label: 'negative' }].map((result, at) => ({
          span_id: ANSWER,
          name: 'user_feedback',
          identifier: `user ${at}`,
          annotator_kind: 'HUMAN',
          result,
        })),
      })
      .expect(200);
    const page = await open('MEMBER', 'sessions');
    await page.getByRole('link', { name: 'chat 0' }).click();
    const thumb = (name: string, pressed: boolean) =>
      page.getByRole('button', { name, pressed, exact: true });
    const own = () =>
      server.sql(
        `SELECT label, score, span_id FROM span_annotations
          WHERE name = 'user_feedback' AND source = 'APP'`,
      );
    await thumb('Thumbs up, 1 other', false).focus();
    await page.keyboard.press('Enter');
    await thumb('Thumbs up, 1 other', true).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await thumb('Thumbs down, 1 other', true).waitFor();
    await thumb('Thumbs up, 1 other', false).waitFor();
    await eventually('the thumb down', async () =>
      (await own()).some((row) => (row as { score: number }).score === 0),
    );
    expect(await own()).toEqual([{ label: 'negative', score: 0, span_id: ANSWER }]);
    await page.keyboard.press('Space');
    await thumb('Thumbs down, 1 other', false).waitFor();
    await eventually('the removal', async () => (await own()).length === 0);
    await page.keyboard.press('e');
    await label(page, 'good', false);
    await page.keyboard.press('1');
    await label(page, 'good', true);
    await saved(page);
    await page.reload();
    await label(page, 'good', true);
  });
});

function documents(count: number): Record<string, string | number> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at): [string, string | number][] => [
      [`retrieval.documents.${at}.document.id`, `doc-${at}`],
      [`retrieval.documents.${at}.document.content`, `Refunds are paid within ${14 + at} days.`],
    ]).flat(),
  );
}
