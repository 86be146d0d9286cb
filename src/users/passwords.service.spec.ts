import { pbkdf2Sync } from 'node:crypto';
import type { Env } from '../config/env.js';
import { PasswordsService } from './passwords.service.js';

const serviceWith = (auth: Partial<Env['auth']> = {}) =>
  new PasswordsService({
    auth: { passwordMinLength: 15, isStrongPolicyEnabled: false, ...auth },
  } as Env);

const PASSWORD = 'seven purple walnuts';

describe('passwords', () => {
  const passwords = serviceWith();

  it('are stored as argon2id with separate salts', async () => {
    const [one, other] = await Promise.all([passwords.hash(PASSWORD), passwords.hash(PASSWORD)]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
    expect(await passwords.verify(one, PASSWORD)).toEqual({ matches: true, isOutdated: false });
    expect((await passwords.verify(one, `${PASSWORD} `)).matches).toBe(false);
  });

  it('are the same whatever Unicode form a keyboard sends', async () => {
    const stored = await passwords.hash('caf\u00e9 with seven walnuts');
    const { matches } = await passwords.verify(stored, 'cafe\u0301 with seven walnuts');
    expect(matches).toBe(true);
  });

  it('accepts passwords of imported accounts, and reports them as outdated', async () => {
    const salt = Buffer.from('0123456789abcdef0123456789abcdef');
    const derived = pbkdf2Sync(PASSWORD, salt, 10_000, 32, 'sha256');
    const stored = `$pbkdf2-sha256$i=10000$${salt.toString('base64')}$${derived.toString('base64')}`;
    expect(await passwords.verify(stored, PASSWORD)).toEqual({ matches: true, isOutdated: true });
    expect(await passwords.verify(stored, 'other')).toEqual({ matches: false, isOutdated: false });
    expect((await passwords.verify('$pbkdf2-sha256$i=x$y', PASSWORD)).matches).toBe(false);
  });

  it('never match an account without a password, or if they are too long', async () => {
    for (const stored of [null, '!']) {
      expect((await passwords.verify(stored, '!')).matches).toBe(false);
    }
    const stored = await passwords.hash('a'.repeat(1025));
    expect((await passwords.verify(stored, 'a'.repeat(1025))).matches).toBe(false);
  });

  it('take as long to check for unknown users as for known ones', async () => {
    const stored = await passwords.hash(PASSWORD);
    const time = async (hash: string | null) => {
      const begin = performance.now();
      await passwords.verify(hash, 'wrong');
      return performance.now() - begin;
    };
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let run = 0; run < 7; run++) {
      known.push(await time(stored));
      unknown.push(await time(null));
    }
    // Other work on the machine can only add time, so compare the shortest runs.
    const [somebody, nobody] = [Math.min(...known), Math.min(...unknown)];
    expect(nobody).toBeGreaterThan(somebody / 3);
    expect(nobody).toBeLessThan(somebody * 3);
  });

  it('are checked by the policy', async () => {
    const owner = { username: 'kim', email: null };
    await passwords.assertAcceptable(PASSWORD, owner);
    await expect(passwords.assertAcceptable('short', owner)).rejects.toThrow(
      'The password must have at least 15 characters.',
    );
  });

  it('generates passwords that satisfy every policy and are never the same', async () => {
    for (const passwordMinLength of [1, 15, 128]) {
      for (const isStrongPolicyEnabled of [false, true]) {
        const service = serviceWith({ passwordMinLength, isStrongPolicyEnabled });
        const made = Array.from({ length: 10 }, () => service.generate());
        const owner = { username: 'kim', email: 'kim@example.com' };
        for (const password of made) {
          await service.assertAcceptable(password, owner);
        }
        expect(new Set(made).size).toBe(10);
      }
    }
  });
});
