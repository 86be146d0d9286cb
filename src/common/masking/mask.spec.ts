import { compileMask } from './mask.js';
import { MaskedKind, type MaskRules } from './mask-rules.js';

const mask = (rules: Partial<MaskRules>) =>
  compileMask({ keys: [], kinds: [], patterns: [], ...rules })!;
const maskText = (kind: MaskedKind, text: string) => mask({ kinds: [kind] }).text(text);

describe('a mask', () => {
  it.each([
    ['write to ada.l+test@mail.example.co.uk, please', 'write to [email], please'],
    ['Ada <ada@example.com>;bob@example.org', 'Ada <[email]>;[email]'],
    ['{"to":"ada@example.com"}', '{"to":"[email]"}'],
    ['price @ 5, user@localhost, @ada', 'price @ 5, user@localhost, @ada'],
  ])('replaces email addresses in %s', (text, expected) => {
    expect(maskText(MaskedKind.EMAIL, text)).toBe(expected);
  });

  it.each([
    ['4242424242424242', '[card]'],
    ['card 4242 4242 4242 4242.', 'card [card].'],
    ['5555-5555-5555-4444 and 378282246310005', '[card] and [card]'],
    ['4111 1111 1111 1111 12/26', '[card] 12/26'],
    ['4111111111111111 123', '[card] 123'],
    ['order 12 4111-1111-1111-1111-5', 'order 12 [card]-5'],
    ['4242424242424241', '4242424242424241'],
    ['trace 1764201234567890', 'trace 1764201234567890'],
    ['0.4242424242424242', '0.4242424242424242'],
    ['12345678901234567890123', '12345678901234567890123'],
  ])('replaces card numbers in %s', (text, expected) => {
    expect(maskText(MaskedKind.CARD, text)).toBe(expected);
  });

  it.each([
    ['to DE89 3704 0044 0532 0130 00 today', 'to [iban] today'],
    ['GB82WEST12345698765432', '[iban]'],
    ['DE89 3704 0044 0532 0130 00 BIC COBADEFF', '[iban] BIC COBADEFF'],
    ['DE88370400440532013000', 'DE88370400440532013000'],
    ['AB12 IS NOT AN ACCOUNT', 'AB12 IS NOT AN ACCOUNT'],
  ])('replaces bank accounts in %s', (text, expected) => {
    expect(maskText(MaskedKind.IBAN, text)).toBe(expected);
  });

  it.each([
    ['from 10.0.0.7:8080', 'from [ip address]:8080'],
    ['2001:db8::8a2e:370:7334 said', '[ip address] said'],
    ['fe80:0:0:0:200:f8ff:fe21:67cf', '[ip address]'],
    ['version 1.2.3, 1.2.3.4.5, 999.1.1.1', 'version 1.2.3, 1.2.3.4.5, 999.1.1.1'],
    ['at 10:20:30, C++ std::vector', 'at 10:20:30, C++ std::vector'],
  ])('replaces IP addresses in %s', (text, expected) => {
    expect(maskText(MaskedKind.IP_ADDRESS, text)).toBe(expected);
  });

  it.each([
    [`sk-proj-${'a1B2'.repeat(10)}`, '[secret]'],
    [`key=AKIA${'A1B2'.repeat(4)}.`, 'key=[secret].'],
    [`ghp_${'a'.repeat(36)} glpat-${'b'.repeat(20)}`, '[secret] [secret]'],
    [`Authorization: Bearer ${'x'.repeat(30)}`, 'Authorization: Bearer [secret]'],
    [`eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(20)}.${'c'.repeat(20)}`, '[secret]'],
    ['a -----BEGIN RSA PRIVATE KEY-----\nMIIB+/=\n-----END RSA PRIVATE KEY----- b', 'a [secret] b'],
    ['-----BEGIN PRIVATE KEY-----\\nMIIB\\n-----END PRIVATE KEY-----', '[secret]'],
    ['a risk-based task-force', 'a risk-based task-force'],
    ['bearer of bad news', 'bearer of bad news'],
  ])('replaces secrets in %s', (text, expected) => {
    expect(maskText(MaskedKind.SECRET, text)).toBe(expected);
  });

  it('replaces what patterns match, also with characters that are special in replacements', () => {
    const { text } = mask({ patterns: [{ name: '$1 \\ no.', pattern: '(?i)kd-(\\d{6})' }] });
    expect(text('KD-123456, kd-654321, kd-1')).toBe('[$1 \\ no.], [$1 \\ no.], kd-1');
  });

  it.each([
    ['user.password', { user: { password: '[masked]', name: 'Ada' } }],
    ['*.password', { user: { password: '[masked]', name: 'Ada' } }],
    ['**.PASSWORD', { user: { password: '[masked]', name: 'Ada' } }],
    ['user', { user: '[masked]' }],
    ['**', { user: '[masked]' }],
    ['password', { user: { password: 'x', name: 'Ada' } }],
    ['user.password.more', { user: { password: 'x', name: 'Ada' } }],
  ])('replaces the values of %s', (key, expected) => {
    const attributes = { user: { password: 'x', name: 'Ada' } };
    expect(mask({ keys: [key] }).attributes(attributes)).toEqual(expected);
    expect(attributes.user.password).toBe('x');
  });

  it('reaches into lists and values of all types, and keeps null', () => {
    const { attributes } = mask({ keys: ['messages.*.text', 'a.**.z'] });
    expect(
      attributes({
        messages: [{ text: 1 }, { text: null }, { other: 2 }],
        a: { b: [{ z: true }] },
      }),
    ).toEqual({
      messages: [{ text: '[masked]' }, { text: null }, { other: 2 }],
      a: { b: [{ z: '[masked]' }] },
    });
  });

  it('replaces numbers that are one of these as a whole', () => {
    const { attributes } = mask({ kinds: [MaskedKind.CARD] });
    expect(attributes({ a: 4242424242424242, b: [7, true] })).toEqual({
      a: '[card]',
      b: [7, true],
    });
  });

  it('keeps other numbers, hostile keys and texts without anything to mask as they are', () => {
    const given = JSON.parse('{"__proto__": {"a": 1}, "n": 4242424242424241, "t": "plain"}');
    const masked = mask({ kinds: Object.values(MaskedKind) }).attributes(given);
    expect(JSON.stringify(masked)).toBe(JSON.stringify(given));
  });

  it('is none without rules', () => {
    expect(compileMask({ keys: [], kinds: [], patterns: [] })).toBeNull();
  });

  it.each([
    ['a'.repeat(1_000_000)],
    ['@'.repeat(500_000)],
    ['a@'.repeat(300_000)],
    ['a@b.'.repeat(200_000)],
    ['1'.repeat(1_000_000)],
    ['1 '.repeat(500_000)],
    ['1.'.repeat(500_000)],
    ['a:'.repeat(500_000)],
    ['DE89'.repeat(250_000)],
    ['A1 '.repeat(300_000)],
    ['sk-'.repeat(300_000)],
    ['-----BEGIN PRIVATE KEY-----'.repeat(40_000)],
    ['eyJaaaaaaaaaa.'.repeat(70_000)],
    ['bearer '.repeat(140_000)],
    ['eyJaaaaaaaa-'.repeat(80_000)],
    ['4 '.repeat(500_000)],
    ['4111111111111112 '.repeat(60_000)],
    ['sk-a.'.repeat(200_000)],
  ])('takes time in proportion to a hostile text: %.10s', (text) => {
    const { text: replace } = mask({ kinds: Object.values(MaskedKind) });
    const measure = (size: number) => {
      const start = performance.now();
      replace(text.slice(0, size));
      return performance.now() - start;
    };
    measure(text.length / 8);
    const [part, whole] = [measure(text.length / 8), measure(text.length)];
    // Quadratic time would be 64 times as long.
    expect(whole).toBeLessThan(Math.max(part, 20) * 24);
  });
});
