import { mergeStoredAttributes } from '../../spans/attributes.js';
import type { JsonObject } from '../../kernel/json/json.js';
import type { SpanRecord } from './span-record.js';
import type { CreatedSpan } from '../../spans/created-span.js';
import { convertCreatedSpans } from './created-span.js';

function created(span: Partial<CreatedSpan>): CreatedSpan {
  return {
    traceId: 'trace_1',
    spanId: 'span_1',
    parentId: null,
    name: 'answer',
    spanKind: 'Llm',
    startTime: 1_709_287_200_000_001n,
    endTime: 1_709_287_201_000_000n,
    statusCode: 'ok',
    statusMessage: '',
    attributes: {},
    events: [],
    ...span,
  };
}

function convert(span: Partial<CreatedSpan>): SpanRecord {
  const { spans, rejected } = convertCreatedSpans([created(span)], 'project', () => null);
  expect(rejected).toEqual([]);
  const [record] = spans;
  if (record === undefined) throw new Error('no span');
  return record;
}

function attributesOf(attributes: JsonObject): JsonObject {
  const record = convert({ attributes });
  return mergeStoredAttributes(record.attributesJson, record.payloadJson);
}

describe('convertCreatedSpans', () => {
  it('keeps any text as an ID, and the kind as written', () => {
    expect(convert({ parentId: 'p-0', attributes: { 'session.id': true } })).toMatchObject({
      traceId: 'trace_1',
      spanId: 'span_1',
      parentId: 'p-0',
      kind: 'LLM',
      statusCode: 'OK',
      startTime: 1_709_287_200_000_001n,
      projectName: 'project',
      sessionId: 'True',
      promptTokens: null,
      attributesJson: '{"session.id":true,"openinference.span.kind":"Llm"}',
    });
  });

  it('stores an unknown kind as UNKNOWN and an unknown status as UNSET', () => {
    expect(convert({ spanKind: 'thing', statusCode: 'fine' })).toMatchObject({
      kind: 'UNKNOWN',
      statusCode: 'UNSET',
      attributesJson: '{"openinference.span.kind":"thing"}',
    });
  });

  it('only nests attributes', () => {
    const openinference = { span: { kind: 'Llm' } };
    expect(
      attributesOf({
        metadata: '{"a":1}',
        'input.value': { a: 1 },
        'llm.token_count.prompt': '12',
        'gen_ai.request.model': 'm',
        nested: { 'x.y': 1 },
        none: null,
        'openinference.span.kind': 'TOOL',
      }),
    ).toEqual({
      metadata: '{"a":1}',
      input: { value: { a: 1 } },
      llm: { token_count: { prompt: '12' } },
      gen_ai: { request: { model: 'm' } },
      nested: { 'x.y': 1 },
      openinference,
    });
  });

  it('keeps events with all their attributes', () => {
    const time = -1n;
    expect(
      convert({ events: [{ name: 'exception', time, attributes: { a: null, 'b.c': 1 } }] })
        .eventsJson,
    ).toBe(
      '[{"name":"exception","timestamp":"1969-12-31T23:59:59.999999+00:00",' +
        '"attributes":{"a":null,"b.c":1}}]',
    );
  });

  it.each<[Partial<CreatedSpan>, string]>([
    [{ traceId: '' }, 'missing_trace_id'],
    [{ spanId: '' }, 'missing_span_id'],
    [{ spanId: 's'.repeat(257) }, 'invalid_id'],
    [{ startTime: -62_135_596_800_000_001n }, 'time_out_of_range'],
    [{ endTime: 253_402_300_800_000_000n }, 'time_out_of_range'],
    [
      { events: [{ name: '', time: 253_402_300_800_000_000n, attributes: {} }] },
      'time_out_of_range',
    ],
    [
      { attributes: Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`k${at}`, 1])) },
      'too_many_attributes',
    ],
    [{ attributes: { a: nestedLists(1000) } }, 'too_deep'],
  ])('rejects a span, names it, and keeps its neighbors (%#)', (bad, reason) => {
    const spans = [created({ spanId: 'a' }), created(bad), created({ spanId: 'b' })];
    const decoded = convertCreatedSpans(spans, 'project', () => null);
    expect(decoded.spans.map(({ spanId }) => spanId)).toEqual(['a', 'b']);
    expect(decoded.rejected).toMatchObject([{ reason }]);
  });

  it('accepts the first and the last storable moment', () => {
    expect(
      convert({ startTime: -62_135_596_800_000_000n, endTime: 253_402_300_799_999_999n }),
    ).toBeDefined();
  });
});

function nestedLists(depth: number): JsonObject[string] {
  let value: JsonObject[string] = 1;
  for (let at = 0; at < depth; at++) value = [value];
  return value;
}
