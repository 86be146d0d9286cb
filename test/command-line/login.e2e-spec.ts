import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { decide } from '../support/application.js';
import { type CommandLine, createCommandLine } from '../support/command-line.js';
import type { RunningProgram } from '../support/invocation.js';
import { startTestServer } from '../support/server.js';

describe('spandrel login', () => {
  let server: SecuredServer;
  let cli: CommandLine;
  let member: Account;

  beforeAll(async () => {
    server = await startSecuredServer();
    member = server.accounts.MEMBER;
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    cli = await createCommandLine({});
  });
  afterEach(() => cli.close());

  const file = () => join(cli.configHome, 'spandrel', 'credentials.json');
  const readFileOf = async () => JSON.parse(await readFile(file(), 'utf8'));
  const tracesAt = (...args: string[]) => cli.run('traces', ...args);

  /** Opens the printed page in the browser of a user, who decides. @returns where it leads. */
  const answer = async (running: RunningProgram, approved = true): Promise<URL> => {
    const printed = await running.printed('/oauth2/authorize', 'stderr');
    const page = new URL(/http\S+\/oauth2\/authorize\S+/.exec(printed)![0]);
    const consent = await fetch(page, { headers: { Cookie: member.cookie }, redirect: 'manual' });
    const asked = new URL(consent.headers.get('location')!, server.url).searchParams;
    expect([asked.get('client_name'), asked.get('is_first_party')]).toEqual([
      'Spandrel CLI',
      'true',
    ]);
    const parameters = Object.fromEntries(asked);
    const { body } = await decide(server, member.cookie, { ...parameters, approved });
    return new URL((body as { redirect_to: string }).redirect_to);
  };
  const signIn = async () => {
    const running = cli.start('login', '--url', server.url, '--no-browser');
    const page = await fetch(await answer(running));
    expect(await page.text()).toContain('You can close this window.');
    const { code, stdout } = await running.outcome;
    expect([code, stdout]).toEqual([
      0,
      `Signed in at ${server.url} as ${member.username} (MEMBER).\n`,
    ]);
  };
  const expire = async () => {
    const contents = await readFileOf();
    contents.servers[server.url].expiresAt = 0;
    await writeFile(file(), JSON.stringify(contents));
  };

  it('signs in with a browser, and later commands use that', async () => {
    await signIn();
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect(await tracesAt()).toMatchObject({ code: 0, stderr: 'No traces found.\n' });
    expect((await cli.run('logout')).stdout).toBe(`Signed out at ${server.url}.\n`);
    expect((await tracesAt()).stderr).toContain('Run "spandrel login"');
  });

  it('revokes the tokens when signing out', async () => {
    await signIn();
    const { accessToken } = (await readFileOf()).servers[server.url];
    const ask = () => server.request.get('/v1/user').set('Authorization', `Bearer ${accessToken}`);
    expect((await ask()).status).toBe(200);
    await cli.run('logout');
    expect((await ask()).status).toBe(401);
    expect(await cli.run('logout')).toMatchObject({
      code: 1,
      stderr: `You are not signed in at ${server.url}.\n`,
    });
  });

  it('renews expired tokens once for several commands at the same time', async () => {
    await signIn();
    const before = (await readFileOf()).servers[server.url];
    await expire();
    const outcomes = await Promise.all([tracesAt(), tracesAt(), tracesAt(), tracesAt()]);
    expect(outcomes.map(({ code, stderr }) => [code, stderr])).toEqual(
      Array.from({ length: 4 }, () => [0, 'No traces found.\n']),
    );
    const after = (await readFileOf()).servers[server.url];
    expect(after.refreshToken).not.toBe(before.refreshToken);
    await expire();
    expect((await tracesAt()).code).toBe(0);
  });

  it('renews a token that the server no longer accepts', async () => {
    await signIn();
    const contents = await readFileOf();
    contents.servers[server.url].accessToken = 'no-longer-valid';
    await writeFile(file(), JSON.stringify(contents));
    expect((await tracesAt()).code).toBe(0);
  });

  it('says that a sign-in has ended, and forgets it', async () => {
    await signIn();
    await server.sql('UPDATE oauth2_grants SET revoked_at = now()');
    await expire();
    expect(await tracesAt()).toMatchObject({
      code: 1,
      stderr: `Your sign-in at ${server.url} has ended. Run "spandrel login".\n`,
    });
    expect((await readFileOf()).servers).toEqual({});
  });

  it('stores nothing if the user denies the access', async () => {
    const running = cli.start('login', '--url', server.url, '--no-browser');
    await fetch(await answer(running, false));
    expect(await running.outcome).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('You denied the access, so nothing was stored.\n'),
    });
    await expect(stat(file())).rejects.toThrow('ENOENT');
  });

  it('ignores answers that it did not ask for', async () => {
    const running = cli.start('login', '--url', server.url, '--no-browser');
    const back = await answer(running);
    const forged = new URL(back);
    forged.searchParams.set('state', 'x'.repeat(43));
    expect((await fetch(forged)).status).toBe(404);
    expect((await fetch(new URL('/', back))).status).toBe(404);
    expect((await fetch(back)).status).toBe(200);
    expect((await running.outcome).code).toBe(0);
  });

  it('stores an API key from standard input, if the server accepts it', async () => {
    const login = ['login', '--url', server.url, '--api-key'];
    const stored = await cli.feed(`${member.key}\n`, ...login);
    expect(stored).toMatchObject({ code: 0, stderr: '' });
    expect(stored.stdout).toContain(`as ${member.username} (MEMBER)`);
    expect((await tracesAt()).code).toBe(0);
    expect(await cli.feed('spd_wrong', ...login)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('did not accept the credential'),
    });
    expect(await cli.feed('', ...login)).toMatchObject({
      code: 1,
      stderr: 'This is not an API key.\n',
    });
    expect((await readFileOf()).servers[server.url]).toEqual({ type: 'api-key', key: member.key });
    expect((await cli.run('logout')).code).toBe(0);
    expect((await tracesAt()).code).toBe(1);
  });

  it('keeps a credential for each server, and prefers a key that is given', async () => {
    const open = await startTestServer();
    await cli.feed(member.key, 'login', '--url', server.url, '--api-key');
    const login = await cli.run('login', '--url', open.url);
    expect(login.stdout).toBe(
      `The server at ${open.url} requires no sign-in. Later commands will use this server.\n`,
    );
    expect((await tracesAt()).code).toBe(0);
    expect((await tracesAt('--url', `${server.url}/`)).code).toBe(0);
    expect((await tracesAt('--url', server.url, '--api-key', 'spd_wrong')).code).toBe(1);
    await open.stop();
  });

  it('reports a damaged file of credentials', async () => {
    await cli.feed(member.key, 'login', '--url', server.url, '--api-key');
    await writeFile(file(), '{');
    expect(await tracesAt()).toMatchObject({
      code: 1,
      stderr: `${file()} is damaged. Delete it and sign in again.\n`,
    });
  });
});
