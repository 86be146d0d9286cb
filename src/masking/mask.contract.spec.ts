import { SemanticConventions } from '@arizeai/openinference-semantic-conventions';
import { compileMask, maskObject } from './mask.contract.js';
import type { JsonObject } from '../kernel/json/json.js';
import { MaskedKind, type MaskRules } from './mask-rules.contract.js';

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
    expect(maskObject(mask({ keys: [key] }), attributes)).toEqual(expected);
    expect(attributes.user.password).toBe('x');
  });

  it('reaches into lists and values of all types, and keeps null', () => {
    const rules = mask({ keys: ['messages.*.text', 'a.**.z'] });
    expect(
      maskObject(rules, {
        messages: [{ text: 1 }, { text: null }, { other: 2 }],
        a: { b: [{ z: true }] },
      }),
    ).toEqual({
      messages: [{ text: '[masked]' }, { text: null }, { other: 2 }],
      a: { b: [{ z: '[masked]' }] },
    });
  });

  it.each<[string, object, object]>([
    ['names', { 'ada@example.com': 1, plain: 2 }, { '[email]': 1, plain: 2 }],
    [
      'names at every depth',
      { users: [{ 'ada@example.com': { 'to bob@example.com': 'x' } }] },
      { users: [{ '[email]': { 'to [email]': 'x' } }] },
    ],
    ['dotted names', { 'hosts.10.0.0.7.up': 1 }, { 'hosts.[ip address].up': 1 }],
    ['parts of dotted names', { 'cards.4242424242424242.limit': 1 }, { 'cards.[card].limit': 1 }],
    ['dotted names as a whole', { 'seen.ada.l@example.com': 1 }, { '[email]': 1 }],
    ['names by patterns', { 'KD-123456': 1 }, { '[customer]': 1 }],
    [
      'names that become equal, with numbers',
      { 'a@b.de': 1, 'c@d.de': 2, '[email]': 3, '[email] 2': 4, 'e@f.de': 5 },
      { '[email]': 1, '[email] 2': 2, '[email] 3': 3, '[email] 2 2': 4, '[email] 4': 5 },
    ],
    [
      'names of attributes that are masked as a whole',
      { 'users.ada@example.com': { token: 1, age: 2 } },
      { '[email]': { token: '[masked]', age: 2 } },
    ],
    [
      'an attribute of dotted names once',
      { 'secret.a': 1, 'secret.b.c': 2, 'x.secret': 3 },
      { secret: '[masked]', 'x.secret': 3 },
    ],
    ['no names of OpenInference', { 'llm.token_count.prompt': 1 }, { 'llm.token_count.prompt': 1 }],
  ])('replaces %s', (_what, given, expected) => {
    const rules = mask({
      kinds: Object.values(MaskedKind),
      keys: ['users.**.token', 'secret'],
      patterns: [
        { name: 'customer', pattern: 'KD-\\d{6}' },
        { name: 'count', pattern: '(token_)?count' },
      ],
    });
    const masked = maskObject(rules, given as JsonObject);
    expect(masked).toEqual(expected);
    expect(JSON.stringify(masked)).toBe(JSON.stringify(expected));
  });

  it.each<[string, object, object]>([
    ['addresses', { '10.0.0.7': 1 }, { '[ip address]': 1 }],
    ['addresses below metadata', { 'metadata.10.0.0.7': 1 }, { 'metadata.[ip address]': 1 }],
    ['addresses below users', { 'user.10.0.0.7': 1 }, { 'user.[ip address]': 1 }],
    ['addresses in conventions', { 'llm.10.0.0.7.name': 1 }, { 'llm.[ip address].name': 1 }],
    [
      'nested addresses',
      { metadata: { '10.0.0.7': { '10.0.0.8': 1 } } },
      { metadata: { '[ip address]': { '[ip address]': 1 } } },
    ],
    ['phone numbers', { '555.123.4567': 1 }, { '[phone]': 1 }],
    ['nested phone numbers', { user: { '555.123.4567': 1 } }, { user: { '[phone]': 1 } }],
    ['numbers', { '71234': 1 }, { '[number]': 1 }],
    ['numbers below metadata', { 'metadata.71234': 1 }, { 'metadata.[number]': 1 }],
    ['numbers before words', { 'metadata.71234.name': 1 }, { 'metadata.[number].name': 1 }],
    ['numbers at the end', { 'llm.input_messages.71234': 1 }, { 'llm.input_messages.[number]': 1 }],
    ['nested numbers', { metadata: [{ '71234': 1 }] }, { metadata: [{ '[number]': 1 }] }],
    [
      'words in free names',
      { 'metadata.message': 1, session: { message: 2 }, 'user.message': 3, 'x.message': 4 },
      { 'metadata.[word]': 1, session: { '[word]': 2 }, 'user.[word]': 3, 'x.[word]': 4 },
    ],
    [
      'words in the variables and parameters of a model',
      {
        llm: { prompt_template: { variables: { message: 1 } }, tools: [{ parameters: { id: 1 } }] },
      },
      {
        llm: {
          prompt_template: { variables: { '[word]': 1 } },
          tools: [{ parameters: { '[word]': 1 } }],
        },
      },
    ],
  ])('replaces %s in names, also with terms of OpenInference', (_what, given, expected) => {
    const rules = {
      kinds: Object.values(MaskedKind),
      patterns: [
        { name: 'phone', pattern: '555\\.\\d{3}\\.\\d{4}' },
        { name: 'number', pattern: '\\b7\\d{4}\\b' },
        { name: 'word', pattern: '\\b(message|id)$' },
      ],
    };
    for (const keys of [[], ['other']]) {
      expect(maskObject(mask({ ...rules, keys }), given as JsonObject)).toEqual(expected);
    }
  });

  it.each<[string, object]>([
    ...[
      ...Object.values(SemanticConventions),
      'exception.message',
      'llm.input_messages.0.message.content',
      'llm.input_messages.12345.message.tool_calls.3.tool_call.function.name',
      'retrieval.documents.3.document.content',
    ].map((name): [string, object] => [name, { [name]: true }]),
    [
      'nested names',
      {
        llm: { input_messages: [{ message: { contents: [{ 'message_content.text': true }] } }] },
        user: { id: true },
        'retrieval.documents': [{ document: { content: true, score: false } }],
      },
    ],
  ])('keeps the terms of OpenInference, whatever a pattern matches: %s', (_what, given) => {
    for (const pattern of ['(token_)?count', 'message', '[a-z_]+', '\\w+', '.+']) {
      for (const keys of [[], ['other']]) {
        const rules = mask({
          kinds: Object.values(MaskedKind),
          patterns: [{ name: 'x', pattern }],
          keys,
        });
        expect(maskObject(rules, given as JsonObject)).toEqual(given);
      }
    }
  });

  it.each([
    ['**.x', ['a', 'x', 'x'], 'a.x'],
    ['x', ['x.x'], 'x'],
    ['**.x.**.y', ['a', 'x', 'y', 'b', 'y'], 'a.x.y'],
    ['**.x.*.y', ['x', 'x', 'a', 'y', 'b'], 'x.x.a.y'],
  ])('stores the shortest start that %s matches', (key, parts, expected) => {
    expect(maskObject(mask({ keys: [key] }), { [parts.join('.')]: 1 })).toEqual({
      [expected]: '[masked]',
    });
  });

  it('compares long names with many rules in time in proportion to their length', () => {
    const rules = mask({ keys: ['**.x', '**.y', '**.a.z'] });
    const measure = (length: number) => {
      const names = Array.from(
        { length: 19_600 / length },
        (_, i) => [`${'a.'.repeat(length)}${i}`, i] as const,
      );
      const start = performance.now();
      for (let i = 0; i < 5; i++) rules.attributes(names);
      return performance.now() - start;
    };
    measure(98);
    const [short, long] = [measure(7), measure(98)];
    expect(long).toBeLessThan(Math.max(short, 20) * 3);
  });

  it('takes time in proportion to hostile names, also to those that become equal', () => {
    const rules = mask({ kinds: Object.values(MaskedKind), keys: ['**.password'] });
    const measure = (count: number) => {
      const names = Array.from(
        { length: count },
        (_, i) => [`${'1.'.repeat(1000)}a${i}@b.de`, i] as const,
      );
      const start = performance.now();
      rules.attributes(names);
      return performance.now() - start;
    };
    measure(20);
    const [part, whole] = [measure(20), measure(160)];
    expect(whole).toBeLessThan(Math.max(part, 20) * 24);
  });

  it('replaces numbers that are one of these as a whole', () => {
    const rules = mask({ kinds: [MaskedKind.CARD] });
    expect(maskObject(rules, { a: 4242424242424242, b: [7, true] })).toEqual({
      a: '[card]',
      b: [7, true],
    });
  });

  it('keeps other numbers, hostile keys and texts without anything to mask as they are', () => {
    const given = JSON.parse('{"__proto__": {"a": 1}, "n": 4242424242424241, "t": "plain"}');
    const masked = maskObject(mask({ kinds: Object.values(MaskedKind) }), given);
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
