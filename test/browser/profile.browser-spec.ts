import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  ADMIN_PASSWORD,
  bearer,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import {
  authorizationRequest,
  CLI,
  createProof,
  sendForm,
  type Tokens,
} from '../support/application.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { ADMIN, complaints, fillIn, heading } from '../support/sign-in-form.js';

describe('the profile', () => {
  let server: SecuredServer;
  let browser: TestBrowser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startSecuredServer(), startBrowser()]);
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  afterEach(() => expect(complaints(browser.errors)).toEqual([]));

  const statusWith = async (headers: Record<string, string>): Promise<number> =>
    (await server.request.get('/v1/projects').set(headers)).status;

  it('is where users rename themselves, keep keys and sessions, and sign out everywhere', async () => {
    const { cookie, userId, username } = await server.createAccount('VIEWER');
    const others = [await server.signIn(userId), await server.signIn(userId)];
    const page = await browser.open(`${server.url}/projects`, { cookie });
    const menu = page.getByRole('menu');
    await page.getByRole('button', { name: 'Account' }).click();
    await menu.getByText(username, { exact: true }).waitFor();
    await menu.getByRole('menuitem', { name: 'Profile' }).click();
    await page.getByLabel('Username').fill(`Ada ${userId}`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`Your username is now Ada ${userId}`).waitFor();

    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('collector');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('This is shown only once').waitFor();
    const key = /spd_[0-9A-Za-z]{43}/.exec(await dialog.innerText())?.[0] ?? '';
    expect(await statusWith(bearer(key))).toBe(200);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText(`${key.slice(0, 12)}…`).waitFor();
    expect(await page.content()).not.toContain(key);
    await page.getByRole('button', { name: 'Delete key collector' }).click();
    await dialog.getByRole('button', { name: 'Delete key' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'collector' });
    await row.waitFor({ state: 'detached' });
    expect(await statusWith(bearer(key))).toBe(401);

    await page.getByRole('link', { name: 'Sessions' }).click();
    await page.getByText('This session').waitFor();
    const ends = page.getByRole('button', { name: /^End session/ });
    expect(await ends.count()).toBe(2);
    await ends.first().click();
    await page.getByText(/^Session in .* ended$/).waitFor();
    await page.getByRole('button', { name: 'End all other sessions' }).click();
    await dialog.getByText('1 session').waitFor();
    await dialog.getByRole('button', { name: 'End sessions' }).click();
    await ends.first().waitFor({ state: 'detached' });
    for (const Cookie of others) expect(await statusWith({ Cookie })).toBe(401);
    expect(await statusWith({ Cookie: cookie })).toBe(200);

    await page.getByRole('link', { name: 'Preferences' }).click();
    await page.getByText('Dark', { exact: true }).click();
    await page.getByRole('combobox', { name: 'Time zone' }).click();
    await page.keyboard.type('kathmandu');
    await page.getByRole('option', { name: 'Asia/Kathmandu' }).click();
    await page.reload();
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
    await page.getByRole('link', { name: 'Sessions' }).click();
    await page.locator('time').first().hover();
    await page
      .getByRole('tooltip')
      .getByText(/GMT\+5:45/)
      .waitFor();

    const elsewhere = await server.signIn(userId);
    await page.getByRole('button', { name: 'Account' }).click();
    await menu.getByText(`Ada ${userId}`).waitFor();
    await menu.getByRole('menuitem', { name: /everywhere/ }).click();
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
    await heading(page, 'You have signed out');
    for (const Cookie of [cookie, elsewhere]) expect(await statusWith({ Cookie })).toBe(401);
  });

  describe('of a user whom an application asks', () => {
    /** A program on this computer, waiting for the browser. */
    let program: Server;
    let redirectUri: string;
    const returns: URL[] = [];

    beforeAll(async () => {
      program = createServer((request, response) => {
        returns.push(new URL(request.url ?? '', redirectUri));
        response.setHeader('Content-Type', 'text/html').end('<title>x</title>Back in the program');
      });
      await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve));
      const { port } = program.address() as AddressInfo;
      redirectUri = `http://127.0.0.1:${port}/callback`;
    });
    afterAll(() => {
      program.close();
      program.closeAllConnections();
    });

    it('ends the access that was approved after signing in', async () => {
      const { verifier, challenge } = createProof();
      const state = 'a state + with & signs = %20 / 0123456789';
      const request = authorizationRequest(challenge, { redirect_uri: redirectUri, state });
      const page = await browser.open(
        `${server.url}/oauth2/authorize?${new URLSearchParams(request).toString()}`,
      );
      await fillIn(page, ADMIN, ADMIN_PASSWORD);
      await heading(page, 'Allow Phoenix CLI to act for you?');
      await page.getByText('Signed in as admin').waitFor();
      // By keyboard alone: the first button denies.
      await page.keyboard.press('Tab');
      expect(await page.locator(':focus').textContent()).toBe('Deny');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.getByText('Back in the program').waitFor();
      const answer = returns[0]!.searchParams;
      expect(answer.get('state')).toBe(state);
      const exchanged = await sendForm(server, 'token', {
        ...CLI,
        grant_type: 'authorization_code',
        code: answer.get('code') ?? '',
        code_verifier: verifier,
        redirect_uri: redirectUri,
      });
      const { access_token: token } = exchanged.body as Tokens;
      const use = () => server.request.get('/v1/user').set(bearer(token));
      expect((await use()).body).toMatchObject({ data: { username: 'admin' } });

      await page.goto(`${server.url}/profile/applications`);
      await page.getByRole('button', { name: 'Revoke access of Phoenix CLI' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke access' }).click();
      await page.getByText('Access of Phoenix CLI revoked').waitFor();
      expect((await use()).status).toBe(401);
    });
  });
});
