import type { Locator, Page } from 'playwright-core';
import {
  type AccountRole,
  bearer,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { anAnnotationConfig } from '../support/factories/annotation-config.js';
import { newTraceId, sendTraces } from '../support/send-traces.js';

const TRACE = newTraceId();
const ROOT = '1'.repeat(16);

describe('the annotations of what is open', () => {
  let server: SecuredServer;
  let browser: TestBrowser;
  let project: string;

  const as = (role: AccountRole) => bearer(server.accounts[role].key);

  beforeAll(async () => {
    [server, browser] = await Promise.all([startSecuredServer(), startBrowser()]);
    await sendTraces(
      server.url,
      [
        {
          traceId: TRACE,
          spanId: ROOT,
          project: 'shop',
          name: 'answer',
          attributes: { 'session.id': 'chat' },
        },
      ],
      as('MEMBER'),
    );
    await anAnnotationConfig(server, { name: 'quality' });
    const { body } = await server.request.get('/v1/projects/shop').set(as('MEMBER'));
    project = `${server.url}/projects/${body.data.id}`;
    await post('MEMBER', 'span', [
      {
        span_id: ROOT,
        name: 'quality',
        annotator_kind: 'LLM',
        identifier: 'run 7',
        result: { label: 'bad', score: 0, explanation: 'It leaves out a condition.' },
        metadata: { model: 'judge-1' },
      },
    ]);
    await post('MEMBER', 'trace', [
      { trace_id: TRACE, name: 'resolved', annotator_kind: 'HUMAN', result: { label: 'yes' } },
    ]);
    await post('MEMBER', 'session', [
      { session_id: 'chat', name: 'mood', annotator_kind: 'HUMAN', result: { score: 7 } },
    ]);
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  afterEach(() => expect(browser.errors.splice(0)).toEqual([]));

  const post = (role: AccountRole, kind: string, data: object[]) =>
    server.request
      .post(`/v1/${kind}_annotations?sync=true`)
      .set(as(role))
      .send({ data })
      .expect(200);
  const open = (role: AccountRole, path: string) =>
    browser.open(`${project}/${path}`, { cookie: server.accounts[role].cookie });
  const table = (page: Page, target: string) =>
    page.getByRole('table', { name: `Annotations of the ${target}` });
  const row = (page: Page, target: string, name: string) =>
    table(page, target)
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name }) });

  async function chooseAction(page: Page, from: Locator, name: string): Promise<void> {
    await from.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  }

  it('opens those of a span from its chips, and lets their author copy and edit them', async () => {
    const page = await open('MEMBER', `traces/${TRACE}`);
    const panel = page.getByRole('region', { name: 'Trace', exact: true });
    await panel.getByRole('button', { name: 'resolved yes' }).waitFor();
    await panel.getByRole('button', { name: /quality bad/ }).click();
    await row(page, 'span', 'quality').waitFor();
    expect(new URL(page.url()).searchParams.get('tab')).toBe('annotations');
    await row(page, 'whole trace', 'resolved').waitFor();
    expect(await row(page, 'span', 'quality').locator('td').allTextContents()).toEqual([
      'bad',
      '0',
      'It leaves out a condition.',
      expect.stringMatching(/LLM · API$/),
      'just now',
      '',
    ]);

    await chooseAction(page, row(page, 'span', 'quality'), 'Copy JSON');
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(JSON.parse(copied)).toMatchObject({ name: 'quality', identifier: 'run 7', score: 0 });

    await chooseAction(page, row(page, 'span', 'quality'), 'Edit');
    const dialog = page.getByRole('dialog', { name: 'Edit the annotation quality' });
    await dialog.getByRole('combobox', { name: 'Label' }).selectOption('good');
    await dialog.getByRole('textbox', { name: 'Explanation' }).fill('Fine.');
    await dialog.getByRole('button', { name: 'Save annotation' }).click();
    await row(page, 'span', 'quality').getByText('Fine.').waitFor();
    await row(page, 'span', 'quality').locator('button:focus').waitFor();
    // Its chips have changed as well, also in the list below.
    await panel.getByRole('button', { name: /quality good/ }).waitFor();
    await page
      .getByRole('cell')
      .getByRole('button', { name: /quality good/ })
      .waitFor();
    expect(
      await server.sql(
        `SELECT label, score, explanation, identifier, metadata::text FROM span_annotations
          WHERE name = 'quality'`,
      ),
    ).toEqual([
      {
        label: 'good',
        score: 1,
        explanation: 'Fine.',
        identifier: 'run 7',
        metadata: '{"model":"judge-1"}',
      },
    ]);
  });

  it('shows those of a session in its header and in a tab, and lets their author delete them', async () => {
    const page = await open('MEMBER', 'sessions');
    await page.getByRole('link', { name: 'chat' }).click();
    const panel = page.getByRole('region', { name: 'Session', exact: true });
    await panel.getByRole('button', { name: 'mood 7' }).click();
    await chooseAction(page, row(page, 'session', 'mood'), 'Delete');
    await page.getByRole('button', { name: 'Delete annotation' }).click();
    await page.getByText('No annotations yet.').waitFor();
    expect(await server.sql('SELECT FROM session_annotations')).toEqual([]);
    await panel.getByRole('tab', { name: 'Turns' }).click();
    await panel.getByText('Turn 1').waitFor();
    expect(new URL(page.url()).searchParams.get('sessionTab')).toBeNull();
  });
});
