import { readEnv } from '../config/env.js';
import { SealingService, UnreadableSealError } from './sealing.service.js';

const FIRST = 'first-secret-0123456789-abcdefghijkl';
const SECOND = 'second-secret-0123456789-abcdefghijk';

function sealingWith(secret?: string, previous?: string): SealingService {
  return new SealingService(
    readEnv({
      ...(secret ? { SPANDREL_SECRET: secret } : {}),
      ...(previous ? { SPANDREL_PREVIOUS_SECRETS: previous } : {}),
    }),
  );
}

describe('SealingService', () => {
  const sealing = sealingWith(FIRST);

  it.each(['sk-1', '', ' ', 'ünï\u0000cödé 🔑', 'x'.repeat(65_536)])(
    'opens a value that it sealed: %#',
    (plain) => {
      const { sealed, keyId } = sealing.seal(plain, 'secrets:A');
      expect(sealing.open(sealed, keyId, 'secrets:A')).toBe(plain);
    },
  );

  it('leaves no readable text', () => {
    expect(sealing.seal('sk-canary', 'secrets:A').sealed.includes('sk-canary')).toBe(false);
  });

  it('seals the same text differently each time', () => {
    const once = sealing.seal('same', 'secrets:A').sealed;
    expect(sealing.seal('same', 'secrets:A').sealed.equals(once)).toBe(false);
  });

  it('opens no value in which a single bit has changed', () => {
    const { sealed, keyId } = sealing.seal('sk-0123', 'secrets:A');
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Buffer.from(sealed);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => sealing.open(changed, keyId, 'secrets:A')).toThrow(UnreadableSealError);
    }
  });

  it('opens no truncated value', () => {
    const { sealed, keyId } = sealing.seal('sk-0123', 'secrets:A');
    for (let length = 0; length < sealed.length; length++) {
      const cut = sealed.subarray(0, length);
      expect(() => sealing.open(cut, keyId, 'secrets:A')).toThrow(UnreadableSealError);
    }
  });

  it('opens no value that was moved to another row', () => {
    const { sealed, keyId } = sealing.seal('sk-0123', 'secrets:A');
    expect(() => sealing.open(sealed, keyId, 'secrets:B')).toThrow(UnreadableSealError);
    expect(() => sealing.open(sealed, keyId, '')).toThrow(UnreadableSealError);
  });

  it('opens no value that another secret sealed, whatever key ID it has', () => {
    const { sealed, keyId } = sealing.seal('sk-0123', 'secrets:A');
    const other = sealingWith(SECOND);
    expect(() => other.open(sealed, keyId, 'secrets:A')).toThrow('unknown secret');
    expect(() => other.open(sealed, other.currentKeyId!, 'secrets:A')).toThrow(UnreadableSealError);
  });

  it('opens values sealed with an earlier secret, and seals with the newest one', () => {
    const { sealed, keyId } = sealing.seal('sk-0123', 'secrets:A');
    const rotated = sealingWith(SECOND, FIRST);
    expect(rotated.open(sealed, keyId, 'secrets:A')).toBe('sk-0123');
    expect(rotated.currentKeyId).not.toBe(keyId);
    expect(rotated.seal('x', 'secrets:A').keyId).toBe(rotated.currentKeyId);
  });

  it('reveals nothing about the secret in the ID of its key', () => {
    expect(sealing.currentKeyId).toMatch(/^[0-9a-f]{16}$/);
    expect(FIRST).not.toContain(sealing.currentKeyId);
  });

  it('refuses to seal without a secret, and says what to do', () => {
    const none = sealingWith();
    expect(none.currentKeyId).toBeNull();
    expect(() => none.seal('x', 'secrets:A')).toThrow('SPANDREL_SECRET');
  });

  it('never shows a text in an error', () => {
    const { sealed, keyId } = sealing.seal('sk-canary', 'secrets:A');
    const opened = () => sealing.open(sealed, keyId, 'secrets:B');
    expect(opened).toThrow(expect.objectContaining({ stack: expect.not.stringContaining('sk-') }));
  });
});
