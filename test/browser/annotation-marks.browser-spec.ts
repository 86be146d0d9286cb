import type { Page } from 'playwright-core';
import {
  type AccountRole,
  bearer,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { type PageOptions, startBrowser, type TestBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { failRequests } from '../support/failing-requests.js';
import { newTraceId, sendTraces } from '../support/send-traces.js';

const TRACE = newTraceId();
const RETRIEVER = '1'.repeat(16);
const RERANKER = '2'.repeat(16);
const ANSWER = '3'.repeat(16);

describe('marks on what is read', () => {
  let server: SecuredServer;
  let browser: TestBrowser;
  let project: string;

  const as = (role: AccountRole) => bearer(server.accounts[role].key);
  const post = (path: string, data: object[]) =>
    server.request.post(`${path}?sync=true`).set(as('ADMIN')).send({ data }).expect(200);

  beforeAll(async () => {
    [server, browser] = await Promise.all([startSecuredServer(), startBrowser()]);
    await sendTraces(
      server.url,
      [
        {
          traceId: TRACE,
          spanId: ANSWER,
          project: 'shop',
          name: 'answer',
          attributes: {
            'session.id': 'chat',
            'input.value': 'When do I get my money back?',
            'output.value': 'Within 14 days.',
          },
          children: [
            {
              spanId: RETRIEVER,
              name: 'find',
              kind: 'RETRIEVER',
              attributes: documents('retrieval.documents', 3),
            },
            {
              spanId: RERANKER,
              name: 'order',
              kind: 'RERANKER',
              attributes: {
                ...documents('reranker.input_documents', 3),
                ...documents('reranker.output_documents', 2),
              },
            },
          ],
        },
      ],
      as('MEMBER'),
    );
    const { body } = await server.request.get('/v1/projects/shop').set(as('MEMBER'));
    project = `${server.url}/projects/${body.data.id}`;
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  afterEach(() => expect(browser.errors.splice(0)).toEqual([]));

  const open = (role: AccountRole, path: string, options: PageOptions = {}) =>
    browser.open(`${project}/${path}`, { ...options, cookie: server.accounts[role].cookie });

  async function openSpan(role: AccountRole, name: string): Promise<Page> {
    const page = await open(role, `traces/${TRACE}`);
    await page.getByRole('treeitem', { name: new RegExp(name) }).click();
    await page.getByRole('heading', { name, level: 3 }).waitFor();
    return page;
  }
  const mark = (page: Page, text: string, position: number, pressed: boolean) =>
    page.getByRole('button', { name: `${text}: document ${position}`, pressed, exact: true });

  async function relevanceOf(spanId: string): Promise<unknown[]> {
    const rows = await server.sql(
      `SELECT document_position, label, score FROM document_annotations
        WHERE span_id = $1 AND name = 'relevance' AND source = 'APP' ORDER BY document_position`,
      [spanId],
    );
    return rows.map((row) => Object.values(row as object));
  }

  describe('on retrieved documents', () => {
    it('are given by click and by key, and taken back, with the metrics they lead to', async () => {
      const page = await openSpan('MEMBER', 'find');
      const metrics = page.getByRole('region', { name: 'Retrieval quality' });
      await mark(page, 'Not relevant', 1, false).click();
      await mark(page, 'Not relevant', 1, true).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('1');
      await mark(page, 'Relevant', 2, true).waitFor();
      await metrics.getByText('1 ÷ 2, the rank of the first relevant document').waitFor();
      await metrics
        .getByText('50% of the documents up to the last annotated one are relevant')
        .waitFor();
      await metrics.getByText('At least one document is relevant').waitFor();
      expect(await relevanceOf(RETRIEVER)).toEqual([
        [0, 'irrelevant', 0],
        [1, 'relevant', 1],
      ]);
      await page.keyboard.press('1');
      await mark(page, 'Relevant', 2, false).waitFor();
      await metrics.getByText('No document is relevant', { exact: true }).waitFor();
      await mark(page, 'Not relevant', 1, true).click();
      await metrics.waitFor({ state: 'detached' });
      expect(await relevanceOf(RETRIEVER)).toEqual([]);
    });

    it('are given to what a reranker returned, not to what it got', async () => {
      const page = await openSpan('MEMBER', 'order');
      await mark(page, 'Relevant', 2, false).click();
      await mark(page, 'Relevant', 2, true).waitFor();
      await eventually('the mark', async () => (await relevanceOf(RERANKER)).length === 1);
      expect(await page.getByRole('button', { name: /^Relevant/ }).count()).toBe(2);
    });

    it('are shown to viewers, with those of programs, and not offered to them', async () => {
      await post('/v1/document_annotations', [
        {
          span_id: RETRIEVER,
          document_position: 2,
          name: 'grounded',
          annotator_kind: 'LLM',
          result: { label: 'yes', score: 1, explanation: 'It quotes the terms.' },
        },
      ]);
      const page = await openSpan('VIEWER', 'find');
      const list = page.getByRole('list', { name: 'Annotations of document 3' });
      expect(await list.textContent()).toMatch(
        /^grounded yes \(1\)It quotes the terms\..+ · LLM · API · /,
      );
      await page.getByText('Retrieval quality by grounded').waitFor();
      expect(await page.getByRole('button', { name: /elevant: document/ }).count()).toBe(0);
    });

    it('stay and say so if they cannot be saved', async () => {
      const page = await openSpan('MEMBER', 'find');
      await mark(page, 'Relevant', 1, false).waitFor();
      const recover = await failRequests(browser, page, 'JudgeDocument', 500);
      await mark(page, 'Relevant', 1, false).click();
      await page.getByRole('alert').getByText('Not saved: Out of order').waitFor();
      await mark(page, 'Relevant', 1, true).waitFor();
      recover();
      await page.getByRole('button', { name: 'Save again' }).click();
      await eventually('the mark', async () => (await relevanceOf(RETRIEVER)).length === 1);
      expect(await page.getByRole('alert').count()).toBe(0);
    });

    it('leave their keys to the documents while the panel is open', async () => {
      const page = await openSpan('MEMBER', 'find');
      await page.keyboard.press('e');
      await page.getByRole('region', { name: 'Annotate', exact: true }).waitFor();
      await mark(page, 'Relevant', 2, false).focus();
      await page.keyboard.press('2');
      await mark(page, 'Not relevant', 2, true).waitFor();
    });
  });

  describe('thumbs on the turns of a session', () => {
    async function openSession(role: AccountRole): Promise<Page> {
      const page = await open(role, 'sessions');
      await page.getByRole('link', { name: 'chat' }).click();
      return page;
    }
    const thumb = (page: Page, name: string, pressed: boolean) =>
      page.getByRole('button', { name, pressed, exact: true });

    it('are given with the keyboard, and taken back', async () => {
      const page = await openSession('MEMBER');
      await thumb(page, 'Thumbs up', false).focus();
      await page.keyboard.press('Enter');
      await thumb(page, 'Thumbs up', true).waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      await thumb(page, 'Thumbs down', true).waitFor();
      await thumb(page, 'Thumbs up', false).waitFor();
      const feedback = () =>
        server.sql<{ label: string; score: number; span_id: string }>(
          "SELECT label, score, span_id FROM span_annotations WHERE name = 'user_feedback'",
        );
      await eventually('the thumb', async () => (await feedback())[0]?.label === 'negative');
      expect(await feedback()).toEqual([{ label: 'negative', score: 0, span_id: ANSWER }]);
      await page.keyboard.press('Space');
      await thumb(page, 'Thumbs down', false).waitFor();
      await eventually('the removal', async () => (await feedback()).length === 0);
    });

    it('count those of others', async () => {
      await post('/v1/span_annotations', [
        feedbackOf('a', { label: 'positive', score: 1 }),
        feedbackOf('b', { score: 1 }),
        feedbackOf('c', { label: 'negative' }),
      ]);
      const page = await openSession('MEMBER');
      await thumb(page, 'Thumbs up, 2 others', false).click();
      await thumb(page, 'Thumbs up, 2 others', true).waitFor();
      await thumb(page, 'Thumbs down, 1 other', false).waitFor();
      const viewing = await openSession('VIEWER');
      await viewing.getByRole('img', { name: 'Thumbs up: 3' }).waitFor();
      expect(await viewing.getByRole('button', { name: /^Thumbs/ }).count()).toBe(0);
    });
  });
});

function documents(path: string, count: number): Record<string, string | number> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at): [string, string | number][] => [
      [`${path}.${at}.document.id`, `doc-${at}`],
      [`${path}.${at}.document.content`, `Refunds are paid within ${14 + at} days.`],
      [`${path}.${at}.document.score`, 0.9 - at / 10],
    ]).flat(),
  );
}

function feedbackOf(identifier: string, result: object): object {
  return { span_id: ANSWER, name: 'user_feedback', identifier, annotator_kind: 'HUMAN', result };
}
