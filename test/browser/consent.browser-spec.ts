import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import {
  ADMIN_PASSWORD,
  bearer,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import {
  authorizationRequest,
  CLI,
  connect,
  connectUnverified,
  createProof,
  sendForm,
  type Tokens,
} from '../support/application.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { ADMIN, complaints, fillIn } from '../support/sign-in-form.js';

describe('an application that asks a user', () => {
  let server: SecuredServer;
  let browser: TestBrowser;
  /** A program on this computer, waiting for the browser. */
  let program: Server;
  let redirectUri: string;
  let returns: URL[];

  beforeAll(async () => {
    [server, browser] = await Promise.all([startSecuredServer(), startBrowser()]);
    program = createServer((request, response) => {
      returns.push(new URL(request.url ?? '', redirectUri));
      response.setHeader('Content-Type', 'text/html').end('<title>x</title>Back in the program');
    });
    await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve));
    const { port } = program.address() as AddressInfo;
    redirectUri = `http://127.0.0.1:${port}/callback`;
  });
  afterAll(async () => {
    await browser.stop();
    program.close();
    program.closeAllConnections();
    await server.stop();
  });
  beforeEach(() => {
    returns = [];
  });

  const ask = (changes: Record<string, string> = {}, challenge = createProof().challenge) => {
    const request = authorizationRequest(challenge, { redirect_uri: redirectUri, ...changes });
    return `${server.url}/oauth2/authorize?${new URLSearchParams(request).toString()}`;
  };

  const awaitReturn = async (page: Page): Promise<URLSearchParams> => {
    await page.getByText('Back in the program').waitFor();
    return returns[0]!.searchParams;
  };

  it('gets tokens after the user has signed in and approved', async () => {
    const { verifier, challenge } = createProof();
    const state = 'a state + with & signs = %20 / 0123456789';
    const page = await browser.open(ask({ state }, challenge));
    await fillIn(page, ADMIN, ADMIN_PASSWORD);
    await page.getByRole('heading', { name: 'Allow Phoenix CLI to act for you?' }).waitFor();
    await page.getByText('Signed in as admin').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.getByText('a program on this computer').waitFor();
    await page.getByText(redirectUri).waitFor();

    // By keyboard alone: the first button denies.
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toBe('Deny');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const answer = await awaitReturn(page);
    expect(answer.get('state')).toBe(state);
    const exchanged = await sendForm(server, 'token', {
      ...CLI,
      grant_type: 'authorization_code',
      code: answer.get('code') ?? '',
      code_verifier: verifier,
      redirect_uri: redirectUri,
    });
    const { access_token: token } = exchanged.body as Tokens;
    const user = await server.request.get('/v1/user').set(bearer(token));
    expect(user.body).toMatchObject({ data: { username: 'admin' } });
    expect(complaints(browser.errors)).toEqual([]);
    await page.close();
  });

  it('is told if the user refuses', async () => {
    const page = await browser.open(ask(), { cookie: server.accounts.VIEWER.cookie });
    await page.getByRole('button', { name: 'Deny' }).click();
    const answer = await awaitReturn(page);
    expect(answer.get('error')).toBe('access_denied');
    expect(answer.has('code')).toBe(false);
    await page.close();
  });

  it('cannot pretend to be verified, or have another name', async () => {
    await connectUnverified(server, server.accounts.MEMBER.cookie, 'Unknown agent <b>');
    const rows = await server.sql<{ id: string }>(
      "SELECT client_id AS id FROM oauth2_clients WHERE name = 'Unknown agent <b>'",
    );
    const request = authorizationRequest(createProof().challenge, {
      client_id: rows[0]!.id,
      redirect_uri: redirectUri,
      resource: `${server.url}/mcp`,
      client_name: 'Spandrel',
      is_first_party: 'true',
    });
    const page = await browser.open(
      `${server.url}/oauth2/consent?${new URLSearchParams(request).toString()}`,
      { cookie: server.accounts.MEMBER.cookie },
    );
    await page.getByRole('heading', { name: 'Allow Unknown agent <b> to act for you?' }).waitFor();
    await page.getByRole('alert').getByText('nobody has verified its name').waitFor();
    await page.getByText('through the MCP server').waitFor();
    expect(browser.errors.splice(0)).toEqual([]);
    await browser.release(page);
  });

  it('opens by its own scheme, and the page says that it is done', async () => {
    const uri = 'spandrel-test://oauth/callback';
    const { body } = await server.request
      .post('/oauth2/register')
      .send({ client_name: 'Editor', redirect_uris: [uri] });
    const { client_id: clientId } = body as { client_id: string };
    const page = await browser.open(ask({ client_id: clientId, redirect_uri: uri }), {
      cookie: server.accounts.MEMBER.cookie,
    });
    await page.getByText('that opens spandrel-test: links').waitFor();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('heading', { name: 'Return to Editor' }).waitFor();
    const link = page.getByRole('link', { name: 'Open Editor again' });
    expect(await link.getAttribute('href')).toMatch(/^spandrel-test:\/\/oauth\/callback\?code=/);
    // No program of this machine knows the scheme.
    browser.errors.splice(0);
    await page.close();
  });

  it('is not shown with an address that it did not register', async () => {
    const request = authorizationRequest(createProof().challenge, {
      redirect_uri: 'https://evil.example/callback',
    });
    const page = await browser.open(
      `${server.url}/oauth2/consent?${new URLSearchParams(request).toString()}`,
      { cookie: server.accounts.MEMBER.cookie },
    );
    await page.getByRole('heading', { name: 'This application cannot ask for access' }).waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
    expect(browser.errors.splice(0)).toEqual([]);
    await browser.release(page);
  });

  it('loses access when its user, or an administrator, revokes it', async () => {
    const { cookie, username } = await server.createAccount('MEMBER');
    const use = async ({ access_token: token }: Tokens) =>
      (await server.request.get('/v1/user').set(bearer(token))).status;
    const [first, second] = [
      await connect(server, cookie),
      await connectUnverified(server, cookie, 'Coding agent'),
    ];
    const page = await browser.open(`${server.url}/profile/applications`, { cookie });
    await page.getByText('Unverified').waitFor();
    await page.getByRole('button', { name: 'Revoke access of Phoenix CLI' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke access' }).click();
    await page.getByText('Access of Phoenix CLI revoked').waitFor();
    expect([await use(first), await use(second)]).toEqual([401, 200]);
    await browser.release(page);

    const admin = await browser.open(`${server.url}/settings/applications`, {
      cookie: server.accounts.ADMIN.cookie,
    });
    const name = `Revoke access of Coding agent for ${username}`;
    await admin.getByRole('button', { name }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Revoke access' }).click();
    await admin.getByText('Access of Coding agent revoked').waitFor();
    expect(await use(second)).toBe(401);
    expect(browser.errors.splice(0)).toEqual([]);
    await browser.release(admin);
  });
});
