import { ACCOUNT_FIELDS, fieldOfError } from './form-errors.js';

const field = (message: string) => fieldOfError(message, ACCOUNT_FIELDS);

describe('an answer of the server', () => {
  it('is shown at the field it is about', () => {
    expect(field('A user with this email exists')).toBe('email');
    expect(field('The e-mail address is not valid')).toBe('email');
    expect(field('This username is taken')).toBe('username');
    expect(field('Password must be at least 15 characters long')).toBe('password');
  });

  it('about the password is shown there, though it names others', () => {
    expect(field('The password must not contain the username')).toBe('password');
  });

  it('about none is shown for the form', () => {
    expect(field('Only admin can perform this action.')).toBeUndefined();
  });
});
