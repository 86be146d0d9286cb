import jwt from 'jsonwebtoken';
import { deriveKeys } from '../../kernel/security/server-keys.js';
import type { Env } from '../../config/env.js';
import { authenticate } from '../passport/authenticate.js';
import type { LoginSessionsService } from '../sessions/login-sessions.service.js';
import { SessionTokensService, type TokenClaims } from '../sessions/session-tokens.service.js';
import { SessionStrategy } from './session.strategy.js';

const SECRET = 'unit-secret-0123456789-abcdefghijklmnop';

const tokens = new SessionTokensService({ auth: { secrets: [SECRET] } } as unknown as Env);
const [{ id: kid, key }] = deriveKeys([SECRET], 'tokens') as [{ id: string; key: Buffer }];

/** Every row exists, so only the token matters. */
const sessions = {
  getByAccessToken: async ({ id }: TokenClaims) => ({
    sessionId: id,
    userId: 1,
    username: 'ada',
    role: 'MEMBER',
    mustChangePassword: false,
  }),
} as unknown as LoginSessionsService;

const strategy = new SessionStrategy(tokens, sessions);

const { secret } = tokens.createSecret();
const inAMinute = () => new Date(Date.now() + 60_000);
const row = () => ({ id: 7, secret, subject: 'VXNlcjox', expiresAt: inAMinute() });

const asBearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const asCookie = (token: string) => ({ headers: { cookie: `spandrel-access-token=${token}` } });

/** Creates a token as this server signs it, except for the given changes. */
const forge = (given: jwt.SignOptions, signingKey: jwt.Secret = key) => {
  const good: jwt.SignOptions = {
    algorithm: 'HS256',
    keyid: kid,
    jwtid: `AccessToken:7:${secret}`,
    subject: 'x',
    issuer: 'spandrel',
    audience: 'spandrel',
    expiresIn: 60,
  };
  const options = Object.entries({ ...good, ...given }).filter(([, value]) => value !== undefined);
  return jwt.sign({}, signingKey, Object.fromEntries(options) as jwt.SignOptions);
};

describe('the session strategy', () => {
  it.each([
    ['header', asBearer],
    ['cookie', asCookie],
  ])('identifies the user of an access token in the %s', async (_, request) => {
    const user = await authenticate([strategy], request(tokens.sign('AccessToken', row())));
    expect(user).toMatchObject({ userId: 1, sessionId: 7, role: 'MEMBER', credential: 'session' });
  });

  it('ignores the cookie if there is an Authorization header', async () => {
    const { headers } = asCookie(tokens.sign('AccessToken', row()));
    const request = { headers: { ...headers, authorization: 'Basic YWRhOng=' } };
    expect(await authenticate([strategy], request)).toBeNull();
  });

  it('reports an expired token', async () => {
    const expired = tokens.sign('AccessToken', { ...row(), expiresAt: new Date(1_000) });
    await expect(authenticate([strategy], asBearer(expired))).rejects.toThrow('Expired token');
  });

  it.each([
    ['with another algorithm', forge({ algorithm: 'HS512' })],
    ['without a signature', forge({ algorithm: 'none' }, '')],
    ['of another issuer', forge({ issuer: 'else' })],
    ['for another audience', forge({ audience: 'else' })],
    ['signed with another key', forge({}, Buffer.alloc(32, 1))],
    ['signed with the bare secret', forge({}, SECRET)],
    ['without a key id', forge({ keyid: undefined })],
    ['of an unknown key', forge({ keyid: '0123456789abcdef' })],
    ['that is nonsense', 'nonsense'],
    ['of another kind', tokens.sign('RefreshToken', row())],
    ['that never expires', forge({ expiresIn: undefined })],
    ['without a subject', forge({ subject: undefined })],
    ['with a malformed id', forge({ jwtid: 'AccessToken:x:y' })],
  ])('refuses a token %s', async (_, token) => {
    await expect(authenticate([strategy], asBearer(token))).rejects.toThrow('Invalid token');
  });
});
