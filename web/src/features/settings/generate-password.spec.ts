import { generatePassword } from './generate-password.js';

describe('generatePassword', () => {
  const many = Array.from({ length: 200 }, () => generatePassword());

  it('meets the strictest policy', () => {
    for (const password of many) {
      expect(password).toMatch(/^[!-~]{20}$/);
      expect(password).toMatch(/[a-z]/);
      expect(password).toMatch(/[A-Z]/);
      expect(password).toMatch(/[0-9]/);
      expect(password).toMatch(/[!@#$%^&*()_+]/);
    }
  });

  it('returns a different password each time', () => {
    expect(new Set(many).size).toBe(many.length);
  });

  it('has the required length', () => {
    expect(generatePassword(32)).toHaveLength(32);
    expect(generatePassword(4)).toHaveLength(20);
  });

  it('avoids characters that look alike', () => {
    expect(many.join('')).not.toMatch(/[0O1lIo]/);
  });
});
