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
  let session: string;

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
    const { body: sessions } = await server.request
      .get('/v1/projects/shop/sessions')
      .set(as('MEMBER'));
    session = sessions.data[0].id;
  });
  beforeEach(async () => {
    await server.sql('TRUNCATE span_annotations, trace_annotations, session_annotations');
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
    await post('ADMIN', 'span', [
      { span_id: ROOT, name: 'length', annotator_kind: 'CODE', result: { score: 212 } },
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
  const openTrace = (role: AccountRole, search = '?tab=annotations') =>
    open(role, `traces/${TRACE}${search}`);
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

  it('are shown as chips in the headers, which open the tables', async () => {
    const page = await openTrace('VIEWER', '');
    const panel = page.getByRole('region', { name: 'Trace', exact: true });
    await panel.getByRole('button', { name: 'resolved yes' }).waitFor();
    await panel.getByRole('button', { name: /quality bad/ }).click();
    await row(page, 'span', 'quality').waitFor();
    expect(new URL(page.url()).searchParams.get('tab')).toBe('annotations');
    expect(await row(page, 'span', 'quality').locator('td').allTextContents()).toEqual([
      'bad',
      '0',
      'It leaves out a condition.',
      expect.stringMatching(/LLM · API$/),
      'just now',
      '',
    ]);
    await row(page, 'whole trace', 'resolved').waitFor();
  });

  it('are shown in parts if there are many', async () => {
    await post(
      'MEMBER',
      'trace',
      Array.from({ length: 60 }, (_, at) => ({
        trace_id: TRACE,
        name: 'sample',
        identifier: String(at),
        annotator_kind: 'CODE',
        result: { score: at },
      })),
    );
    const page = await openTrace('VIEWER');
    const rows = table(page, 'whole trace').getByRole('rowheader');
    await rows.first().waitFor();
    expect(await rows.count()).toBe(50);
    await page.getByRole('button', { name: 'Show more (11)' }).click();
    expect(await rows.count()).toBe(61);
  });

  it('show identifier and metadata on demand, and can be copied', async () => {
    const page = await openTrace('VIEWER');
    await page.getByRole('button', { name: 'Details of quality' }).click();
    await table(page, 'span').getByText('run 7').waitFor();
    await table(page, 'span').getByText('judge-1').waitFor();
    await chooseAction(page, row(page, 'span', 'quality'), 'Copy JSON');
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(JSON.parse(copied)).toMatchObject({ name: 'quality', identifier: 'run 7', score: 0 });
  });

  it('are edited by their author, with the labels of their config', async () => {
    const page = await openTrace('MEMBER');
    await chooseAction(page, row(page, 'span', 'quality'), 'Edit');
    const dialog = page.getByRole('dialog', { name: 'Edit the annotation quality' });
    await dialog.getByRole('combobox', { name: 'Label' }).selectOption('good');
    expect(await dialog.getByRole('textbox', { name: 'Score' }).inputValue()).toBe('1');
    await dialog.getByRole('textbox', { name: 'Explanation' }).fill('Fine.');
    await dialog.getByRole('button', { name: 'Save annotation' }).click();
    await row(page, 'span', 'quality').getByText('Fine.').waitFor();
    await row(page, 'span', 'quality').locator('button:focus').waitFor();
    // Its chips have changed as well, also in the list below.
    const panel = page.getByRole('region', { name: 'Trace', exact: true });
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

  it('are deleted by their author, after confirmation', async () => {
    const page = await open('MEMBER', `sessions/${session}?sessionTab=annotations`);
    await chooseAction(page, row(page, 'session', 'mood'), 'Delete');
    await page.getByRole('button', { name: 'Delete annotation' }).click();
    await page.getByText('No annotations yet.').waitFor();
    expect(await server.sql('SELECT FROM session_annotations')).toEqual([]);
  });

  it('are changed by members only if they are theirs, and by admins always', async () => {
    const actions = async (role: AccountRole, name: string) => {
      const page = await openTrace(role);
      await row(page, 'span', name)
        .getByRole('button', { name: /^Actions for/ })
        .click();
      await page.getByRole('menuitem').first().waitFor();
      return page.getByRole('menuitem').allTextContents();
    };
    const [read, change] = [
      ['Copy JSON', 'Copy ID'],
      ['Edit', 'Delete'],
    ];
    expect(await actions('VIEWER', 'quality')).toEqual(read);
    expect(await actions('MEMBER', 'length')).toEqual(read);
    expect(await actions('ADMIN', 'quality')).toEqual([...read, ...change]);
  });

  it('keep the input and say why if a change is refused', async () => {
    const page = await openTrace('MEMBER');
    await chooseAction(page, row(page, 'span', 'quality'), 'Edit');
    const dialog = page.getByRole('dialog', { name: 'Edit the annotation quality' });
    const explanation = dialog.getByRole('textbox', { name: 'Explanation' });
    await explanation.fill('Still typed');
    await server.sql('UPDATE span_annotations SET user_id = $1', [server.accounts.ADMIN.userId]);
    await dialog.getByRole('button', { name: 'Save annotation' }).click();
    await dialog
      .getByRole('alert')
      .getByText('belongs to another user. Only its author or an admin can change it.')
      .waitFor();
    expect(await explanation.inputValue()).toBe('Still typed');
  });

  it('of a session are in its header and in a tab', async () => {
    const page = await open('VIEWER', 'sessions');
    await page.getByRole('link', { name: 'chat' }).click();
    const panel = page.getByRole('region', { name: 'Session', exact: true });
    await panel.getByRole('button', { name: 'mood 7' }).click();
    await row(page, 'session', 'mood').waitFor();
    await panel.getByRole('tab', { name: 'Turns' }).click();
    await panel.getByText('Turn 1').waitFor();
    expect(new URL(page.url()).searchParams.get('sessionTab')).toBeNull();
  });
});
