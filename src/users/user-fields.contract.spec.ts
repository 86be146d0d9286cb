import { parseEmail, parseUsername } from './user-fields.contract.js';

describe('an email address', () => {
  it('is stored in lower case, without surrounding blanks', () => {
    expect(parseEmail('  Kim@Example.COM\n')).toBe('kim@example.com');
    expect(parseEmail('kim+tag@sub.example.co')).toBe('kim+tag@sub.example.co');
  });

  it.each([
    '',
    'kim',
    'kim@',
    '@x.y',
    'kim@localhost',
    'a b@c.d',
    'a@b@c.d',
    'a@b.c\nd',
    `a@${'.'.repeat(500_000)}@`,
    'a\0@b.c',
    'a@b.c\u200b',
    'a\u202e@b.c',
  ])('is not %j', (text) => {
    expect(() => parseEmail(text)).toThrow('This is not a valid email address.');
  });
});

describe('a user name', () => {
  it('can be written in any script', () => {
    expect(parseUsername(' Ada Lovelace, Countess = 1 ')).toBe('Ada Lovelace, Countess = 1');
    expect(parseUsername('金 太郎')).toBe('金 太郎');
  });

  it('is the same whatever Unicode form a keyboard sends', () => {
    expect(parseUsername('Zoe\u0308')).toBe('Zo\u00eb');
  });

  it.each([['  '], ['a\nb'], ['a\0b'], ['nimda\u202e'], ['\ud800'], ['x'.repeat(257)]])(
    'is not %j',
    (text) => {
      expect(() => parseUsername(text)).toThrow('The user name must');
    },
  );
});
