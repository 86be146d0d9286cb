import {
  attribute,
  encodeJson,
  encodeProtobuf,
  type KeyValue,
  type TestResource,
  type TestSpan,
} from '../../../test/support/otlp-encoder.js';
import { mergeStoredAttributes } from '../../spans/attributes.js';
import { parseJson, stringifyJson } from '../../kernel/json/json.js';
import type { DecodedSpans, SpanRecord } from './span-record.js';
import { type DecodeOptions, decodeTraces } from './decode-traces.js';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const SPAN_ID = 'b7ad6b7169203331';
const OPTIONS: DecodeOptions = { defaultProject: 'default', maskOf: () => null };

/** Decodes both encodings of one request and checks that they agree. */
function decodeBoth(resources: TestResource[], options = OPTIONS): DecodedSpans {
  const decoded = decodeTraces(encodeProtobuf(resources), 'protobuf', options);
  expect(decodeTraces(encodeJson(resources), 'json', options)).toEqual(decoded);
  return decoded;
}

function decodeSpan(span: Partial<TestSpan>): SpanRecord {
  const decoded = decodeBoth([{ spans: [{ traceId: TRACE_ID, spanId: SPAN_ID, ...span }] }]);
  expect(decoded.rejected).toEqual([]);
  const [record] = decoded.spans;
  if (record === undefined) throw new Error('no span');
  return record;
}

function attributesOf(attributes: KeyValue[]): unknown {
  const record = decodeSpan({ attributes });
  return JSON.parse(
    stringifyJson(mergeStoredAttributes(record.attributesJson, record.payloadJson)),
  );
}

function resourceNamed(project: string): TestResource {
  return {
    attributes: [attribute('service.name', 's'), attribute('openinference.project.name', project)],
    spans: [{ traceId: TRACE_ID, spanId: SPAN_ID }],
  };
}

function projectsOf(options: Partial<DecodeOptions>): string[] {
  const resources = [resourceNamed('mine'), resourceNamed('')];
  const { spans } = decodeBoth(resources, { ...OPTIONS, ...options });
  return spans.map(({ projectName }) => projectName);
}

