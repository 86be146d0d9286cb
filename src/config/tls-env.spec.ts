import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthority } from '../../test/support/certificates.js';
import { readEnv } from './env.js';
import { messageOf } from '../../test/support/refused-env.js';

const authority = createAuthority();
const server = authority.issue('localhost');

describe('TLS of the listeners', () => {
  const folder = mkdtempSync(join(tmpdir(), 'spandrel-tls-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const file = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const cert = file('cert.pem', server.cert);
  const key = file('key.pem', server.key);
  const encrypted = file('encrypted.pem', server.encryptedKey('open sesame'));
  const ca = file('ca.pem', authority.ca);
  const on = {
    SPANDREL_TLS_ENABLED: 'true',
    SPANDREL_TLS_CERT_FILE: cert,
    SPANDREL_TLS_KEY_FILE: key,
  };

  it('is off by default', () => {
    expect(readEnv({}).tls).toEqual({ http: null, grpc: null });
    expect(readEnv({ SPANDREL_TLS_CERT_FILE: 'nowhere' }).tls.http).toBeNull();
  });

  it('is on for both listeners, and makes the public URL https', () => {
    const env = readEnv(on);
    expect(env.rootUrl).toBe('https://127.0.0.1:6006');
    expect(env.auth.cookies.secure).toBe(true);
    expect(env.tls.http).toEqual({ cert: server.cert, key: server.key, clientCa: undefined });
    expect(env.tls.grpc).toEqual(env.tls.http);
  });

  it.each([
    ['SPANDREL_TLS_ENABLED_FOR_HTTP', 'grpc', 'http'],
    ['SPANDREL_TLS_ENABLED_FOR_GRPC', 'http', 'grpc'],
  ] as const)('can be turned off with %s', (variable, onFor, offFor) => {
    const { tls } = readEnv({ ...on, [variable]: 'false' });
    expect(tls[offFor]).toBeNull();
    expect(tls[onFor]).not.toBeNull();
  });

  it('decrypts an encrypted key', () => {
    const { tls } = readEnv({
      ...on,
      SPANDREL_TLS_KEY_FILE: encrypted,
      SPANDREL_TLS_KEY_FILE_PASSWORD: 'open sesame',
    });
    expect(tls.http?.key).toBe(server.key);
  });

  it('reads the CA file only if clients are verified', () => {
    expect(readEnv({ ...on, SPANDREL_TLS_CA_FILE: ca }).tls.http?.clientCa).toBeUndefined();
    const { tls } = readEnv({
      ...on,
      SPANDREL_TLS_CA_FILE: ca,
      SPANDREL_TLS_VERIFY_CLIENT: 'true',
    });
    expect([tls.http?.clientCa, tls.grpc?.clientCa]).toEqual([authority.ca, authority.ca]);
  });

  const empty = file('empty.pem', '\n');
  const text = file('text.pem', 'no certificate');
  const foreignKey = file('foreign.pem', authority.issue('localhost').key);

  it.each<[string, Record<string, string>, string]>([
    ['no certificate is set', { SPANDREL_TLS_CERT_FILE: '' }, 'SPANDREL_TLS_CERT_FILE is not set'],
    ['no key is set', { SPANDREL_TLS_KEY_FILE: '' }, 'SPANDREL_TLS_KEY_FILE is not set'],
    [
      'the file does not exist',
      { SPANDREL_TLS_CERT_FILE: '/no/file' },
      'SPANDREL_TLS_CERT_FILE is',
    ],
    ['the file is a folder', { SPANDREL_TLS_KEY_FILE: folder }, 'SPANDREL_TLS_KEY_FILE is'],
    ['the certificate is empty', { SPANDREL_TLS_CERT_FILE: empty }, 'which is empty'],
    [
      'the certificate file contains none',
      { SPANDREL_TLS_CERT_FILE: text },
      'SPANDREL_TLS_CERT_FILE is',
    ],
    ['the key file contains none', { SPANDREL_TLS_KEY_FILE: text }, 'SPANDREL_TLS_KEY_FILE is'],
    ['the key is a certificate', { SPANDREL_TLS_KEY_FILE: cert }, 'SPANDREL_TLS_KEY_FILE is'],
    [
      'the key belongs to another certificate',
      { SPANDREL_TLS_KEY_FILE: foreignKey },
      'not the key of the',
    ],
    [
      'the key is encrypted',
      { SPANDREL_TLS_KEY_FILE: encrypted },
      'SPANDREL_TLS_KEY_FILE_PASSWORD is not set',
    ],
    [
      'the password is wrong',
      { SPANDREL_TLS_KEY_FILE: encrypted, SPANDREL_TLS_KEY_FILE_PASSWORD: 'sesame' },
      'SPANDREL_TLS_KEY_FILE_PASSWORD is not the password',
    ],
    [
      'there is no CA file for clients',
      { SPANDREL_TLS_VERIFY_CLIENT: 'true' },
      'SPANDREL_TLS_CA_FILE is not set',
    ],
    [
      'the CA file for clients is empty',
      { SPANDREL_TLS_VERIFY_CLIENT: 'true', SPANDREL_TLS_CA_FILE: text },
      'SPANDREL_TLS_CA_FILE is',
    ],
    [
      'clients must be verified but TLS is off',
      { SPANDREL_TLS_ENABLED: 'false', SPANDREL_TLS_VERIFY_CLIENT: 'true' },
      'SPANDREL_TLS_VERIFY_CLIENT is',
    ],
  ])('refuses to start with one line if %s', (_, changes, expected) => {
    const message = messageOf({ ...on, ...changes });
    expect(message?.split('\n')).toHaveLength(1);
    expect(message).toContain(expected);
    expect(message).not.toContain('sesame');
    expect(message).not.toContain('PRIVATE KEY');
  });
});
