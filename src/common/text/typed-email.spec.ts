import { readTypedEmail } from './typed-email.js';

describe('readTypedEmail', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    [' admin@localhost ', 'admin@localhost'],
    ['correct horse battery staple', null],
    ['hunter2', null],
    ['a@b@c', null],
    ['', null],
  ])('of %j is %j', (text, expected) => expect(readTypedEmail(text)).toBe(expected));
});
