import { createHmac } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Env } from '../../config/env.js';
import { deriveKeys } from '../../kernel/security/server-keys.js';
import { SessionTokensService } from './session-tokens.service.js';

const SECRET = 'unit-secret-0123456789-abcdefghijklmnop';
const OLDER = 'older-secret-0123456789-abcdefghijklmnop';

const serviceWith = (...secrets: string[]) =>
  new SessionTokensService({ auth: { secrets } } as unknown as Env);

const inAMinute = () => new Date(Date.now() + 60_000);

describe('session tokens', () => {
  const service = serviceWith(SECRET);
  const { secret, hash } = service.createSecret();
  const row = () => ({ id: 7, secret, subject: 'VXNlcjox', expiresAt: inAMinute() });
  const [key] = deriveKeys([SECRET], 'tokens');

  it('name their row, and are valid only for their kind', () => {
    const token = service.sign('AccessToken', row());
    expect(service.verify('AccessToken', token)).toEqual({ id: 7, hash });
    expect(() => service.verify('RefreshToken', token)).toThrow('Invalid token');
    const payload = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
    expect(payload).toMatchObject({
      jti: `AccessToken:7:${secret}`,
      iss: 'spandrel',
      aud: 'spandrel',
      sub: 'VXNlcjox',
    });
  });

  it('report that they have expired', () => {
    const expired = service.sign('AccessToken', { ...row(), expiresAt: new Date(1_000) });
    expect(() => service.verify('AccessToken', expired)).toThrow('Expired token');
  });

  it('accept an older secret as long as the server does', () => {
    const token = serviceWith(OLDER).sign('AccessToken', row());
    expect(serviceWith(SECRET, OLDER).verify('AccessToken', token)).toEqual({ id: 7, hash });
    expect(() => service.verify('AccessToken', token)).toThrow('Invalid token');
  });

  const claims = (jti: string) =>
    new SignJWT({})
      .setJti(jti)
      .setSubject('x')
      .setIssuer('spandrel')
      .setAudience('spandrel')
      .setIssuedAt()
      .setExpirationTime('1 minute');
  const jti = `AccessToken:7:${secret}`;
  const header = { alg: 'HS256', kid: key!.id };

  it.each<[string, () => Promise<string> | string]>([
    [
      'of another algorithm',
      () =>
        claims(jti)
          .setProtectedHeader({ ...header, alg: 'HS512' })
          .sign(key!.key),
    ],
    ['without a signature', () => `${encode({ alg: 'none', kid: key!.id })}.${encode({ jti })}.`],
    [
      'of another issuer',
      () => claims(jti).setIssuer('else').setProtectedHeader(header).sign(key!.key),
    ],
    [
      'for another audience',
      () => claims(jti).setAudience('else').setProtectedHeader(header).sign(key!.key),
    ],
    [
      'signed by another key',
      () => claims(jti).setProtectedHeader(header).sign(Buffer.alloc(32, 1)),
    ],
    [
      'signed by the bare secret',
      () => claims(jti).setProtectedHeader(header).sign(Buffer.from(SECRET)),
    ],
    [
      'that never expires',
      () => forever({ jti, iss: 'spandrel', aud: 'spandrel', sub: 'x', iat: 1 }),
    ],
    ['without a row id', () => claims('AccessToken:x:y').setProtectedHeader(header).sign(key!.key)],
    ['without a key id', () => claims(jti).setProtectedHeader({ alg: 'HS256' }).sign(key!.key)],
    ['that is not a token', () => 'nonsense'],
    ['that is empty', () => ''],
  ])('refuse one %s', async (_, forge) => {
    const token = await forge();
    expect(() => service.verify('AccessToken', token)).toThrow('Invalid token');
  });

  function forever(payload: object): string {
    const signed = `${encode(header)}.${encode(payload)}`;
    return `${signed}.${createHmac('sha256', key!.key).update(signed).digest('base64url')}`;
  }
});

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
