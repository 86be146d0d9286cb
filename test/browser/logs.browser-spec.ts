import { randomBytes } from 'node:crypto';
import { anOtlpLog, jsonLogs, postLogs } from '../ingest/otlp-logs.js';
import { JSON_TYPE } from '../ingest/otlp.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { newTraceId, sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';

const TRACE = newTraceId();

describe('the log records of a project', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let projectUrl: string;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
    await sendTraces(server.url, [
      {
        project: 'shop',
        traceId: TRACE,
        name: 'order',
        children: [{ name: 'charge', kind: 'TOOL' }],
      },
    ]);
    const { body } = await server.request.get('/v1/projects/shop');
    projectUrl = `${server.url}/projects/${body.data.id}`;
    const spans = await server.sql<{ spanId: string }>(
      `SELECT span_id AS "spanId" FROM spans WHERE trace_id = $1 AND name = 'charge'`,
      [TRACE],
    );
    const { spanId } = spans[0]!;
    const now = BigInt(Date.now() - 60_000) * 1_000_000n;
    const line = (at: number, parts: object) =>
      anOtlpLog({ time: now + BigInt(at) * 1_000_000n, ...parts });
    const response = await postLogs(
      server.url,
      jsonLogs(
        [
          line(1, { body: 'card charged' }),
          line(2, {
            body: 'card refused',
            severityNumber: 17,
            severityText: 'ERROR',
            traceId: TRACE,
            spanId,
            attributes: { reason: 'expired' },
          }),
          line(3, { body: 'mail refused', severityNumber: 17, severityText: 'ERROR' }),
          line(4, { body: 'basket opened', traceId: randomBytes(16).toString('hex') }),
        ],
        { project: 'shop', service: 'checkout' },
      ),
      JSON_TYPE,
    );
    if (response.status !== 200) throw new Error(await response.text());
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  afterEach(() => expect(browser.errors.splice(0)).toEqual([]));

  it('are searched, filtered by severity, and lead to their span', async () => {
    const page = await browser.open(`${projectUrl}/traces`);
    await page.getByRole('link', { name: 'Logs', exact: true }).click();
    const records = page.getByRole('region', { name: 'Log records' });
    const expectLines = (...lines: string[]) =>
      eventually(`the lines ${lines.join(', ')}`, async () => {
        const shown = await records.getByRole('link').allTextContents();
        return JSON.stringify(shown) === JSON.stringify(lines) ? shown : null;
      });
    await expectLines('basket opened', 'mail refused', 'card refused', 'card charged');

    const search = page.getByRole('textbox', { name: 'Search log records' });
    await search.fill('card');
    await search.press('Enter');
    await expectLines('card refused', 'card charged');
    await page
      .getByRole('combobox', { name: 'Severity' })
      .selectOption({ label: 'Error or higher' });
    await expectLines('card refused');

    // A colleague who gets the link sees the same.
    await page.reload();
    await records.getByRole('link', { name: 'card refused' }).click();
    const panel = page.getByRole('region', { name: 'Log record', exact: true });
    await panel.getByText('expired').waitFor();
    await panel.getByText('checkout').waitFor();
    await panel.getByRole('link', { name: 'Open span' }).click();
    await page.waitForURL(new RegExp(`/${TRACE}\\?selectedSpanNodeId=`));
    await page.getByRole('heading', { name: 'charge' }).waitFor();
  });
});
