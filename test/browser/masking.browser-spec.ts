import { cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { sendTraces } from '../support/send-traces.js';

const TEXT = 'Ada, ada@example.com, customer KD-123456';

describe('the masks of a project', () => {
  let server: SecuredServer;
  let browser: TestBrowser;
  let config: string;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startSecuredServer(), startBrowser()]);
    const headers = { authorization: `Bearer ${server.adminSecret}` };
    const trace = { project: 'shop', name: 'answer', attributes: { 'input.value': TEXT } };
    await sendTraces(server.url, [trace], headers);
    const { body } = await server.request.get('/v1/projects/shop').set(headers);
    config = `${server.url}/projects/${(body as { data: { id: string } }).data.id}/config`;
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });

  const open = (role: 'ADMIN' | 'MEMBER') =>
    browser.open(config, { cookie: cookieOf(server.accounts[role]).Cookie });

  it('are tried on stored spans, saved, and shown again', async () => {
    const page = await open('ADMIN');
    const masking = page.getByRole('region', { name: 'Masking' });
    await masking.getByRole('checkbox', { name: 'Email addresses' }).click();
    await masking.getByRole('textbox', { name: 'Whole attributes' }).fill('**.password');
    await masking.getByRole('button', { name: 'Add pattern' }).click();
    await masking.getByRole('textbox', { name: 'Name of the pattern' }).fill('customer');
    await masking.getByRole('textbox', { name: 'Pattern', exact: true }).fill('KD-(');
    await masking.getByRole('button', { name: 'Preview' }).click();
    await masking.getByText('is not valid in RE2 syntax').waitFor();
    browser.errors.length = 0;
    await masking.getByRole('textbox', { name: 'Pattern', exact: true }).fill('KD-\\d{6}');
    await masking.getByRole('button', { name: 'Preview' }).click();
    const preview = masking.getByRole('region', { name: 'Preview' });
    await preview.getByText('1 span of the newest 50').waitFor();
    await preview.getByText('Ada, [email], customer [customer]').waitFor();
    const save = masking.getByRole('button', { name: 'Save' });
    await save.click();
    await page.reload();
    await masking.getByRole('checkbox', { name: 'Email addresses', checked: true }).waitFor();
    expect(await masking.getByRole('textbox', { name: 'Pattern', exact: true }).inputValue()).toBe(
      'KD-\\d{6}',
    );
    expect(await save.isDisabled()).toBe(true);
    expect(browser.errors).toEqual([]);
  });

  it('are only shown to members', async () => {
    const page = await open('MEMBER');
    const masking = page.getByRole('region', { name: 'Masking' });
    await masking.getByText('Email addresses, customer, **.password').waitFor();
    expect(await masking.getByRole('button').count()).toBe(0);
  });
});
