import { generateKey, getShownPrefix } from './generate-key.js';

describe('generateKey', () => {
  it('generates unique keys in one format', () => {
    const keys = Array.from({ length: 1000 }, generateKey);
    for (const key of keys) expect(key).toMatch(/^spd_[0-9A-Za-z]{43}$/);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('uses all characters about equally often after the first one', () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 2000; i++) {
      for (const digit of generateKey().slice(5)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
    }
    expect(counts.size).toBe(62);
    const expected = (2000 * 42) / 62;
    for (const count of counts.values()) expect(Math.abs(count / expected - 1)).toBeLessThan(0.2);
  });

  it('shows too little of a key to guess the rest', () => {
    const key = generateKey();
    expect(getShownPrefix(key)).toBe(key.slice(0, 12));
  });
});
