import {
  attribute,
  encodeJson,
  encodeProtobuf,
  type KeyValue,
  type TestSpan,
} from '../../../test/support/otlp-encoder.js';
import { mergeStoredAttributes } from '../../spans/attributes.js';
import { type JsonObject, stringifyJson } from '../../kernel/json/json.js';
import { compileMask } from '../../masking/mask.contract.js';
import { MaskedKind } from '../../masking/mask-rules.contract.js';
import { convertCreatedSpans } from './created-span.js';
import { decodeTraces } from './decode-traces.js';
import type { DecodedSpans, SpanRecord } from './span-record.js';

const MASK = compileMask({
  keys: ['users.**.token'],
  kinds: [MaskedKind.EMAIL, MaskedKind.CARD, MaskedKind.IP_ADDRESS],
  patterns: [{ name: 'customer', pattern: 'KD-\\d{6}' }],
})!;
const OPTIONS = { defaultProject: 'default', maskOf: () => MASK };
const PERSONAL = /example\.com|example|4242|10\.0\.0|KD-1/;

const IDS = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };

/** Decodes both encodings of a span and checks that they agree. */
function decodeBoth(span: Partial<TestSpan>): DecodedSpans {
  const resources = [{ spans: [{ ...IDS, ...span }] }];
  const decoded = decodeTraces(encodeProtobuf(resources), 'protobuf', OPTIONS);
  expect(decodeTraces(encodeJson(resources), 'json', OPTIONS)).toEqual(decoded);
  return decoded;
}

function attributesOf(record: SpanRecord): unknown {
  return JSON.parse(
    stringifyJson(mergeStoredAttributes(record.attributesJson, record.payloadJson)),
  );
}

const map = (key: string, ...values: KeyValue[]): KeyValue => ({
  key,
  value: { kvlistValue: { values } },
});

describe('names of attributes', () => {
  it.each<[string, KeyValue[], unknown]>([
    ['alone', [attribute('ada@example.com', 1n)], { '[email]': 1 }],
    [
      'with dots, which nesting would take apart',
      [attribute('hosts.10.0.0.7.up', 1n), attribute('hosts.10.0.0.8.up', 2n)],
      { hosts: { '[ip address]': { up: 1, 'up 2': 2 } } },
    ],
    [
      'in lists of keys and values, and in these in lists',
      [
        map('people', map('ada@example.com', attribute('KD-123456', 1n))),
        {
          key: 'list',
          value: { arrayValue: { values: [map('', attribute('KD-123456', 2n)).value] } },
        },
      ],
      { people: { '[email]': { '[customer]': 1 } }, list: [{ '[customer]': 2 }] },
    ],
    [
      'in JSON that is text',
      [
        attribute('metadata', '{"ada@example.com": {"4242424242424242": 1}}'),
        attribute('input.value', '{"ada@example.com": 1}'),
        map('other', attribute('text', '{"ada@example.com": 1}')),
      ],
      {
        metadata: { '[email]': { '[card]': 1 } },
        input: { value: '{"[email]": 1}' },
        other: { text: '{"[email]": 1}' },
      },
    ],
    [
      'of which rules name a part as it was sent',
      [map('users.ada@example.com', attribute('token', 1n), attribute('age', 7n))],
      { '[email]': { token: '[masked]', age: 7 } },
    ],
  ])('are masked %s', (_how, attributes, expected) => {
    const { spans } = decodeBoth({ attributes });
    expect(attributesOf(spans[0]!)).toEqual(expected);
    expect(stringifyJson(spans[0] as unknown as JsonObject)).not.toMatch(PERSONAL);
  });

  it('are masked in events', () => {
    const attributes = [
      map('ada@example.com', attribute('KD-123456', 1n)),
      attribute('a.10.0.0.7', 1n),
    ];
    const { spans } = decodeBoth({
      events: [{ name: 'KD-123456', timeUnixNano: '1', attributes }],
    });
    expect(JSON.parse(spans[0]!.eventsJson!)).toEqual([
      expect.objectContaining({
        name: '[customer]',
        attributes: { '[email]': { '[customer]': 1 }, 'a.[ip address]': 1 },
      }),
    ]);
  });

  it('are masked in refused spans, with the scope', () => {
    const span = {
      ...IDS,
      traceId: '',
      attributes: [attribute('ada@example.com', 'x')],
      events: [{ name: 'e', timeUnixNano: '1', attributes: [attribute('KD-123456', 'x')] }],
    };
    const scope = { name: 'of ada@example.com', version: 'KD-123456' };
    const request = JSON.parse(Buffer.from(encodeJson([{ spans: [span] }])).toString());
    request.resourceSpans[0].scopeSpans[0].scope = scope;
    const { rejected } = decodeTraces(Buffer.from(JSON.stringify(request)), 'json', OPTIONS);
    const kept = rejected[0]!.kept!.content.toString();
    expect(kept).not.toMatch(PERSONAL);
    expect(kept).toContain('"scope":{"name":"of [email]","version":"[customer]"}');
  });

  it('are masked in spans that are created over REST', () => {
    const { spans } = convertCreatedSpans(
      [
        {
          ...IDS,
          parentId: null,
          name: 'a',
          spanKind: 'LLM',
          statusCode: 'OK',
          statusMessage: '',
          startTime: 1n,
          endTime: 2n,
          attributes: { 'a.10.0.0.7': 1, metadata: { 'ada@example.com': 1 } },
          events: [{ name: 'e', time: 1n, attributes: { b: { 'ada@example.com': 1 } } }],
        },
      ],
      'default',
      () => MASK,
    );
    expect(attributesOf(spans[0]!)).toMatchObject({
      a: { '[ip address]': 1 },
      metadata: { '[email]': 1 },
    });
    expect(spans[0]!.eventsJson).not.toMatch(PERSONAL);
  });
});