describe('decodeTraces', () => {
  it('decodes a whole span', () => {
    expect(
      decodeSpan({
        parentSpanId: '00f067aa0ba902b7',
        name: 'answer',
        startTimeUnixNano: '1709287200123456789',
        endTimeUnixNano: '1709287202000000000',
        status: { code: 2, message: 'boom' },
        attributes: [
          attribute('openinference.span.kind', 'llm'),
          attribute('llm.model_name', 'm-1'),
          attribute('llm.provider', 'openai'),
          attribute('llm.token_count.prompt', '12'),
          attribute('llm.token_count.completion', 3.9),
          attribute('session.id', ' s-1 '),
          attribute('user.id', 17n),
          attribute('input.value', 'hi'),
          attribute('input.mime_type', 'text/plain'),
          attribute('output.value', 'x'.repeat(300)),
        ],
        events: [
          {
            timeUnixNano: '1709287201000000000',
            name: 'exception',
            attributes: [attribute('exception.type', 'E'), attribute('other', 1n)],
          },
          { timeUnixNano: '1709287201500000000', name: 'log', attributes: [attribute('a.b', 1n)] },
        ],
      }),
    ).toEqual({
      traceId: TRACE_ID,
      spanId: SPAN_ID,
      parentId: '00f067aa0ba902b7',
      name: 'answer',
      kind: 'LLM',
      statusCode: 'ERROR',
      statusMessage: 'boom',
      startTime: 1_709_287_200_123_456n,
      endTime: 1_709_287_202_000_000n,
      projectName: 'default',
      promptTokens: 12,
      completionTokens: 3,
      role: 'call',
      timeToFirstTokenMs: null,
      modelName: 'm-1',
      provider: 'openai',
      userId: '17',
      sessionId: 's-1',
      sessionRank: 3,
      inputPreview: 'hi',
      outputPreview: 'x'.repeat(200),
      hasInput: true,
      hasOutput: true,
      inputMimeType: 'text/plain',
      outputMimeType: null,
      attributesJson:
        '{"openinference.span.kind":"llm","llm.model_name":"m-1","llm.provider":"openai",' +
        '"llm.token_count.prompt":12,"llm.token_count.completion":3,"session.id":" s-1 ",' +
        '"user.id":17,"input.value":"hi","input.mime_type":"text/plain"}',
      payloadJson: `{"output":{"value":"${'x'.repeat(300)}"}}`,
      eventsJson:
        '[{"name":"exception","timestamp":"2024-03-01T10:00:01+00:00","attributes":' +
        '{"exception.type":"E","exception.message":"","other":1}},' +
        '{"name":"log","timestamp":"2024-03-01T10:00:01.500000+00:00","attributes":{"a.b":1}}]',
      byteSize: expect.any(Number) as number,
    });
  });

  it('gives an empty span default values', () => {
    expect(decodeSpan({})).toMatchObject({
      parentId: null,
      name: '',
      kind: 'UNKNOWN',
      statusCode: 'UNSET',
      startTime: 0n,
      endTime: 0n,
      promptTokens: null,
      sessionId: null,
      inputPreview: null,
      attributesJson: '{}',
      payloadJson: null,
      eventsJson: null,
    });
  });

  it('counts tokens only for calls of models', () => {
    const counts = [attribute('llm.token_count.prompt', 5n)];
    const llm = attribute('openinference.span.kind', 'LLM');
    expect(decodeSpan({ attributes: counts }).promptTokens).toBeNull();
    expect(decodeSpan({ attributes: [llm, ...counts] })).toMatchObject({
      promptTokens: 5,
      completionTokens: 0,
    });
    const embedding = attribute('openinference.span.kind', 'EMBEDDING');
    expect(decodeSpan({ attributes: [embedding, ...counts] }).promptTokens).toBe(5);
    for (const bad of ['abc', '-4', Number.NaN]) {
      const span = decodeSpan({ attributes: [llm, attribute('llm.token_count.prompt', bad)] });
      expect(span.promptTokens).toBeNull();
    }
  });

  it.each([
    ['llm.token_count.prompt', 2n ** 62n],
    ['llm.token_count.completion', '9223372036854775807'],
    ['llm.token_count.total', 1e13],
    ['llm.token_count.prompt_details.cache_read', 2n ** 62n],
    ['gen_ai.usage.input_tokens', 2n ** 62n],
  ])('refuses a span whose %s is larger than any model can have', (key, count) => {
    const attributes = [attribute('openinference.span.kind', 'LLM'), attribute(key, count)];
    const { spans, rejected } = decodeBoth([
      {
        spans: [
          { traceId: TRACE_ID, spanId: SPAN_ID, attributes },
          { traceId: TRACE_ID, spanId: '00f067aa0ba902b7' },
        ],
      },
    ]);
    expect(spans).toHaveLength(1);
    expect(rejected).toMatchObject([
      {
        reason: 'token_count_too_large',
        message: expect.stringMatching(/^"llm\.token_count\..* at most 1000000000000 tokens\.$/),
      },
    ]);
  });

  it('ignores the token counts of other spans', () => {
    const counts = [attribute('llm.token_count.prompt', 2n ** 62n)];
    expect(decodeSpan({ attributes: counts }).promptTokens).toBeNull();
  });

  it('chooses the project by header, then by resource', () => {
    expect(projectsOf({})).toEqual(['mine', 'default']);
    expect(projectsOf({ projectName: 'header' })).toEqual(['header', 'header']);
    expect(projectsOf({ projectName: '' })).toEqual(['', '']);
  });

  it('parses JSON text under keys with certain suffixes', () => {
    expect(
      attributesOf([
        attribute('metadata', '{"a":{"b":1},"n":null}'),
        attribute('xmetadata', '[1]'),
        attribute('retrieval.documents.0.document.metadata', '{}'),
        attribute('llm.prompt_template.variables', '{"q":"x"}'),
        attribute('tool.parameters', 'no json'),
        attribute('gone.metadata', 'null'),
        attribute('input.value', '{"a":1}'),
      ]),
    ).toEqual({
      metadata: { a: { b: 1 }, n: null },
      xmetadata: [1],
      retrieval: { documents: [{ document: { metadata: {} } }] },
      llm: { prompt_template: { variables: { q: 'x' } } },
      tool: { parameters: 'no json' },
      input: { value: '{"a":1}' },
    });
  });

  it('turns a structured input into JSON text', () => {
    const list = { arrayValue: { values: [{ intValue: '1' }, { doubleValue: 2 }] } };
    expect(
      attributesOf([
        { key: 'input.value', value: list },
        { key: 'output.value', value: list },
      ]),
    ).toEqual({
      input: { value: '[1,2.0]', mime_type: 'application/json' },
      output: { value: [1, 2] },
    });
    expect(attributesOf([attribute('input.value', 0n)])).toEqual({ input: { value: 0 } });
  });

  it('keeps every digit of a number', () => {
    const record = decodeSpan({
      attributes: [
        attribute('max', 9_223_372_036_854_775_807n),
        attribute('min', -9_223_372_036_854_775_808n),
        attribute('minus', -1n),
        attribute('float', 1),
        attribute('nan', Number.NaN),
      ],
    });
    expect(record.attributesJson).toBe(
      '{"max":9223372036854775807,"min":-9223372036854775808,"minus":-1,"float":1.0}',
    );
    expect(stringifyJson(parseJson(record.attributesJson))).toBe(record.attributesJson);
  });

  it('stores bytes as base64', () => {
    const bytesValue = Uint8Array.of(0, 255, 17);
    expect(attributesOf([{ key: 'b', value: { bytesValue } }])).toEqual({ b: 'AP8R' });
  });

  it('previews the messages of a span, whatever its kind', () => {
    const messages = [
      attribute('llm.input_messages.0.message.role', 'user'),
      attribute('llm.input_messages.0.message.content', 'first'),
      attribute('llm.input_messages.1.message.role', 'user'),
      attribute('llm.input_messages.1.message.contents.0.message_content.type', 'image'),
      attribute('llm.input_messages.1.message.contents.1.message_content.text', 'second'),
      attribute('llm.input_messages.2.message.role', 'tool'),
      attribute('llm.output_messages.0.message.content', `${'y'.repeat(199)}😀`),
    ];
    expect(decodeSpan({ attributes: messages })).toMatchObject({
      inputPreview: 'second',
      outputPreview: 'y'.repeat(199),
    });
  });

  it.each([
    [{ traceId: '' }, 'missing_trace_id'],
    [{ spanId: '' }, 'missing_span_id'],
    [{ spanId: '0000000000000000' }, 'invalid_id'],
    [{ traceId: 'ab'.repeat(65) }, 'invalid_id'],
    [{ startTimeUnixNano: '18446744073709551615' }, 'time_out_of_range'],
    [{ name: 'n'.repeat(70_000) }, 'name_too_long'],
    [{ attributes: [attribute('k'.repeat(1_000_000), 'x')] }, 'attribute_key_too_long'],
    [{ attributes: [attribute('session.id', 's'.repeat(2000))] }, 'session_id_too_long'],
    [
      { attributes: Array.from({ length: 10_001 }, (_, at) => attribute(`k${at}`, 'x')) },
      'too_many_attributes',
    ],
    [{ attributes: [attribute('big', 'x'.repeat(17 * 1024 * 1024))] }, 'span_too_large'],
  ])('rejects a span, names it, and keeps its neighbors (%#)', (bad, reason) => {
    const spans = [
      { traceId: TRACE_ID, spanId: '0000000000000001' },
      { traceId: TRACE_ID, spanId: SPAN_ID, name: 'bad', ...bad },
      { traceId: TRACE_ID, spanId: '0000000000000002' },
    ];
    const decoded = decodeBoth([{ spans }]);
    expect(decoded.spans.map(({ spanId }) => spanId)).toEqual([
      '0000000000000001',
      '0000000000000002',
    ]);
    expect(decoded.rejected).toHaveLength(1);
    expect(decoded.rejected[0]).toMatchObject({ reason, projectName: 'default' });
    expect(decoded.rejected[0]?.spanName?.length).toBeLessThanOrEqual(256);
  });

  it('rejects a project name that cannot be stored, and reports it in the default project', () => {
    const spans = [{ traceId: TRACE_ID, spanId: SPAN_ID }];
    expect(decodeBoth([{ spans }], { ...OPTIONS, projectName: 'p'.repeat(2000) })).toMatchObject({
      spans: [],
      rejected: [{ reason: 'project_name_too_long', projectName: 'default' }],
    });
  });

  it('reads an empty protobuf body as an empty request', () => {
    expect(decodeTraces(new Uint8Array(), 'protobuf', OPTIONS)).toEqual({
      spans: [],
      rejected: [],
      sources: [],
    });
  });
});
