import { checkNewPassword } from './check-new-password.js';

describe('checkNewPassword', () => {
  it('counts characters as people do', () => {
    expect(checkNewPassword('abc', '', 5).password).toBe('2 more characters needed.');
    expect(checkNewPassword('abcd', '', 5).password).toBe('1 more character needed.');
    expect(checkNewPassword('💡💡', '💡💡', 2)).toEqual({});
  });

  it('reports that the two passwords differ', () => {
    expect(checkNewPassword('abcde', 'abcdE', 5).repeated).toBeDefined();
    expect(checkNewPassword('abcde', 'abcde', 5)).toEqual({});
  });
});
