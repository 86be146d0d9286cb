import type { Page } from 'playwright-core';
import {
  type Account,
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import {
  DESKTOP,
  PHONE,
  readCondition,
  startBrowser,
  type TestBrowser,
} from '../support/browser.js';
import { sendTraces } from '../support/send-traces.js';

const HOUR_MS = 3_600_000;
const DAY = Date.UTC(2026, 2, 10);
const RANGE = `timeRangeStart=${iso(DAY)}&timeRangeEnd=${iso(DAY + 24 * HOUR_MS)}`;

function iso(time: number): string {
  return new Date(time).toISOString();
}

describe('dashboards', () => {
  let server: SecuredServer;
  let browser: TestBrowser;
  let projectId: string;
  let dashboardsUrl: string;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startSecuredServer(), startBrowser()]);
    const { key } = server.accounts.MEMBER;
    await sendTraces(
      server.url,
      [2, 2, 2, 9].map((hour, index) => ({
        project: 'shop',
        name: index === 3 ? 'refund' : 'order',
        kind: 'AGENT',
        startedAt: new Date(DAY + hour * HOUR_MS + 60_000),
        durationMs: 1_000 * (index + 1),
        attributes: { 'user.id': index < 3 ? 'ada' : 'bob' },
        ...(index === 3 ? { failure: 'no such order' } : {}),
      })),
      bearer(key),
    );
    const { body } = await server.request.get('/v1/projects/shop').set(bearer(key));
    projectId = body.data.id;
    dashboardsUrl = `${server.url}/projects/${projectId}/dashboards`;
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  afterEach(() => expect(browser.errors.splice(0)).toEqual([]));

  async function open(account: Account, url: string): Promise<void> {
    page = await browser.open(`${server.url}/healthz`, { cookie: account.cookie });
    await page.evaluate("localStorage.setItem('time-zone', 'UTC')");
    await page.goto(url);
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const card = (name: string) => page.getByRole('region', { name, exact: true });
  const titles = () =>
    page.getByRole('region', { name: 'Charts' }).getByRole('heading', { level: 3 });

  async function createShared(name: string, charts: object[]): Promise<string> {
    const { data } = await server.gqlAs<{ createDashboard: { dashboard: { id: string } } }>(
      cookieOf(server.accounts.MEMBER),
      `mutation ($input: CreateDashboardInput!) {
         createDashboard(input: $input) { dashboard { id } } }`,
      { input: { projectId, name, isShared: true, charts } },
    );
    return data!.createDashboard.dashboard.id;
  }
  const CHART = { entity: 'TRACES', kind: 'LINES', aggregation: 'COUNT' };

  it('start from a template, are edited, and show the same by their link', async () => {
    await open(server.accounts.MEMBER, `${dashboardsUrl}?${RANGE}`);
    await page.getByText('No dashboards yet').waitFor();
    await page.setViewportSize(DESKTOP);
    await page.getByRole('button', { name: /^Quality and failures/ }).click();
    await button('Create dashboard').click();
    await card('Error rate').getByText('25%').waitFor();
    await card('95% of traces take at most').filter({ hasText: '3.8 s' }).waitFor();
    expect(await titles().count()).toBe(7);

    await button('Edit charts').click();
    await page.getByText('No changes yet.').waitFor();
    await button('Edit Error rate by name').click();
    const dialog = page.getByRole('dialog', { name: 'Edit chart' });
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Failures');
    await dialog.getByRole('combobox', { name: 'Show' }).click();
    await page.getByRole('option', { name: 'Count' }).click();
    const field = dialog.getByRole('textbox', { name: 'A condition on traces' });
    await field.click();
    await field.pressSequentially('error_count > 0');
    // The preview follows without the chart being saved.
    await dialog.getByRole('region', { name: 'Failures' }).getByText('refund').first().waitFor();
    await dialog.getByRole('button', { name: 'Apply changes' }).click();
    await button('Move Failures earlier').click();
    await button('Delete Slowest spans').click();
    await page
      .getByText('Not saved yet: changed Failures, deleted Slowest spans, moved charts.')
      .waitFor();
    await button('Save changes').click();
    await button('Edit charts').waitFor();

    const address = page.url();
    await open(server.accounts.VIEWER, address);
    await page.getByRole('heading', { name: 'Dashboard not found' }).waitFor({ state: 'hidden' });
    await card('Failures').getByText('refund').first().waitFor();
    expect(await titles().allTextContents()).toEqual([
      'Error rate',
      '95% of traces take at most',
      'Failures',
      'Failed spans by name',
      'Latency of model calls',
      'Failed traces by user',
    ]);
    expect(await button(/^(Edit|Delete|Move) /).count()).toBe(0);
    await button('Actions for Quality and failures').click();
    await page.getByRole('menuitem').first().waitFor();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Copy link', 'Duplicate…']);
    await page.keyboard.press('Escape');
  });

  it('open the lists of what they count, and zoom together', async () => {
    const id = await createShared('lists', [
      { ...CHART, title: 'Names', kind: 'STACKED_BARS', groupBy: 'NAME' },
      { ...CHART, title: 'Users', kind: 'RANKING', groupBy: 'USER' },
      { ...CHART, title: 'Failed', kind: 'NUMBER', aggregation: 'FAILED_COUNT' },
    ]);
    await open(server.accounts.MEMBER, `${dashboardsUrl}/${id}?${RANGE}`);
    await card('Users').getByRole('link', { name: /bob/ }).click();
    await page.getByRole('link', { name: 'refund' }).waitFor();
    expect(new URL(page.url()).searchParams.get('filter')).toBe("user.id == 'bob'");
    await page.goBack();
    const slider = card('Names').getByRole('slider');
    await slider.waitFor();
    await slider.focus();
    for (const key of ['Home', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Enter']) {
      await page.keyboard.press(key);
    }
    await page.waitForURL(
      ({ searchParams }) => searchParams.get('timeRangeEnd') !== iso(DAY + 24 * HOUR_MS),
    );
    await card('Failed').getByText('0', { exact: true }).waitFor();
  });

  it('keep unsaved changes if somebody else has saved, and say which', async () => {
    const id = await createShared('contested', [{ ...CHART, title: 'Traces' }]);
    await open(server.accounts.MEMBER, `${dashboardsUrl}/${id}?${RANGE}`);
    await button('Edit charts').click();
    await button('Duplicate Traces').click();
    await server.gqlAs(
      cookieOf(server.accounts.ADMIN),
      'mutation ($input: PatchDashboardInput!) { patchDashboard(input: $input) { __typename } }',
      { input: { id, charts: [] } },
    );
    await button('Save changes').click();
    await page.getByText('This dashboard has since been changed. Reload the page.').waitFor();
    await page.getByText('Not saved yet: added Traces (copy).').waitFor();
    await button('Cancel').click();
    await page.getByText('No charts yet').waitFor();
  });

  it('are edited on a phone and with the keyboard', async () => {
    const id = await createShared('small', [
      { ...CHART, title: 'One' },
      { ...CHART, title: 'Two', kind: 'RANKING', groupBy: 'USER' },
    ]);
    await open(server.accounts.MEMBER, `${dashboardsUrl}/${id}?${RANGE}`);
    await page.setViewportSize(PHONE);
    await button('Edit charts').click();
    await button('Move Two earlier').focus();
    await page.keyboard.press('Enter');
    expect(await titles().allTextContents()).toEqual(['Two', 'One']);
    // The chart cannot move further, so the other direction has the focus.
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Move Two later');
    await button('Edit Two').click();
    const dialog = page.getByRole('dialog', { name: 'Edit chart' });
    await dialog.getByRole('region', { name: 'Two' }).getByText('ada').waitFor();
    await dialog.getByRole('combobox', { name: 'Grouped by' }).click();
    await page.getByRole('option', { name: 'Attribute' }).click();
    await dialog.getByText('Enter the name of an attribute.').waitFor();
    await dialog.getByRole('combobox', { name: 'Attribute' }).fill('user');
    await page.getByRole('option', { name: 'user.id' }).click();
    await dialog.getByRole('region', { name: 'Two' }).getByText('ada').waitFor();
  });

  it('keep the focus beside what was moved or deleted, and only then', async () => {
    const titlesOfCharts = ['One', 'Two', 'Three'];
    const id = await createShared(
      'focus',
      titlesOfCharts.map((title) => ({ ...CHART, title, kind: 'NUMBER' })),
    );
    await open(server.accounts.MEMBER, `${dashboardsUrl}/${id}?${RANGE}`);
    await button('Edit charts').click();
    const expectFocus = (label: string) =>
      page.locator(`button:focus[aria-label="${label}"]`).waitFor();
    await button('Move One later').click();
    await expectFocus('Move One later');
    await button('Duplicate Three').click();
    await expectFocus('Duplicate Three');
    await button('Delete Two').click();
    await expectFocus('Delete One');
    await button('Delete Three (copy)').click();
    await expectFocus('Delete Three');
  });

  it('forget a condition on what they no longer count', async () => {
    const id = await createShared('conditions', [
      { ...CHART, title: 'Failed', condition: 'error_count > 0', groupBy: 'NAME' },
    ]);
    await open(server.accounts.MEMBER, `${dashboardsUrl}/${id}?${RANGE}`);
    await button('Edit charts').click();
    await button('Edit Failed').click();
    const dialog = page.getByRole('dialog', { name: 'Edit chart' });
    const of = dialog.getByRole('radiogroup', { name: 'Of' });
    const condition = (entity: string) =>
      dialog.getByRole('textbox', { name: `A condition on ${entity}` });
    expect(await readCondition(condition('traces'))).toBe('error_count > 0');
    await of.getByText('Spans').click();
    expect(await readCondition(condition('spans'))).toBe('');
    await of.getByText('Traces').click();
    expect(await readCondition(condition('traces'))).toBe('');

    const groups = dialog.getByRole('textbox', { name: 'Groups' });
    await groups.fill('');
    await groups.pressSequentially('12');
    expect(await groups.inputValue()).toBe('12');
    await dialog.getByRole('button', { name: 'Apply changes' }).click();
    await page.getByText('Not saved yet: changed Failed.').waitFor();
  });
});
