import { ACCOUNT_FIELDS, findErrorField } from './form-errors.js';

const field = (message: string) => findErrorField(message, ACCOUNT_FIELDS);

describe('findErrorField', () => {
  it('finds the field that an error is about', () => {
    expect(field('A user with this email exists')).toBe('email');
    expect(field('The email address is not valid')).toBe('email');
    expect(field('This username is taken')).toBe('username');
    expect(field('Password must be at least 15 characters long')).toBe('password');
  });

  it('prefers the password to other fields that the error names', () => {
    expect(field('The password must not contain the username')).toBe('password');
  });

  it('finds no field for other errors', () => {
    expect(field('Only admin can perform this action.')).toBeUndefined();
  });
});
