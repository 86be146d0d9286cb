import { type PasswordPolicy, sentenceOf, violations } from './password-policy.js';

const KIM = { username: 'Kim Example', email: 'kim.example@acme.test' };
const DEFAULT: PasswordPolicy = { minLength: 15, isStrong: false };
const SHORT: PasswordPolicy = { minLength: 4, isStrong: false };
const STRONG: PasswordPolicy = { minLength: 12, isStrong: true };

const isFine = (password: string, policy = DEFAULT) =>
  violations(password, KIM, policy).length === 0;

describe('the password policy', () => {
  it.each([
    'seven purple walnuts',
    'seven purple   walnuts and blanks ',
    'сім фіолетових горіхів',
    '七つの紫色の胡桃がありますよね今日',
    'plain-lower-case-only',
    '🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧🐦🐤🦆',
    'x7#Lq0!vTz9@Rm2',
  ])('welcomes %s', (password) => {
    expect(violations(password, KIM, DEFAULT)).toEqual([]);
  });

  it('counts characters, not bytes or halves of them', () => {
    expect(isFine('🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧🐦🐤')).toBe(false);
    expect(isFine('ä'.normalize('NFD') + 'öü-ein-paar-wört')).toBe(true);
  });

  it('judges the form that is stored', () => {
    const decomposed = 'e\u0301'.repeat(8);
    expect(violations(decomposed, KIM, DEFAULT)[0]).toBe('have at least 15 characters');
  });

  it.each(['', 'short', '              '])('is too short: "%s"', (password) => {
    expect(violations(password, KIM, DEFAULT)).toContain('have at least 15 characters');
  });

  it('is bounded in bytes', () => {
    const long = Array.from({ length: 1024 }, (_, at) =>
      String.fromCodePoint(97 + ((at * 7) % 26)),
    );
    expect(violations(`${long.join('')}x`, KIM, DEFAULT)).toEqual(['have at most 1024 bytes']);
    expect(violations('走'.repeat(400), KIM, DEFAULT)).toEqual(['have at most 1024 bytes']);
  });

  it.each(['seven purple\0walnuts', 'seven\npurple walnuts', 'seven purple walnuts\ud800'])(
    'holds nothing that cannot be typed',
    (password) => {
      expect(violations(password, KIM, DEFAULT)).toEqual(['hold no control characters']);
    },
  );

  it.each([
    'Kim Example',
    'kim example 2026',
    'Kim.Example@acme.test',
    'K1m-3x4mpl3-2026',
    'kimkimkimkimkim',
    'spandrel-spandrel',
    'Sp4ndr3l!2026',
    'acme-kim-1',
  ])('is no name of its owner or of the product: %s', (password) => {
    expect(isFine(password, SHORT)).toBe(false);
  });

  it('may hold a name among other things', () => {
    expect(isFine('kim likes seven walnuts')).toBe(true);
  });

  it.each([
    'password',
    'P@ssw0rd!2026',
    'passwordpassword',
    'letmein123456789',
    '1234567password',
    'Welcome1',
    'iloveyou!!',
    'qwertyuiop12345',
  ])('is none that many people use: %s', (password) => {
    expect(isFine(password, SHORT)).toBe(false);
  });

  it.each([
    'aaaaaaaaaaaaaaaa',
    'abababababababab',
    'walnutwalnutwalnut',
    '123412341234123412',
    '1234567890123456',
    '098765432109876543',
    'abcdefghijklmnop',
    'qwertyuiopasdfghjkl',
    'zyxwvutsrqponmlk',
  ])('is no repetition and no sequence: %s', (password) => {
    expect(isFine(password, SHORT)).toBe(false);
  });

  it('takes letters among random digits for chance', () => {
    expect(isFine('81a7b29c06', SHORT)).toBe(true);
  });

  it('asks for four kinds of characters when it is strong', () => {
    expect(violations('seven purple walnuts', KIM, STRONG)).toEqual([
      'hold a digit',
      'hold an upper-case letter',
      'hold one of !@#$%^&*()_+',
    ]);
    expect(isFine('Seven purple w4lnuts!', STRONG)).toBe(true);
  });

  it('says all that is wrong in one sentence', () => {
    expect(sentenceOf(violations('Walnut', KIM, STRONG))).toBe(
      'The password must have at least 12 characters, hold a digit and hold one of !@#$%^&*()_+.',
    );
    expect(sentenceOf(['hold a digit'])).toBe('The password must hold a digit.');
  });

  it('is decided quickly for any text', () => {
    const begin = performance.now();
    for (const text of ['a', 'ab1', 'kim', '🦊'])
      violations(text.repeat(1024 / text.length), KIM, STRONG);
    violations('x'.repeat(1_000_000), KIM, STRONG);
    expect(performance.now() - begin).toBeLessThan(500);
  });
});
