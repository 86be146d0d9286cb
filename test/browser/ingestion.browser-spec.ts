import { startBrowser, type TestBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { globalId } from '../support/global-id.js';
import { sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { acceptAll, refuseName, sendRefused } from '../tracing/ingestion-errors/refused-spans.js';

describe('the ingestion tab', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let project: string;

  beforeAll(async () => {
    [server, browser] = await Promise.all([
      startTestServer({}, { isShared: false }),
      startBrowser(),
    ]);
    await sendTraces(server.url, [{ project: 'shop' }]);
    const [row] = await server.sql<{ id: number }>("SELECT id FROM projects WHERE name = 'shop'");
    project = `${server.url}/projects/${encodeURIComponent(globalId('Project', row!.id))}`;
  });
  afterEach(() => expect(browser.errors.splice(0)).toEqual([]));
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });

  it('says that everything is fine', async () => {
    const page = await browser.open(`${project}/ingestion`);
    await page.getByText('Everything was stored').waitFor();
    await page.getByText('Unnamed service').waitFor();
  });

  it('shows what is wrong with exporters in words', async () => {
    const page = await browser.open(`${project}/ingestion`);
    const end = BigInt(Date.now() + 250_000) * 1_000_000n;
    await sendRefused(server, 'shop', [{ start: end, end }, { spanId: '' }]);
    await page.getByText('Its clock is 4 minutes ahead.').waitFor();
    await page.getByText(/1 span refused today, the last one .* ago: missing_span_id\./).waitFor();
    await page.getByText('Synchronize the clock of its machine').waitFor();
  });

  it('sends spans again: one, the selected ones, and all of a reason', async () => {
    await server.sql('DELETE FROM ingestion_errors');
    await refuseName(server, 'refused');
    const attributes = { 'input.value': 'what was asked' };
    const spans = Array.from({ length: 230 }, () => ({ name: 'refused', attributes }));
    await sendRefused(server, 'shop', [...spans, { spanId: '', name: 'nameless' }]);
    const page = await browser.open(`${project}/traces`);
    await page.getByRole('link', { name: '99+ not stored' }).click();
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
    await page.getByText('2 errors selected').waitFor();
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
    await eventually('nothing to be left', async () => {
      return (await server.sql('SELECT FROM ingestion_errors')).length === 0;
    });
  });
});
