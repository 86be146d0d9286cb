import type { Page } from 'playwright-core';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { aProject } from '../support/factories/project.js';
import { globalId } from '../support/global-id.js';
import { aRecentTrace } from '../alerts/alert-operations.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { startReceiver, type WebhookReceiver } from '../webhooks/webhook-receiver.js';

const SPANDREL_SECRET = 'test-secret-0123456789-abcdefghijklmnop';

describe('alerts', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let receiver: WebhookReceiver;
  let project: string;

  beforeAll(async () => {
    [server, browser, receiver] = await Promise.all([
      startTestServer({ SPANDREL_SECRET }),
      startBrowser(),
      startReceiver(),
    ]);
    const { id } = await aProject(server, { name: 'shop' });
    for (const ago of [1, 2, 3, 200]) {
      await aRecentTrace(server, id, ago, { error_count: ago % 2 });
    }
    project = `${server.url}/projects/${encodeURIComponent(globalId('Project', id))}`;
  });
  afterEach(() => expect(browser.errors.splice(0)).toEqual([]));
  afterAll(async () => {
    await browser.stop();
    await server.stop();
    await receiver.stop();
  });

  const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name }).first();

  it('reach a webhook that shows its secret once and its messages with the answers', async () => {
    const page = await browser.open(`${server.url}/settings/webhooks`);
    await page.getByText('No webhooks yet').waitFor();
    await page.getByRole('button', { name: 'New webhook' }).click();
    const form = page.getByRole('dialog', { name: 'New webhook' });
    await form.getByRole('textbox', { name: 'Name' }).fill('on call');
    await form.getByRole('textbox', { name: 'Address' }).fill('ftp://nowhere');
    await form.getByRole('button', { name: 'Create webhook' }).click();
    await form.getByText('The address must begin with https://').waitFor();
    await form.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
    await form.getByRole('button', { name: 'Create webhook' }).click();
    await form.getByText(/^whsec_/).waitFor();
    await form.getByRole('button', { name: 'Done' }).click();
    await row(page, 'on call').getByText('Enabled').waitFor();

    receiver.answer((response) => response.writeHead(500).end('broken'));
    await page.getByRole('button', { name: 'Actions for on call' }).click();
    await page.getByRole('menuitem', { name: 'Send a test' }).click();
    const log = page.getByRole('dialog', { name: 'Messages to on call' });
    await log.getByText('The receiver answered with status 500.').first().waitFor();
    receiver.answer((response) => response.writeHead(200).end('thanks'));
    await log.getByRole('button', { name: /^Send (now|again)$/ }).click();
    await log.getByText('Delivered').waitFor();
    await page.keyboard.press('Escape');
  });

  it('are set with a preview, fire, and are listed with their history', async () => {
    const page = await browser.open(`${project}/alerts`);
    await page.getByText('No alert rules yet').waitFor();
    await page.getByRole('button', { name: 'New alert rule' }).click();
    const form = page.getByRole('dialog', { name: 'New alert rule' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Many errors');
    await form.getByText(/Beyond the threshold in 1 of the last 96 windows/).waitFor();
    await form.getByRole('textbox', { name: 'Threshold' }).fill('many');
    await form.getByRole('button', { name: 'Create rule' }).click();
    await form.getByText('Enter a number.').waitFor();
    await form.getByRole('textbox', { name: 'Threshold' }).fill('10');
    await form.getByRole('combobox', { name: 'Webhooks' }).click();
    await page.getByRole('option', { name: 'on call' }).click();
    await form.getByRole('button', { name: 'Create rule' }).click();
    await form.waitFor({ state: 'detached' });
    const rule = row(page, 'Many errors');
    await rule.getByText('Error rate of traces in the last 15 minutes, above 10%').waitFor();
    await rule.getByText('Firing').waitFor({ timeout: 60_000 });
    await page.getByRole('region', { name: 'History' }).getByText('Alert "Many errors"').waitFor();

    await page.getByRole('button', { name: 'Edit Many errors' }).click();
    const edited = page.getByRole('dialog', { name: 'Edit alert rule' });
    expect(await edited.getByRole('textbox', { name: 'Threshold' }).inputValue()).toBe('10');
    await edited.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Delete Many errors' }).click();
    const question = page.getByRole('dialog', { name: 'Delete Many errors' });
    await question.getByRole('button', { name: 'Delete rule' }).click();
    await page.getByText('No alert rules yet').waitFor();
  }, 120_000);
});
