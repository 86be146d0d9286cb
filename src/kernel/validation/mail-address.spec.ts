import { isMailable, readTypedEmail } from './mail-address.js';

describe('an address that can receive email', () => {
  it.each(['kim@example.com', 'kim.o+tag@sub.example.co.uk', "o'neil@example.org", 'k@müller.de'])(
    'is %s',
    (address) => {
      expect(isMailable(address)).toBe(true);
    },
  );

  it.each([
    '',
    'kim',
    '@example.com',
    'admin@localhost',
    'kim@[127.0.0.1]',
    'kim@127.0.0.1',
    'kim@example..com',
    'kim@-example.com',
    '.kim@example.com',
    'ki..m@example.com',
    'kim@example.com,eve@example.com',
    'kim,eve@example.com',
    'kim<eve@example.com>',
    'kim@example.com>',
    'kim@example.com\r\nBcc: eve@example.com',
    'kim eve@example.com',
    `${'k'.repeat(65)}@example.com`,
    `kim@${'a.'.repeat(130)}com`,
  ])('is not %j', (address) => {
    expect(isMailable(address)).toBe(false);
  });
});

describe('readTypedEmail', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    [' admin@localhost ', 'admin@localhost'],
    ['correct horse battery staple', null],
    ['hunter2', null],
    ['a@b@c', null],
    ['', null],
  ])('reads %j as %j', (text, expected) => expect(readTypedEmail(text)).toBe(expected));
});
