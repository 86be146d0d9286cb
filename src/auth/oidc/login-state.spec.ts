import { base64url, SignJWT } from 'jose';
import { ATTEMPT_SECONDS, type LoginAttempt, readAttempt, signAttempt } from './login-state.js';

const attempt: LoginAttempt = {
  provider: 'acme',
  redirectUri: 'https://ours.example/oauth2/acme/tokens',
  returnUrl: '/projects',
  usesPkce: true,
};

const { jest } = import.meta;

describe('the state of an attempt', () => {
  afterEach(() => jest.useRealTimers());

  it('carries the attempt, and is different each time', async () => {
    const state = await signAttempt('secret-1', attempt);
    await expect(readAttempt(['secret-1'], state)).resolves.toEqual(attempt);
    await expect(signAttempt('secret-1', attempt)).resolves.not.toBe(state);
    const bare = { ...attempt, returnUrl: undefined, usesPkce: false };
    const other = await signAttempt('secret-1', bare);
    await expect(readAttempt(['secret-1'], other)).resolves.toEqual(bare);
  });

  it('is still read after the secret was changed, and not by another', async () => {
    const state = await signAttempt('old', attempt);
    await expect(readAttempt(['new', 'old'], state)).resolves.toEqual(attempt);
    await expect(readAttempt(['new', 'newer'], state)).resolves.toBeNull();
  });

  it('ends after a quarter of an hour', async () => {
    const state = await signAttempt('secret', attempt);
    jest.useFakeTimers({ now: Date.now() + (ATTEMPT_SECONDS - 5) * 1000 });
    await expect(readAttempt(['secret'], state)).resolves.toEqual(attempt);
    jest.setSystemTime(Date.now() + 10_000);
    await expect(readAttempt(['secret'], state)).resolves.toBeNull();
  });

  it('is refused when anything was changed', async () => {
    const state = await signAttempt('secret', attempt);
    const [header = '', payload = '', signature = ''] = state.split('.');
    const changed = base64url.encode(
      JSON.stringify({
        ...(JSON.parse(new TextDecoder().decode(base64url.decode(payload))) as object),
        ret: '//evil.example',
      }),
    );
    const unsigned = base64url.encode(
      JSON.stringify({ alg: 'none', typ: 'spandrel-oauth2-state' }),
    );
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
      await expect(readAttempt(['secret'], forged)).resolves.toBeNull();
    }
  });

  it('is no token that the same secret signed for something else', async () => {
    const token = await new SignJWT({ idp: 'acme', uri: 'https://x.example' })
      .setProtectedHeader({ alg: 'HS256', typ: 'spandrel-oauth2-state' })
      .setJti('1')
      .setExpirationTime('5m')
      .sign(new TextEncoder().encode('secret'));
    await expect(readAttempt(['secret'], token)).resolves.toBeNull();
  });
});
