import { typedEmail } from './typed-email.js';

describe('typedEmail', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    [' admin@localhost ', 'admin@localhost'],
    ['correct horse battery staple', null],
    ['hunter2', null],
    ['a@b@c', null],
    ['', null],
  ])('of %j is %j', (text, expected) => expect(typedEmail(text)).toBe(expected));
});
