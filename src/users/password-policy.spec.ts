import { explainViolations, findViolations, type PasswordPolicy } from './password-policy.js';

const KIM = { username: 'Kim Example', email: 'kim.example@acme.test' };
const DEFAULT: PasswordPolicy = { minLength: 15, isStrong: false };
const SHORT: PasswordPolicy = { minLength: 8, isStrong: false };
const STRONG: PasswordPolicy = { minLength: 12, isStrong: true };

const judge = (password: string, policy = DEFAULT) => findViolations(password, KIM, policy);
const isFine = async (password: string, policy = DEFAULT) =>
  (await judge(password, policy)).length === 0;

describe('the password policy', () => {
  it.each([
    'seven purple walnuts',
    'seven purple   walnuts and spaces ',
    'сім фіолетових горіхів',
    '七つの紫色の胡桃がありますよね今日',
    'plain-lower-case-only',
    '🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧🐦🐤🦆',
    'x7#Lq0!vTz9@Rm2',
  ])('accepts %s', async (password) => {
    expect(await judge(password)).toEqual([]);
  });

  it('counts characters, not bytes or code units', async () => {
    expect(await isFine('🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧🐦🐤')).toBe(false);
    expect(await isFine('ä'.normalize('NFD') + 'öü-ein-paar-wört')).toBe(true);
  });

  it('checks the form that is hashed', async () => {
    const decomposed = 'e\u0301'.repeat(8);
    expect((await judge(decomposed))[0]).toBe('have at least 15 characters');
  });

  it.each(['', 'short', '              '])('refuses short passwords: "%s"', async (password) => {
    expect(await judge(password)).toContain('have at least 15 characters');
  });

  it('limits the bytes', async () => {
    const long = Array.from({ length: 1024 }, (_, at) =>
      String.fromCodePoint(97 + ((at * 7) % 26)),
    );
    expect(await judge(`${long.join('')}x`)).toEqual(['have at most 1024 bytes']);
    expect(await judge('走'.repeat(400))).toEqual(['have at most 1024 bytes']);
  });

  it.each(['seven purple\0walnuts', 'seven\npurple walnuts', 'seven purple walnuts\ud800'])(
    'refuses control characters: %j',
    async (password) => {
      expect(await judge(password)).toEqual(['not contain control characters']);
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
  ])('refuses the names of the owner and the product: %s', async (password) => {
    expect(await isFine(password, SHORT)).toBe(false);
  });

  it('accepts a name among other words', async () => {
    expect(await isFine('kim likes seven walnuts')).toBe(true);
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
  ])('refuses common passwords: %s', async (password) => {
    expect(await isFine(password, SHORT)).toBe(false);
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
  ])('refuses repetitions and sequences: %s', async (password) => {
    expect(await isFine(password, SHORT)).toBe(false);
  });

  it.each(['81a7b29c06', 'vq8#Zt2m'])(
    'accepts random passwords of the shortest length allowed: %s',
    async (password) => {
      expect(await isFine(password, SHORT)).toBe(true);
    },
  );

  it('requires four kinds of characters if it is strong', async () => {
    expect(await judge('seven purple walnuts', STRONG)).toEqual([
      'contain a digit',
      'contain an uppercase letter',
      'contain one of !@#$%^&*()_+',
    ]);
    expect(await isFine('Seven purple w4lnuts!', STRONG)).toBe(true);
  });

  it('reports all violations in one sentence', async () => {
    expect(explainViolations(await judge('Walnut', STRONG))).toBe(
      'The password must have at least 12 characters, contain a digit, and contain one of !@#$%^&*()_+.',
    );
    expect(explainViolations(['contain a digit'])).toBe('The password must contain a digit.');
  });

  it('takes little time for any password', async () => {
    await judge('loads the word lists');
    for (const text of ['a', 'ab1', 'kim', '🦊', 'p4$$w0rd', '4@8({[<369!|10$5+7%2', '1/1/2001']) {
      // Microseconds of CPU time, because the machine may be busy.
      const before = process.cpuUsage();
      await judge(text.repeat(1024 / Buffer.byteLength(text)));
      await judge(text.repeat(100_000));
      expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
    }
  });
});
