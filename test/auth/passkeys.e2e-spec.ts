import {
  type Account,
  ADMIN_PASSWORD,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { globalId } from '../support/global-id.js';
import { createLocalAccount, createProtectedAccount, RESET } from '../support/second-factor.js';
import { type PasskeyOptions, SoftwarePasskey } from '../support/software-passkey.js';

const START_PASSKEY =
  'mutation ($input: PasswordProofInput!) { startPasskey(input: $input) { options } }';
const ADD = 'mutation ($input: AddPasskeyInput!) { addPasskey(input: $input) { recoveryCodes } }';
const REMOVE_PASSKEY =
  'mutation ($input: RemovePasskeyInput!) { removePasskey(input: $input) { user { id } } }';
const LIST = '{ viewer { secondFactor { recoveryCodeCount passkeys { id name lastUsedAt } } } }';
const NOT_VERIFIED = 'The passkey could not be verified.';
const password = ADMIN_PASSWORD;

interface Data {
  startPasskey: { options: PasskeyOptions & Record<string, unknown> };
  addPasskey: { recoveryCodes: string[] | null };
  viewer: {
    secondFactor: {
      recoveryCodeCount: number;
      passkeys: { id: string; name: string; lastUsedAt: string | null }[];
    };
  };
}

describe('passkeys', () => {
  let server: SecuredServer;
  let origin: string;
  let host: { Host: string };

  beforeAll(async () => {
    server = await startSecuredServer();
    host = { Host: `localhost:${new URL(server.url).port}` };
    origin = `http://${host.Host}`;
  });
  afterAll(() => server.stop());

  const send = (account: Account, query: string, input: object = {}) =>
    server.gqlAs<Data>({ ...cookieOf(account), ...host }, query, { input });
  const start = async (account: Account) =>
    (await send(account, START_PASSKEY, { password })).data!.startPasskey.options;
  const add = async (account: Account, credential: object, name = 'laptop') => {
    const { data, errors } = await send(account, ADD, { name, credential });
    return data?.addPasskey.recoveryCodes ?? errors?.[0]?.message ?? 'added';
  };
  const withPasskey = async (account: Account): Promise<SoftwarePasskey> => {
    const passkey = new SoftwarePasskey();
    await add(account, passkey.create(await start(account), { origin }));
    return passkey;
  };
  const post = (path: string, body: object = {}, Cookie = '') =>
    server.request
      .post(path)
      .set({ ...host, ...(Cookie && { Cookie }) })
      .send(body);
  const options = async (): Promise<PasskeyOptions> => (await post('/auth/passkey/options')).body;
  const signIn = (passkey: object) => post('/auth/passkey/login', { passkey });
  const ticketOf = async ({ email }: Account): Promise<string> => {
    const { headers } = await post('/auth/login', { email, password });
    return (headers['set-cookie'] as unknown as string[])[0]!.split(';')[0]!;
  };
  const secondOptions = async (ticket: string): Promise<PasskeyOptions> =>
    (await post('/auth/second-factor/options', {}, ticket)).body;

  it('are added after the password was entered, the first with recovery codes', async () => {
    const account = await createLocalAccount(server);
    const created = await start(account);
    expect(created).toMatchObject({
      rp: { id: 'localhost', name: 'Spandrel' },
      user: { name: account.email, displayName: account.username },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    });
    const codes = await add(account, new SoftwarePasskey().create(created, { origin }), ' laptop ');
    expect(codes).toHaveLength(10);
    const second = new SoftwarePasskey().create(await start(account), { origin });
    expect(await add(account, second, 'phone')).toBe('added');
    const { data } = await send(account, LIST);
    expect(data!.viewer.secondFactor).toEqual({
      recoveryCodeCount: 10,
      passkeys: [
        { id: expect.any(String), name: 'laptop', lastUsedAt: null },
        { id: expect.any(String), name: 'phone', lastUsedAt: null },
      ],
    });
    const { data: none, errors } = await send(account, START_PASSKEY, { password: 'wrong' });
    expect([none, errors?.[0]?.message]).toEqual([null, 'The password is wrong.']);
  });

  it.each<[string, (own: SoftwarePasskey, made: PasskeyOptions, at: string) => object]>([
    ['of another site', (own, made) => own.create(made, { origin: 'https://evil.example' })],
    [
      'for another host name',
      (own, made, at) => own.create(made, { origin: at, rpId: 'evil.example' }),
    ],
    [
      'with a made-up challenge',
      (own, made, at) => own.create({ ...made, challenge: 'AAAA' }, { origin: at }),
    ],
    [
      'that is an answer to something else',
      (own, made, at) => {
        const answer = own.create(made, { origin: at }) as { response: object };
        return { ...answer, response: { ...answer.response, attestationObject: 'oA' } };
      },
    ],
  ])('are not added with an answer %s', async (_, answer) => {
    const account = await createLocalAccount(server);
    const credential = answer(new SoftwarePasskey(), await start(account), origin);
    expect(await add(account, credential)).toBe('The passkey could not be verified. Try again.');
  });

  it('are not added twice, nor with the challenge of somebody else', async () => {
    const [one, other] = [await createLocalAccount(server), await createLocalAccount(server)];
    const passkey = new SoftwarePasskey();
    const answer = passkey.create(await start(one), { origin });
    expect(await add(other, answer)).toMatch(/could not be verified/);
    expect(await add(one, answer)).toHaveLength(10);
    expect(await add(one, answer)).toMatch(/could not be verified/);
    const again = passkey.create(await start(other), { origin });
    expect(await add(other, again)).toBe('This passkey has already been added.');
  });

  it.each([[{}], ['text'], [{ id: 'x', rawId: 'x', type: 'public-key', response: {} }]])(
    'are not added from %j',
    async (credential) => {
      const account = await createLocalAccount(server);
      const { errors } = await send(account, ADD, { name: 'x', credential });
      expect(errors?.[0]).toMatchObject({ extensions: { code: 'BAD_USER_INPUT' } });
    },
  );

  it('need a host name', async () => {
    const account = await createLocalAccount(server);
    const { errors } = await server.gqlAs(cookieOf(account), START_PASSKEY, {
      input: { password },
    });
    expect(errors?.[0]?.message).toMatch(/need a host name/);
    const response = await server.request.post('/auth/passkey/options');
    expect([response.status, response.text]).toEqual([422, expect.stringMatching(/host name/)]);
  });

  describe('alone', () => {
    let account: Account;
    let passkey: SoftwarePasskey;

    beforeEach(async () => {
      account = await createLocalAccount(server);
      passkey = await withPasskey(account);
    });

    it('sign in without a password', async () => {
      const asked = await options();
      expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
      expect(asked).not.toHaveProperty('allowCredentials');
      const response = await signIn(passkey.use(asked, { origin }));
      expect(response.status).toBe(204);
      const Cookie = (response.headers['set-cookie'] as unknown as string[])
        .map((cookie) => cookie.split(';')[0])
        .join('; ');
      const viewer = await server.gqlAs({ Cookie }, '{ viewer { username } }');
      expect(viewer.data).toEqual({ viewer: { username: account.username } });
      const { data } = await send(account, LIST);
      expect(data!.viewer.secondFactor.passkeys[0]!.lastUsedAt).toMatch(/^20/);
      const [event] = await server.sql(
        "SELECT details FROM audit_events WHERE action = 'login.succeeded' AND subject_id = $1",
        [String(account.userId)],
      );
      expect(event).toEqual({ details: { method: 'LOCAL', proof: 'passkey' } });
    });

    it.each<[string, (own: SoftwarePasskey, at: string) => Promise<object>]>([
      [
        'without verifying the user',
        async (own, at) => own.use(await options(), { origin: at, verifiesUser: false }),
      ],
      [
        'of another site',
        async (own) => own.use(await options(), { origin: 'https://evil.example' }),
      ],
      [
        'for another host name',
        async (own, at) => own.use(await options(), { origin: at, rpId: 'evil.example' }),
      ],
      [
        'with a made-up challenge',
        async (own, at) => own.use({ challenge: 'AAAA' }, { origin: at }),
      ],
      [
        'with the challenge of a second step',
        async (own, at) => own.use(await secondOptions(await ticketOf(account)), { origin: at }),
      ],
      [
        'with an expired challenge',
        async (own, at) => {
          const asked = await options();
          await server.sql('UPDATE passkey_challenges SET expires_at = now()');
          return own.use(asked, { origin: at });
        },
      ],
      [
        'with another key',
        async (own, at) => {
          const forged = new SoftwarePasskey().use(await options(), { origin: at });
          return {
            ...forged,
            id: own.id.toString('base64url'),
            rawId: own.id.toString('base64url'),
          };
        },
      ],
      [
        'that is unknown',
        async (_own, at) => new SoftwarePasskey().use(await options(), { origin: at }),
      ],
      [
        'for another account',
        async (own, at) => {
          const answer = own.use(await options(), { origin: at }) as { response: object };
          return { ...answer, response: { ...answer.response, userHandle: 'c3BhbmRyZWw6MQ' } };
        },
      ],
    ])('are refused %s', async (_, answer) => {
      const response = await signIn(await answer(passkey, origin));
      expect([response.status, response.text]).toEqual([401, NOT_VERIFIED]);
      expect(response.headers['set-cookie']).toBeUndefined();
    });

    it('sign a challenge that works once', async () => {
      const answer = passkey.use(await options(), { origin });
      expect((await signIn(answer)).status).toBe(204);
      expect((await signIn(answer)).status).toBe(401);
    });

    it('are refused if their counter does not grow, as that of a copy', async () => {
      const attempt = async (counter: number) =>
        (await signIn(passkey.use(await options(), { origin, counter }))).status;
      expect(await attempt(5)).toBe(204);
      expect(await attempt(5)).toBe(401);
      expect(await attempt(4)).toBe(401);
      expect(await attempt(6)).toBe(204);
      expect(await attempt(0)).toBe(401);
    });

    it('are refused once the account is not local anymore', async () => {
      await server.sql(
        "UPDATE users SET auth_method = 'OAUTH2', password_hash = NULL WHERE id = $1",
        [account.userId],
      );
      expect((await signIn(passkey.use(await options(), { origin }))).status).toBe(401);
    });

    it('are refused after they were removed, which takes the password', async () => {
      const { id } = (await send(account, LIST)).data!.viewer.secondFactor.passkeys[0]!;
      const other = await createProtectedAccount(server);
      const foreign = await send(other, REMOVE_PASSKEY, { id, password });
      expect(foreign.errors?.[0]?.message).toMatch(/no such/);
      const wrong = await send(account, REMOVE_PASSKEY, { id, password: 'wrong' });
      expect(wrong.errors?.[0]?.message).toBe('The password is wrong.');
      expect((await signIn(passkey.use(await options(), { origin }))).status).toBe(204);
      expect((await send(account, REMOVE_PASSKEY, { id, password })).errors).toBeUndefined();
      expect((await signIn(passkey.use(await options(), { origin }))).status).toBe(401);
      expect((await send(account, LIST)).data!.viewer.secondFactor.recoveryCodeCount).toBe(0);
    });

    it('are refused after an administrator reset them', async () => {
      const input = { userId: globalId('User', account.userId) };
      const reset = await server.gqlAs(cookieOf(server.accounts.ADMIN), RESET, { input });
      expect(reset.errors).toBeUndefined();
      expect((await signIn(passkey.use(await options(), { origin }))).status).toBe(401);
    });
  });

  describe('as the second step', () => {
    let account: Account;
    let passkey: SoftwarePasskey;

    beforeEach(async () => {
      account = await createLocalAccount(server);
      passkey = await withPasskey(account);
    });

    it('complete a sign-in with the password, even without verifying the user', async () => {
      const first = await post('/auth/login', { email: account.email, password });
      expect(first.body).toEqual({ second_factors: ['passkey', 'recovery_code'] });
      const ticket = await ticketOf(account);
      const asked = await secondOptions(ticket);
      expect(asked).toMatchObject({
        allowCredentials: [{ id: passkey.id.toString('base64url'), transports: ['internal'] }],
        userVerification: 'preferred',
      });
      const answer = passkey.use(asked, { origin, verifiesUser: false });
      const response = await post('/auth/second-factor', { passkey: answer }, ticket);
      expect(response.status).toBe(204);
      const again = await post('/auth/second-factor', { passkey: answer }, ticket);
      expect([again.status, again.text]).toEqual([401, 'Enter your password again.']);
    });

    it('are refused if they belong to somebody else', async () => {
      const thief = await createLocalAccount(server);
      const own = await withPasskey(thief);
      const ticket = await ticketOf(account);
      const answer = own.use(await secondOptions(ticket), { origin });
      const response = await post('/auth/second-factor', { passkey: answer }, ticket);
      expect([response.status, response.text]).toEqual([401, NOT_VERIFIED]);
    });

    it('are refused with the challenge of a sign-in without password', async () => {
      const ticket = await ticketOf(account);
      const answer = passkey.use(await options(), { origin });
      const response = await post('/auth/second-factor', { passkey: answer }, ticket);
      expect(response.status).toBe(401);
    });

    it('take a ticket', async () => {
      const response = await post('/auth/second-factor/options');
      expect([response.status, response.text]).toEqual([401, 'Enter your password again.']);
    });

    it('are sent without a code', async () => {
      const ticket = await ticketOf(account);
      const answer = passkey.use(await secondOptions(ticket), { origin });
      const both = await post('/auth/second-factor', { passkey: answer, code: '123456' }, ticket);
      expect(both.status).toBe(422);
    });
  });
});

describe('passkeys on a server without passwords', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer({
      SPANDREL_DISABLE_BASIC_AUTH: 'true',
      SPANDREL_LDAP_HOST: 'ldap.example.com',
      SPANDREL_LDAP_USER_SEARCH_BASE_DNS: '["dc=example,dc=com"]',
      SPANDREL_LDAP_GROUP_ROLE_MAPPINGS: '[{"group_dn":"*","role":"MEMBER"}]',
      SPANDREL_ROOT_URL: 'https://spandrel.example.com',
    });
  });
  afterAll(() => server.stop());

  it.each(['/auth/passkey/options', '/auth/second-factor/options'])(
    '%s is closed',
    async (path) => {
      expect((await server.request.post(path)).status).toBe(403);
    },
  );
});
