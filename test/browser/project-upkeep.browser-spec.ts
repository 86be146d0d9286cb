import type { Locator, Page } from 'playwright-core';
import { aRecentTrace } from '../alerts/alert-operations.js';
import { runLoops } from '../support/background-loops.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { aProject } from '../support/factories/project.js';
import { globalId } from '../support/global-id.js';
import { newTraceId, sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { acceptAll, refuseName, sendRefused } from '../tracing/ingestion-errors/refused-spans.js';
import { startReceiver, type WebhookReceiver } from '../webhooks/webhook-receiver.js';

const SPANDREL_SECRET = 'test-secret-0123456789-abcdefghijklmnop';
const DAY_MS = 86_400_000;
const TEXT = 'Ada, ada@example.com, customer KD-123456';

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
const row = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ hasText: name }).first();

describe('those who look after projects', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    [server, browser, receiver] = await Promise.all([
      startTestServer({ SPANDREL_SECRET }),
      startBrowser(),
      startReceiver(),
    ]);
  });
  afterEach(() => expect(browser.errors.splice(0)).toEqual([]));
  afterAll(async () => {
    await browser.stop();
    await server.stop();
    await receiver.stop();
  });

  const addressOf = async (name: string) => {
    const [project] = await server.sql<{ id: number }>('SELECT id FROM projects WHERE name = $1', [
      name,
    ]);
    return `${server.url}/projects/${encodeURIComponent(globalId('Project', project!.id))}`;
  };

  it('delete old traces and texts with policies, which projects follow', async () => {
    const traceId = newTraceId();
    await sendTraces(server.url, [
      ...[0, 5, 40, 50].map((days) => ({
        project: 'shop',
        name: `${days} days old`,
        startedAt: daysAgo(days),
        ...(days === 50 && { failure: 'timeout' }),
      })),
      {
        project: 'chat',
        name: 'old',
        traceId,
        startedAt: daysAgo(10),
        attributes: { 'input.value': 'Where is my order?' },
      },
      {
        project: 'chat',
        name: 'new',
        startedAt: daysAgo(0.1),
        attributes: { 'input.value': 'Thanks!' },
      },
    ]);
    const page = await browser.open(`${server.url}/settings/data?policy=new`);
    const form = page.getByRole('dialog', { name: 'New retention policy' });
    await form.getByRole('textbox', { name: 'Name' }).fill('month');
    await form.getByRole('combobox', { name: 'Projects' }).click();
    await page.getByRole('option', { name: 'shop' }).click();
    await form.getByText('This would delete 2 traces with 2 spans now.').waitFor();
    await form.getByRole('checkbox', { name: 'Traces with a span that failed' }).check();
    await form.getByText('1 older trace would be kept.').waitFor();
    await form.getByRole('button', { name: 'Create policy' }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Run month' }).click();
    await page.getByRole('button', { name: 'Run now' }).click();
    await row(page, 'month').getByText('1 trace deleted').waitFor();
    const left = await server.sql<{ name: string }>(
      "SELECT name FROM spans WHERE name LIKE '%days old' ORDER BY start_time",
    );
    expect(left.map(({ name }) => name)).toEqual(['50 days old', '5 days old', '0 days old']);

    await page.getByRole('button', { name: 'New policy' }).click();
    await form.getByRole('textbox', { name: 'Name' }).fill('lean');
    await form.getByRole('combobox', { name: 'Projects' }).click();
    await page.getByRole('option', { name: 'chat' }).click();
    const days = form.getByRole('textbox', { name: /^Delete traces older/ });
    await days.fill('0.01');
    await form.getByRole('textbox', { name: 'Largest size of each project' }).fill('1');
    await form.getByText(/^This would delete 2 traces .*occupy about \d/).waitFor();
    await form.getByRole('button', { name: 'Create policy' }).click();
    const question = page.getByRole('dialog', { name: 'Delete all traces?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await days.fill('');
    await form.getByRole('textbox', { name: 'Remove texts after (days)' }).fill('7');
    await form.getByText('1 trace would lose its texts.').waitFor();
    await form.getByRole('button', { name: 'Create policy' }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Run lean' }).click();
    await page.getByRole('button', { name: 'Run now' }).click();
    await row(page, 'lean').getByText('texts of 1 trace').waitFor();

    await page.goto(`${server.url}/redirects/traces/${traceId}`);
    await page
      .getByText(/^The texts of this span were removed after 7 days by the retention policy lean/)
      .waitFor();
    expect(await page.getByText('Where is my order?').count()).toBe(0);

    await page.getByRole('link', { name: 'Projects' }).first().click();
    await page.getByRole('link', { name: 'chat' }).click();
    await page.getByRole('link', { name: 'Config' }).click();
    await page
      .getByRole('combobox', { name: 'Retention policy of this project' })
      .selectOption({ label: 'month' });
    await page.getByText('Deletes traces older than 30 days').waitFor();
    await page.getByRole('link', { name: 'All retention policies' }).click();
    await page.getByRole('button', { name: 'Delete month' }).click();
    await page.getByText('2 projects will follow the default policy instead.').waitFor();
    await page.getByRole('button', { name: 'Delete policy' }).click();
    await row(page, 'month').waitFor({ state: 'detached' });
  });

  it('decide which traces are kept, and what is masked in them', async () => {
    const trace = { project: 'desk', name: 'answer', attributes: { 'input.value': TEXT } };
    const failed = { project: 'desk', failure: 'no answer' };
    await sendTraces(server.url, [trace, { project: 'desk' }, failed]);
    const page = await browser.open(`${await addressOf('desk')}/config`);
    const sampling = page.getByRole('region', { name: 'Sampling' });
    await sampling.getByRole('switch', { name: 'Sample traces' }).click();
    const share = sampling.getByRole('textbox', { name: 'Share of the rest (%)' });
    await share.fill('0');
    await sampling.getByText('Of the newest 3 traces, 1 would be kept: 1 failed.').waitFor();
    const condition = sampling.getByRole('textbox', { name: 'Traces that meet a condition' });
    await condition.fill('num_span > 3');
    await sampling.getByText('num_spans').waitFor();
    browser.errors.length = 0;
    await condition.fill('num_spans > 3');
    await share.fill('12.5');
    await sampling.getByRole('button', { name: 'Save' }).click();
    const words =
      'This project keeps all failed traces, all that meet num_spans > 3, and 12.5% of the rest.';
    await sampling.getByText(words).waitFor();

    const masking = page.getByRole('region', { name: 'Masking' });
    await masking.getByRole('checkbox', { name: 'Email addresses' }).click();
    await masking.getByRole('button', { name: 'Add pattern' }).click();
    await masking.getByRole('textbox', { name: 'Name of the pattern' }).fill('customer');
    const pattern = masking.getByRole('textbox', { name: 'Pattern', exact: true });
    await pattern.fill('KD-(');
    await masking.getByRole('button', { name: 'Preview' }).click();
    await masking.getByText('is not valid in RE2 syntax').waitFor();
    browser.errors.length = 0;
    await pattern.fill('KD-\\d{6}');
    await masking.getByRole('button', { name: 'Preview' }).click();
    await masking.getByText('1 span of the newest 50').waitFor();
    await masking.getByText('Ada, [email], customer [customer]').waitFor();
    await masking.getByRole('button', { name: 'Save' }).click();

    await page.reload();
    await sampling.getByText(words).waitFor();
    await masking.getByRole('checkbox', { name: 'Email addresses', checked: true }).waitFor();
    expect(await pattern.inputValue()).toBe('KD-\\d{6}');

    await page.getByRole('link', { name: 'Traces', exact: true }).click();
    await page.getByRole('link', { name: 'arrived' }).waitFor();
    await page.getByRole('radiogroup', { name: 'Status' }).getByText('Error').click();
    await page.getByRole('link', { name: 'kept' }).click();
    await sampling.waitFor();
  });

  it('are told by a webhook when a figure is beyond its threshold', async () => {
    const { id } = await aProject(server, { name: 'bakery' });
    for (const ago of [1, 2, 3, 200]) {
      await aRecentTrace(server, id, ago, { error_count: ago % 2 });
    }
    const page = await browser.open(`${server.url}/settings/webhooks`);
    await page.getByRole('button', { name: 'New webhook' }).click();
    const webhook = page.getByRole('dialog', { name: 'New webhook' });
    await webhook.getByRole('textbox', { name: 'Name' }).fill('on call');
    await webhook.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
    await webhook.getByRole('button', { name: 'Create webhook' }).click();
    await webhook.getByText(/^whsec_/).waitFor();
    await webhook.getByRole('button', { name: 'Done' }).click();
    receiver.answer((response) => response.writeHead(500).end('broken'));
    await page.getByRole('button', { name: 'Actions for on call' }).click();
    await page.getByRole('menuitem', { name: 'Send a test' }).click();
    const log = page.getByRole('dialog', { name: 'Messages to on call' });
    await log.getByText('The receiver answered with status 500.').first().waitFor();
    receiver.answer((response) => response.writeHead(200).end('thanks'));
    await log.getByRole('button', { name: /^Send (now|again)$/ }).click();
    await log.getByText('Delivered').waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: 'Projects' }).first().click();
    await page.getByRole('link', { name: 'bakery' }).click();
    await page.getByRole('link', { name: 'Alerts' }).click();
    await page.getByRole('button', { name: 'New alert rule' }).click();
    const form = page.getByRole('dialog', { name: 'New alert rule' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Many errors');
    await form.getByText(/Beyond the threshold in 1 of the last 96 windows/).waitFor();
    await form.getByRole('textbox', { name: 'Threshold' }).fill('10');
    await form.getByRole('combobox', { name: 'Webhooks' }).click();
    await page.getByRole('option', { name: 'on call' }).click();
    await form.getByRole('button', { name: 'Create rule' }).click();
    await form.waitFor({ state: 'detached' });
    await runLoops(server, 'alerts', 'webhooks');
    await row(page, 'Many errors').getByText('Firing').waitFor();
    await page.getByRole('region', { name: 'History' }).getByText('Alert "Many errors"').waitFor();
    const messages = await receiver.received(3);
    expect(messages.at(-1)?.text).toContain('Many errors');
  });

  it('see what was not stored, and send it again', async () => {
    const attributes = { 'input.value': 'what was asked' };
    const spans = Array.from({ length: 230 }, () => ({ name: 'refused', attributes }));
    const late = BigInt(Date.now() + 250_000) * 1_000_000n;
    await sendTraces(server.url, [{ project: 'depot' }]);
    await refuseName(server, 'refused');
    await sendRefused(server, 'depot', [
      ...spans,
      { spanId: '', name: 'nameless' },
      { start: late, end: late },
    ]);
    const page = await browser.open(`${await addressOf('depot')}/traces`);
    await page.getByRole('link', { name: '99+ not stored' }).click();
    await page.getByText('Its clock is 4 minutes ahead.').waitFor();
    await page.getByText(/231 spans refused today, the last one .* ago: \w+\./).waitFor();
    await page.getByRole('combobox', { name: 'Reason' }).selectOption('missing_span_id');
    await page.getByRole('link', { name: 'nameless' }).click();
    const panel = page.getByRole('region', { name: 'Refused span' });
    await panel.getByText('The span has no span ID.').waitFor();
    await panel.getByText('resourceSpans').waitFor();
    await panel.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('1 span refused again.').waitFor();
    await panel.waitFor({ state: 'detached' });
    await page.getByText(/^Yes, sent/).waitFor();

    await acceptAll(server);
    await page.getByRole('combobox', { name: 'Reason' }).selectOption('storage_refused');
    const boxes = page.getByRole('checkbox', { name: 'Select refused' });
    await boxes.nth(0).click();
    await boxes.nth(1).click();
    const bar = page.getByRole('region', { name: 'Selected rows' });
    await bar.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('2 spans stored.').waitFor();
    await page.getByRole('button', { name: 'Send 228 spans again' }).click();
    await page.getByText('228 spans stored.').waitFor();
    const stored = await server.sql("SELECT FROM spans WHERE name = 'refused'");
    expect(stored).toHaveLength(230);

    await page.getByRole('combobox', { name: 'Reason' }).selectOption('');
    await page.getByRole('button', { name: 'Delete all…' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('Everything was stored').waitFor();
    expect(await server.sql('SELECT FROM ingestion_errors')).toEqual([]);
  });
});
