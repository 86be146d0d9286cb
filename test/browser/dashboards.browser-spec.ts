import type { Page } from 'playwright-core';
import { bearer, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { DESKTOP, PHONE, startBrowser, type TestBrowser } from '../support/browser.js';
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
    dashboardsUrl = `${server.url}/projects/${body.data.id}/dashboards`;
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  afterEach(() => expect(browser.errors.splice(0)).toEqual([]));

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const card = (name: string) => page.getByRole('region', { name, exact: true });

  it('start from a template, are edited, and lead others to the lists of what they count', async () => {
    const { MEMBER, VIEWER } = server.accounts;
    page = await browser.open(`${dashboardsUrl}?${RANGE}`, { cookie: MEMBER.cookie });
    await page.getByText('No dashboards yet').waitFor();
    await page.getByRole('button', { name: /^Quality and failures/ }).click();
    await button('Create dashboard').click();
    await card('Error rate').getByText('25%').waitFor();
    await card('95% of traces take at most').filter({ hasText: '3.8 s' }).waitFor();

    await button('Edit charts').click();
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
    await button('Delete Slowest spans').click();

    await page.setViewportSize(PHONE);
    await button('Move Failures earlier').focus();
    await page.keyboard.press('Enter');
    await page.locator('button:focus[aria-label="Move Failures earlier"]').waitFor();
    await button('Edit Failed traces by user').click();
    await dialog.getByRole('combobox', { name: 'Grouped by' }).click();
    await page.getByRole('option', { name: 'Attribute' }).click();
    await dialog.getByText('Enter the name of an attribute.').waitFor();
    await dialog.getByRole('combobox', { name: 'Attribute' }).fill('user');
    await page.getByRole('option', { name: 'user.id' }).click();
    await dialog.getByRole('region', { name: 'Failed traces by user' }).getByText('bob').waitFor();
    await dialog.getByRole('button', { name: 'Apply changes' }).click();
    await page
      .getByText(
        'Not saved yet: changed Failures, Failed traces by user, deleted Slowest spans, moved charts.',
      )
      .waitFor();
    await page.setViewportSize(DESKTOP);
    await button('Save changes').click();
    await button('Edit charts').waitFor();

    page = await browser.open(page.url(), { cookie: VIEWER.cookie });
    await card('Failures').getByText('refund').first().waitFor();
    const titles = page
      .getByRole('region', { name: 'Charts' })
      .getByRole('heading', { level: 3 })
      .allTextContents();
    expect(await titles).toEqual([
      'Error rate',
      '95% of traces take at most',
      'Failures',
      'Failed spans by name',
      'Latency of model calls',
      'Failed traces by user',
    ]);
    expect(await button(/^(Edit|Delete|Move) /).count()).toBe(0);
    await card('Failed traces by user').scrollIntoViewIfNeeded();
    await card('Failed traces by user').getByRole('link', { name: /bob/ }).click();
    await page.getByRole('link', { name: 'refund' }).waitFor();
    expect(new URL(page.url()).searchParams.get('filter')).toBe(
      "error_count > 0 and str(attributes['user']['id']) == 'bob'",
    );
    await page.goBack();
    await card('Failures').scrollIntoViewIfNeeded();
    const slider = card('Failures').getByRole('slider');
    await slider.waitFor();
    await slider.focus();
    for (const key of ['Home', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Enter']) {
      await page.keyboard.press(key);
    }
    await page.waitForURL(
      ({ searchParams }) => searchParams.get('timeRangeEnd') !== iso(DAY + 24 * HOUR_MS),
    );
    await card('95% of traces take at most')
      .getByText('No traces in this range match this chart.')
      .waitFor();
  });
});
