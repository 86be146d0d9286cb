import { base64url, SignJWT } from 'jose';
import { deriveKeys } from '../../../kernel/security/server-keys.js';
import {
  ATTEMPT_SECONDS,
  type LoginAttempt,
  readAttempt,
  signAttempt,
  STATE_PURPOSE,
} from './login-state.js';

const attempt: LoginAttempt = {
  provider: 'acme',
  redirectUri: 'https://ours.example/oauth2/acme/tokens',
  returnUrl: '/projects',
  usesPkce: true,
};

const { jest } = import.meta;

const keys = (...secrets: string[]) => deriveKeys(secrets, STATE_PURPOSE);
const key = (secret: string) => keys(secret)[0]!;

describe('the state of an attempt', () => {
  afterEach(() => jest.useRealTimers());

  it('contains the attempt and is unique', async () => {
    const state = await signAttempt(key('secret-1'), attempt);
    await expect(readAttempt(keys('secret-1'), state)).resolves.toEqual(attempt);
    await expect(signAttempt(key('secret-1'), attempt)).resolves.not.toBe(state);
    const bare = { ...attempt, returnUrl: undefined, usesPkce: false };
    const other = await signAttempt(key('secret-1'), bare);
    await expect(readAttempt(keys('secret-1'), other)).resolves.toEqual(bare);
  });

  it('is still valid after the secret was rotated, but not with another secret', async () => {
    const state = await signAttempt(key('old'), attempt);
    await expect(readAttempt(keys('new', 'old'), state)).resolves.toEqual(attempt);
    await expect(readAttempt(keys('new', 'newer'), state)).resolves.toBeNull();
  });

  it('expires after 15 minutes', async () => {
    const state = await signAttempt(key('secret'), attempt);
    jest.useFakeTimers({ now: Date.now() + (ATTEMPT_SECONDS - 5) * 1000 });
    await expect(readAttempt(keys('secret'), state)).resolves.toEqual(attempt);
    jest.setSystemTime(Date.now() + 10_000);
    await expect(readAttempt(keys('secret'), state)).resolves.toBeNull();
  });

  it('is refused if anything was changed', async () => {
    const state = await signAttempt(key('secret'), attempt);
    const [header = '', payload = '', signature = ''] = state.split('.');
    const changed = base64url.encode(
      JSON.stringify({
        ...(JSON.parse(new TextDecoder().decode(base64url.decode(payload))) as object),
        ret: '//evil.example',
      }),
    );
    const unsigned = base64url.encode(JSON.stringify({ alg: 'none', typ: 'oauth2-state+jwt' }));
    for (const forged of [
      `${header}.${changed}.${signature}`,
      `${unsigned}.${payload}.`,
      `${header}.${payload}.`,
      state.slice(3),
      state.slice(0, -3),
      '',
      'x',
      '..',
    ]) {
      await expect(readAttempt(keys('secret'), forged)).resolves.toBeNull();
    }
  });

  it('is refused if it is a token that the same secret signed for another purpose', async () => {
    const token = await new SignJWT({ idp: 'acme', uri: 'https://x.example' })
      .setProtectedHeader({ alg: 'HS256', typ: 'oauth2-state+jwt', kid: key('secret').id })
      .setJti('1')
      .setExpirationTime('5m')
      .sign(new TextEncoder().encode('secret'));
    await expect(readAttempt(keys('secret'), token)).resolves.toBeNull();
  });
});
