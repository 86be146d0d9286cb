import type { ServerResponse } from 'node:http';
import { forgetAttempt, isSameText, keepAttempt, readAttempts } from './attempt-cookies.js';

const settings = { secure: true, path: '/' };
const attempt = { state: 'state-1', nonce: 'nonce-1', codeVerifier: 'verifier-1' };

/** The cookies that a response sets, and the `Cookie` header that a browser then sends. */
function recordCookies(work: (response: ServerResponse) => void) {
  const lines: string[] = [];
  const response = { appendHeader: (_: string, line: string) => lines.push(line) };
  work(response as unknown as ServerResponse);
  const kept = lines.filter((line) => !line.includes('Max-Age=0'));
  return { lines, header: kept.map((line) => line.split(';')[0]).join('; ') };
}

describe('the cookies of an attempt', () => {
  it('return its secrets', () => {
    const { header, lines } = recordCookies((response) =>
      keepAttempt(response, settings, attempt, undefined),
    );
    const secrets = { nonce: 'nonce-1', codeVerifier: 'verifier-1' };
    expect(readAttempts(header, 'state-1')).toEqual({
      latestState: 'state-1',
      latest: secrets,
      own: secrets,
    });
    expect(readAttempts(header, 'state-2').own).toBeNull();
    for (const line of lines) expect(line).toMatch(/; HttpOnly; .*; SameSite=lax; Secure$/);
  });

  it('are empty if they are missing or deleted', () => {
    const nothing = { latestState: null, latest: null, own: null };
    expect(readAttempts(undefined, 'x')).toEqual(nothing);
    const deleted = 'spandrel-oauth2-state=""; spandrel-oauth2-nonce=; other=1';
    expect(readAttempts(deleted, 'x')).toEqual(nothing);
  });

  it('drop the verifier of an earlier attempt', () => {
    const bare = { ...attempt, codeVerifier: undefined };
    const { lines, header } = recordCookies((response) =>
      keepAttempt(response, settings, bare, undefined),
    );
    expect(lines).toContainEqual(expect.stringMatching(/^spandrel-oauth2-code-verifier="";/));
    expect(readAttempts(header, 'state-1').own).toEqual({
      nonce: 'nonce-1',
      codeVerifier: undefined,
    });
  });

  it('are deleted by name, the oldest first if there are too many', () => {
    const old = [5, 1, 9, 3].map((at) => `spandrel-oauth2-attempt-a${at}=${at}.n.v`).join('; ');
    const { lines } = recordCookies((response) =>
      keepAttempt(response, settings, attempt, `${old}; spandrel-oauth2-attempt-<x>=0.n.v`),
    );
    const gone = lines
      .filter((line) => line.includes('Max-Age=0'))
      .map((line) => line.split('=')[0]);
    expect(gone).toEqual(['spandrel-oauth2-attempt-a1']);
    const all = recordCookies((response) => forgetAttempt(response, settings, 'state-1'));
    expect(all.lines).toHaveLength(4);
  });

  it('are compared as a whole', () => {
    expect(isSameText('abc', 'abc')).toBe(true);
    expect(isSameText('abc', 'abd')).toBe(false);
    expect(isSameText('abc', 'abcd')).toBe(false);
  });
});
