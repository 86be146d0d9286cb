import { type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { linkOf, type MailServer, startMailServer } from '../support/mail-server.js';
import { complaints, fillIn, heading } from '../support/sign-in-form.js';

const EMAIL = 'forgetful@example.com';
const NEW_PASSWORD = 'quiet rivers run deep';

describe('a forgotten password', () => {
  let mail: MailServer;
  let server: SecuredServer;
  let browser: TestBrowser;

  beforeAll(async () => {
    mail = await startMailServer();
    [server, browser] = await Promise.all([startSecuredServer(mail.env), startBrowser()]);
    await server.gqlAs(
      { Authorization: `Bearer ${server.adminSecret}` },
      `mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }`,
      {
        input: {
          email: EMAIL,
          username: 'forgetful',
          password: 'who would remember this',
          role: 'MEMBER',
        },
      },
    );
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
    await mail.stop();
  });
  afterEach(() => expect(complaints(browser.errors)).toEqual([]));

  it('can be replaced once with the link from an email', async () => {
    const page = await browser.open(`${server.url}/login`);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await heading(page, 'Forgot your password?');
    await page.getByLabel('Email').fill(EMAIL);
    await page.keyboard.press('Enter');
    await page
      .getByRole('status')
      .getByText(/you will get an email/)
      .waitFor();

    const { pathname, search } = new URL(linkOf(await mail.next(EMAIL, 'reset'), 'reset-url'));
    const link = `${pathname}${search}`;
    await page.goto(`${server.url}${link}`);
    await heading(page, 'Set a new password');
    await page.getByLabel('New password', { exact: true }).fill('spandrel spandrel');
    await page.getByLabel('Confirm new password').fill('spandrel spandrel');
    await page.keyboard.press('Enter');
    await page
      .getByRole('alert')
      .getByText(/must be more than/)
      .waitFor();
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel('Confirm new password').fill(NEW_PASSWORD);
    await page.keyboard.press('Enter');
    await page
      .getByRole('status')
      .getByText(/has been reset/)
      .waitFor();
    await fillIn(page, EMAIL, NEW_PASSWORD);
    await page.getByRole('button', { name: 'Account' }).waitFor();

    await page.goto(`${server.url}${link}`);
    await page.getByLabel('New password', { exact: true }).fill('another one altogether');
    await page.getByLabel('Confirm new password').fill('another one altogether');
    await page.keyboard.press('Enter');
    await heading(page, 'This link does not work');
  });

  it('shows the same message for an unknown address', async () => {
    const page = await browser.open(`${server.url}/forgot-password`);
    await page.getByLabel('Email').fill('nobody@example.com');
    await page.keyboard.press('Enter');
    await page
      .getByRole('status')
      .getByText(/you will get an email/)
      .waitFor();
  });
});
