import {
  type Account,
  ADMIN_PASSWORD,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { globalId } from '../support/global-id.js';
import { createLocalAccount, createProtectedAccount, RESET } from '../support/second-factor.js';
import { ADD_PASSKEY, PasskeyClient, START_PASSKEY } from '../support/passkey-client.js';
import { type PasskeyOptions, SoftwarePasskey } from '../support/software-passkey.js';

const REMOVE_PASSKEY =
  'mutation ($input: RemovePasskeyInput!) { removePasskey(input: $input) { user { id } } }';
const LIST = '{ viewer { secondFactor { recoveryCodeCount passkeys { id name lastUsedAt } } } }';
const NOT_VERIFIED = 'The passkey could not be verified.';
const password = ADMIN_PASSWORD;

interface Listed {
  viewer: {
    secondFactor: {
      recoveryCodeCount: number;
      passkeys: { id: string; name: string; lastUsedAt: string | null }[];
    };
  };
}

describe('passkeys', () => {
  let server: SecuredServer;
  let client: PasskeyClient;
  let origin: string;

  beforeAll(async () => {
    server = await startSecuredServer();
    client = new PasskeyClient(server);
    ({ origin } = client);
  });
  afterAll(() => server.stop());

  it('call an account by random bytes, which stay the same', async () => {
    const account = await createLocalAccount(server);
    const handleOf = async () => Buffer.from((await client.start(account)).user!.id, 'base64url');
    const [first, ...others] = await Promise.all([handleOf(), handleOf(), handleOf()]);
    expect(first).toHaveLength(64);
    for (const other of [...others, await handleOf()]) expect(other).toEqual(first);
    const stranger = await client.start(await createLocalAccount(server));
    expect(Buffer.from(stranger.user!.id, 'base64url')).not.toEqual(first);
  });

  it('still work if they were added when accounts were called by their ID', async () => {
    const account = await createLocalAccount(server);
    const passkey = await client.addTo(account);
    await server.sql('DELETE FROM passkey_handles WHERE user_id = $1', [account.userId]);
    passkey.userHandle = Buffer.from(`spandrel:${account.userId}`).toString('base64url');
    const signIn = async () =>
      (await client.signIn(passkey.use(await client.options(), { origin }))).status;
    expect(await signIn()).toBe(204);
    // Also beside one that was added later.
    await client.addTo(account);
    expect(await signIn()).toBe(204);
  });

  it('are added after the password was entered, the first with recovery codes', async () => {
    const account = await createLocalAccount(server);
    const created = await client.start(account);
    expect(created).toMatchObject({
      rp: { id: 'localhost', name: 'Spandrel' },
      user: { name: account.email, displayName: account.username },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    });
    const codes = await client.add(
      account,
      new SoftwarePasskey().create(created, { origin }),
      ' laptop ',
    );
    expect(codes).toHaveLength(10);
    const second = new SoftwarePasskey().create(await client.start(account), { origin });
    expect(await client.add(account, second, 'phone')).toBe('added');
    const { data } = await client.send<Listed>(account, LIST);
    expect(data!.viewer.secondFactor).toEqual({
      recoveryCodeCount: 10,
      passkeys: [
        { id: expect.any(String), name: 'laptop', lastUsedAt: null },
        { id: expect.any(String), name: 'phone', lastUsedAt: null },
      ],
    });
    const { data: none, errors } = await client.send(account, START_PASSKEY, { password: 'wrong' });
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
    const credential = answer(new SoftwarePasskey(), await client.start(account), origin);
    expect(await client.add(account, credential)).toBe(
      'The passkey could not be verified. Try again.',
    );
  });

  it('are not added twice, nor with the challenge of somebody else', async () => {
    const [one, other] = [await createLocalAccount(server), await createLocalAccount(server)];
    const passkey = new SoftwarePasskey();
    const answer = passkey.create(await client.start(one), { origin });
    expect(await client.add(other, answer)).toMatch(/could not be verified/);
    expect(await client.add(one, answer)).toHaveLength(10);
    expect(await client.add(one, answer)).toMatch(/could not be verified/);
    const again = passkey.create(await client.start(other), { origin });
    expect(await client.add(other, again)).toBe('This passkey has already been added.');
  });

  it.each([[{}], ['text'], [{ id: 'x', rawId: 'x', type: 'public-key', response: {} }]])(
    'are not added from %j',
    async (credential) => {
      const account = await createLocalAccount(server);
      const { errors } = await client.send(account, ADD_PASSKEY, { name: 'x', credential });
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
      passkey = await client.addTo(account);
    });

    it('sign in without a password', async () => {
      const asked = await client.options();
      expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
      expect(asked).not.toHaveProperty('allowCredentials');
      const response = await client.signIn(passkey.use(asked, { origin }));
      expect(response.status).toBe(204);
      const Cookie = (response.headers['set-cookie'] as unknown as string[])
        .map((cookie) => cookie.split(';')[0])
        .join('; ');
      const viewer = await server.gqlAs({ Cookie }, '{ viewer { username } }');
      expect(viewer.data).toEqual({ viewer: { username: account.username } });
      const { data } = await client.send<Listed>(account, LIST);
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
        async (own, at) => own.use(await client.options(), { origin: at, verifiesUser: false }),
      ],
      [
        'of another site',
        async (own) => own.use(await client.options(), { origin: 'https://evil.example' }),
      ],
      [
        'for another host name',
        async (own, at) => own.use(await client.options(), { origin: at, rpId: 'evil.example' }),
      ],
      [
        'with a made-up challenge',
        async (own, at) => own.use({ challenge: 'AAAA' }, { origin: at }),
      ],
      [
        'with the challenge of a second step',
        async (own, at) =>
          own.use(await client.secondOptions(await client.ticketOf(account)), { origin: at }),
      ],
      [
        'with an expired challenge',
        async (own, at) => {
          const asked = await client.options();
          await server.sql('UPDATE passkey_challenges SET expires_at = now()');
          return own.use(asked, { origin: at });
        },
      ],
      [
        'with another key',
        async (own, at) => {
          const forged = new SoftwarePasskey().use(await client.options(), { origin: at });
          return {
            ...forged,
            id: own.id.toString('base64url'),
            rawId: own.id.toString('base64url'),
          };
        },
      ],
      [
        'that is unknown',
        async (_own, at) => new SoftwarePasskey().use(await client.options(), { origin: at }),
      ],
      [
        'for another account',
        async (own, at) => {
          const answer = own.use(await client.options(), { origin: at }) as { response: object };
          return { ...answer, response: { ...answer.response, userHandle: 'c3BhbmRyZWw6MQ' } };
        },
      ],
      [
        'without saying for which account',
        async (own, at) => {
          const answer = own.use(await client.options(), { origin: at }) as { response: object };
          return { ...answer, response: { ...answer.response, userHandle: undefined } };
        },
      ],
    ])('are refused %s', async (_, answer) => {
      const response = await client.signIn(await answer(passkey, origin));
      expect([response.status, response.text]).toEqual([401, NOT_VERIFIED]);
      expect(response.headers['set-cookie']).toBeUndefined();
    });

    it('sign a challenge that works once', async () => {
      const answer = passkey.use(await client.options(), { origin });
      expect((await client.signIn(answer)).status).toBe(204);
      expect((await client.signIn(answer)).status).toBe(401);
    });

    it('are refused if their counter does not grow, as that of a copy', async () => {
      const attempt = async (counter: number) =>
        (await client.signIn(passkey.use(await client.options(), { origin, counter }))).status;
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
      expect((await client.signIn(passkey.use(await client.options(), { origin }))).status).toBe(
        401,
      );
    });

    it('are refused after they were removed, which takes the password', async () => {
      const { id } = (await client.send<Listed>(account, LIST)).data!.viewer.secondFactor
        .passkeys[0]!;
      const other = await createProtectedAccount(server);
      const foreign = await client.send(other, REMOVE_PASSKEY, { id, password });
      expect(foreign.errors?.[0]?.message).toMatch(/no such/);
      const wrong = await client.send(account, REMOVE_PASSKEY, { id, password: 'wrong' });
      expect(wrong.errors?.[0]?.message).toBe('The password is wrong.');
      expect((await client.signIn(passkey.use(await client.options(), { origin }))).status).toBe(
        204,
      );
      expect((await client.send(account, REMOVE_PASSKEY, { id, password })).errors).toBeUndefined();
      expect((await client.signIn(passkey.use(await client.options(), { origin }))).status).toBe(
        401,
      );
      expect(
        (await client.send<Listed>(account, LIST)).data!.viewer.secondFactor.recoveryCodeCount,
      ).toBe(0);
    });

    it('are refused after an administrator reset them', async () => {
      const input = { userId: globalId('User', account.userId) };
      const reset = await server.gqlAs(cookieOf(server.accounts.ADMIN), RESET, { input });
      expect(reset.errors).toBeUndefined();
      expect((await client.signIn(passkey.use(await client.options(), { origin }))).status).toBe(
        401,
      );
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
