import { problemOfNewPassword } from './new-password.js';

describe('problemOfNewPassword', () => {
  it('counts what is missing as people count', () => {
    expect(problemOfNewPassword('abc', '', 5).password).toBe('2 more characters needed.');
    expect(problemOfNewPassword('abcd', '', 5).password).toBe('1 more character needed.');
    expect(problemOfNewPassword('💡💡', '💡💡', 2)).toEqual({});
  });

  it('tells when the two differ', () => {
    expect(problemOfNewPassword('abcde', 'abcdE', 5).repeated).toBeDefined();
    expect(problemOfNewPassword('abcde', 'abcde', 5)).toEqual({});
  });
});
