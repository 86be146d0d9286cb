import { newPassword } from './new-password.js';

describe('a new password', () => {
  const many = Array.from({ length: 200 }, () => newPassword());

  it('meets the strictest policy', () => {
    for (const password of many) {
      expect(password).toMatch(/^[!-~]{20}$/);
      expect(password).toMatch(/[a-z]/);
      expect(password).toMatch(/[A-Z]/);
      expect(password).toMatch(/[0-9]/);
      expect(password).toMatch(/[!@#$%^&*()_+]/);
    }
  });

  it('is another each time', () => {
    expect(new Set(many).size).toBe(many.length);
  });

  it('is as long as it must be', () => {
    expect(newPassword(32)).toHaveLength(32);
    expect(newPassword(4)).toHaveLength(20);
  });

  it('has no letters that are taken for one another', () => {
    expect(many.join('')).not.toMatch(/[0O1lIo]/);
  });
});
