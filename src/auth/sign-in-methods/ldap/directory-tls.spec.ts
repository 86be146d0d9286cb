import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthority } from '../../../../test/support/certificates.js';
import { useDirectoryBench } from '../../../../test/support/ldap-directory.js';
import type {
  LdapFault,
  LdapServer,
  LdapServerOptions,
} from '../../../../test/support/ldap-server.js';

const authority = createAuthority();
const certificate = authority.issue('127.0.0.1');

describe('the connection to a directory', () => {
  const files = mkdtempSync(join(tmpdir(), 'spandrel-ldap-'));
  const { start: startServer, directory, logged } = useDirectoryBench();

  const file = (name: string, content: string) => {
    const path = join(files, name);
    writeFileSync(path, content);
    return path;
  };
  const trusted = { SPANDREL_LDAP_TLS_CA_CERT_FILE: file('ca.pem', authority.ca) };
  afterAll(() => rmSync(files, { recursive: true }));

  const start = (options: LdapServerOptions = {}) => startServer({ tls: certificate, ...options });
  const signIn = (server: LdapServer, given: Record<string, string>, limits = {}) =>
    directory(server, given, limits).authenticate('jane', 'jane-password');
  const startTls = { SPANDREL_LDAP_TLS_MODE: 'starttls', ...trusted };
  const ldaps = { SPANDREL_LDAP_TLS_MODE: 'ldaps', ...trusted };
  /** Returns the requests in clear text, except StartTLS itself. */
  const sentInClear = (server: LdapServer) =>
    server.requests
      .filter(({ isEncrypted }) => !isEncrypted)
      .map(({ operation }) => operation)
      .filter((operation) => operation !== 'starttls');

  it('is encrypted by StartTLS before every bind', async () => {
    const server = await start();
    expect(await signIn(server, startTls)).toMatchObject({ role: 'ADMIN' });
    expect(sentInClear(server)).toEqual([]);
    expect(server.operations().filter((operation) => operation === 'starttls')).toHaveLength(2);
  });

  it('is encrypted from the first byte by LDAPS', async () => {
    const server = await start({ ldaps: true });
    expect(await signIn(server, ldaps)).toMatchObject({ role: 'ADMIN' });
    expect(server.requests.every(({ isEncrypted }) => isEncrypted)).toBe(true);
  });

  it.each([
    ['refuses StartTLS', 2, 'StartTLS, result 2'],
    ['cannot start TLS now', 52, 'StartTLS, result 52'],
    ['does not answer', 'hang', 'timeout'],
    ['hangs up', 'drop', 'no response to StartTLS'],
  ])('never continues in clear text with a server that %s', async (_, fault, reason) => {
    const server = await start();
    server.fault = ({ operation }) => (operation === 'starttls' ? (fault as LdapFault) : undefined);
    await expect(signIn(server, startTls, { connectMs: 300 })).rejects.toThrow('cannot be reached');
    expect(server.operations()).toEqual(['starttls']);
    expect(logged).toContainEqual(expect.objectContaining({ reason }));
  });

  it('never continues in clear text with a server without TLS', async () => {
    const server = await start({ tls: undefined });
    await expect(signIn(server, startTls)).rejects.toThrow('cannot be reached');
    expect(sentInClear(server)).toEqual([]);
  });

  it('ignores data that arrived before encryption', async () => {
    const server = await start();
    // The beginning of a successful response to a later bind; the real response would become its
    // text.
    const planted = Buffer.from('308200ff02010261820100', 'hex');
    server.fault = ({ operation }) => (operation === 'starttls' ? planted : undefined);
    await expect(signIn(server, startTls)).rejects.toThrow('cannot be reached');
    expect(logged).toContainEqual(
      expect.objectContaining({ reason: 'no response to StartTLS', error: 'ServerUnusableError' }),
    );
    expect(server.operations()).toEqual(['starttls']);
  });

  it.each([
    ['after the search', ({ operation }: { operation: string }) => operation === 'search'],
    ["during the user's bind", ({ dn }: { dn: string }) => dn.startsWith('uid=jane')],
  ])('does not reconnect in clear text if it is lost %s', async (_, isLost) => {
    const server = await start();
    server.fault = (request) => (isLost(request) ? 'drop' : undefined);
    await expect(signIn(server, startTls)).rejects.toThrow('cannot be reached');
    expect(sentInClear(server)).toEqual([]);
  });

  it.each([
    ['an unknown authority', createAuthority('Other').issue('127.0.0.1')],
    ['another name', authority.issue('ldap.example.com')],
  ])(
    'is closed before a password is sent if the server has a certificate of %s',
    async (_, tls) => {
      const server = await start({ tls });
      await expect(signIn(server, startTls)).rejects.toThrow('cannot be reached');
      expect(server.operations()).toEqual(['starttls']);
      expect(logged).toContainEqual(
        expect.objectContaining({ reason: expect.stringMatching(/CERT|SIGNATURE|ISSUER/) }),
      );
      const implicit = await start({ tls, ldaps: true });
      await expect(signIn(implicit, ldaps)).rejects.toThrow('cannot be reached');
      expect(implicit.operations()).toEqual([]);
    },
  );

  it('accepts any certificate if verification is off', async () => {
    const server = await start({ tls: createAuthority('Other').issue('ldap.example.com') });
    const given = { SPANDREL_LDAP_TLS_MODE: 'starttls', SPANDREL_LDAP_TLS_VERIFY: 'false' };
    expect(await signIn(server, given)).not.toBeNull();
  });

  it('presents a client certificate on demand', async () => {
    const tls = { ...certificate, clientCa: authority.ca };
    const client = authority.issue('spandrel');
    const pair = {
      SPANDREL_LDAP_TLS_CLIENT_CERT_FILE: file('client.pem', client.cert),
      SPANDREL_LDAP_TLS_CLIENT_KEY_FILE: file('client.key', client.key),
    };
    expect(await signIn(await start({ tls }), { ...startTls, ...pair })).not.toBeNull();
    expect(await signIn(await start({ tls, ldaps: true }), { ...ldaps, ...pair })).not.toBeNull();
    await expect(signIn(await start({ tls }), startTls)).rejects.toThrow('cannot be reached');
  });

  it('refuses a key of another certificate, or an encrypted one, at startup', async () => {
    const client = authority.issue('spandrel');
    const keys = [authority.issue('other').key, client.encryptedKey('secret')];
    for (const key of keys) {
      const pair = {
        SPANDREL_LDAP_TLS_CLIENT_CERT_FILE: file('client.pem', client.cert),
        SPANDREL_LDAP_TLS_CLIENT_KEY_FILE: file('client.key', key),
      };
      const server = await start();
      expect(() => directory(server, pair)).toThrow(
        /^SPANDREL_LDAP_TLS_CLIENT_KEY_FILE is .*files that match\.$/,
      );
    }
  });
});
