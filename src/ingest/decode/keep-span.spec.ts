import * as fc from 'fast-check';
import { attribute, encodeJson, encodeProtobuf } from '../../../test/support/otlp-encoder.js';
import { compileMask, type Mask } from '../../masking/mask.contract.js';
import { MaskedKind } from '../../masking/mask-rules.contract.js';
import { decodeTraces, type OtlpEncoding } from './decode-traces.js';
import type { KeptSpan, RejectedSpan } from './span-record.js';

const SPAN = {
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  name: 'answer',
  startTimeUnixNano: '1709287200123456789',
  endTimeUnixNano: '1709287202000000000',
};
const ZERO = '0'.repeat(32);

function reject(
  request: string | Uint8Array,
  mask: Mask | null = null,
  encoding: OtlpEncoding = 'json',
): RejectedSpan {
  const body = typeof request === 'string' ? Buffer.from(request) : request;
  const { rejected } = decodeTraces(body, encoding, {
    defaultProject: 'default',
    maskOf: () => mask,
  });
  expect(rejected).toHaveLength(1);
  return rejected[0]!;
}

const jsonOf = (spans: unknown[], resource: unknown = {}) =>
  JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ spans }] }] });

function readKept(kept: KeptSpan | null) {
  const request = JSON.parse(kept!.content.toString());
  const [resourceSpans] = request.resourceSpans;
  const [scopeSpans] = resourceSpans.scopeSpans;
  return {
    resource: resourceSpans.resource,
    scope: scopeSpans.scope,
    span: scopeSpans.spans[0],
  };
}

/** Decodes the span after its ID was repaired, and the same span that was sent without the mistake. */
function decodeRepaired(kept: KeptSpan | null, asSent: string) {
  const options = { defaultProject: 'default', maskOf: () => null };
  const repaired = kept!.content.toString().replaceAll(ZERO, SPAN.traceId);
  const good = asSent.replaceAll(ZERO, SPAN.traceId);
  return [repaired, good].map((text) => decodeTraces(Buffer.from(text), 'json', options));
}

describe('the kept part of a refused span', () => {
  it('is the span with its resource and scope, the same for both encodings', () => {
    const resources = [
      {
        attributes: [
          attribute('service.name', 'shop'),
          attribute('openinference.project.name', 'p'),
        ],
        spans: [
          { ...SPAN, spanId: '', attributes: [attribute('user.id', 'kim'), attribute('n', 5)] },
        ],
      },
    ];
    const fromJson = reject(encodeJson(resources)).kept;
    const fromProtobuf = reject(encodeProtobuf(resources), null, 'protobuf').kept;
    expect(fromProtobuf).toEqual(fromJson);
    expect(fromJson).toMatchObject({ acceptsAnyId: false, maskedBy: null, userId: 'kim' });
    const { resource, span } = readKept(fromJson);
    expect(resource.attributes).toContainEqual({
      key: 'service.name',
      value: { stringValue: 'shop' },
    });
    expect(span).toMatchObject({ name: 'answer', startTimeUnixNano: SPAN.startTimeUnixNano });
    expect(span.attributes).toContainEqual({ key: 'n', value: { doubleValue: 5 } });
  });

  it('becomes the row that the span would have become', () => {
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        fc.record({ stringValue: fc.string({ unit: 'binary' }) }),
        fc.record({ intValue: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String) }),
        fc.record({ doubleValue: fc.double({ noNaN: true, noDefaultInfinity: true }) }),
        fc.record({ boolValue: fc.boolean() }),
        fc.record({
          arrayValue: fc.record({ values: fc.array(tie('any'), { maxLength: 3 }) }),
        }),
      ),
    })).any;
    const key = fc.oneof(
      fc.constantFrom('input.value', 'gen_ai.prompt.0.content', '__proto__', 'llm.model_name'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(fc.record({ key, value }), { maxLength: 6 }), (attributes) => {
        const sent = jsonOf([{ ...SPAN, traceId: ZERO, attributes }]);
        const { kept } = reject(sent);
        const [again, good] = decodeRepaired(kept, sent);
        expect(again).toEqual(good);
      }),
      { numRuns: 200 },
    );
  });

  it('is what was sent, if it could not be read', () => {
    const broken = {
      ...SPAN,
      traceId: 'not hex',
      attributes: [{ key: 'a', value: { intValue: [] } }],
    };
    expect(readKept(reject(jsonOf([broken])).kept).span).toEqual(broken);
    expect(readKept(reject(jsonOf(['text'])).kept).span).toBe('text');
  });

  it('is not kept if it is nested too deeply or too large', () => {
    let deep: object = { stringValue: 'x' };
    for (let level = 0; level < 150; level++) deep = { arrayValue: { values: [deep] } };
    const tooDeep = reject(jsonOf([{ ...SPAN, attributes: [{ key: 'a', value: deep }] }]));
    expect(tooDeep).toMatchObject({ reason: 'too_deep' });
    const large = { key: 'a', value: { stringValue: 'x'.repeat(5_000_000) } };
    expect(reject(jsonOf([{ ...SPAN, spanId: '', attributes: [large] }])).kept).toBeNull();
  });

  it('counts only the first thousand of a request', () => {
    const spans = Array.from({ length: 1_200 }, () => ({ ...SPAN, spanId: '' }));
    const { rejected } = decodeTraces(Buffer.from(jsonOf(spans)), 'json', {
      defaultProject: 'default',
      maskOf: () => null,
    });
    expect(rejected.filter(({ kept }) => kept !== null)).toHaveLength(1_000);
  });
});

describe('the kept part of a refused span in a project with masks', () => {
  const mask = compileMask({
    keys: ['**.password', 'user.id', 'llm.input_messages.*.message.content'],
    kinds: [MaskedKind.EMAIL],
    patterns: [],
  })!;
  const SECRET = 'ada@example.com';

  it('is masked by the names of what would have been stored', () => {
    const text = (key: string, value: string) => ({ key, value: { stringValue: value } });
    const { kept } = reject(
      jsonOf(
        [
          {
            ...SPAN,
            spanId: '',
            name: SECRET,
            status: { message: SECRET },
            attributes: [
              text('metadata', '{"password":"hunter2","other":"ok"}'),
              text('user.id', 'ada'),
              text('gen_ai.prompt.0.role', 'user'),
              text('gen_ai.prompt.0.content', 'tell nobody'),
              text('llm.input_messages.0.message.content', 'tell nobody'),
              text('output.value', `write to ${SECRET}`),
            ],
            events: [{ name: SECRET, attributes: [text('db.password', 'hunter2')] }],
          },
        ],
        { attributes: [text('owner', SECRET), text('service.password', 'hunter2')] },
      ),
      mask,
    );
    const content = kept!.content.toString();
    expect(content).not.toMatch(/example\.com|hunter2|"ada"/);
    expect(content).toContain('write to [email]');
    expect(kept).toMatchObject({ maskedBy: mask.fingerprint, userId: '[masked]' });
  });

  it('is not kept if the rules cannot be applied to it', () => {
    const many = Array.from({ length: 10_001 }, (_, at) => ({ key: `k${at}`, value: {} }));
    expect(reject(jsonOf([{ ...SPAN, attributes: many }]), mask)).toMatchObject({
      reason: 'too_many_attributes',
      kept: null,
    });
    expect(reject(jsonOf([{ ...SPAN, traceId: 'not hex', name: SECRET }]), mask).kept).toBeNull();
  });
});
