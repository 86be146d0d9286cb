import type { JsonValue } from '../../kernel/json/json.js';
import { convertSpan } from './convert-span.js';
import type { OtlpAttribute, OtlpSpan } from './otlp-span.js';
import type { SpanRecord } from './span-record.js';

const SENT: OtlpSpan = {
  traceId: 'a'.repeat(32),
  spanId: 'b'.repeat(16),
  parentSpanId: '',
  name: 'step',
  startNanos: 0n,
  endNanos: 1n,
  attributes: [],
  events: [],
  statusCode: 0,
  statusMessage: '',
  scope: { name: '', version: '' },
  failure: null,
  source: undefined,
};

function convert(sent: Partial<OtlpSpan>): SpanRecord {
  return convertSpan({ ...SENT, ...sent }, 'default', null);
}

function attributesOf(sent: Record<string, string>): OtlpAttribute[] {
  return Object.entries(sent).map(([key, value]) => ({ key, value }));
}

describe('convertSpan', () => {
  it('takes the reason of a failure from the exception if the status has none', () => {
    const events = ['first', 'last'].map((text) => ({
      name: 'exception',
      nanos: 1n,
      attributes: attributesOf({ 'exception.message': text }),
    }));
    const failed = { statusCode: 2, events };
    expect(convert(failed).statusMessage).toBe('last');
    expect(convert({ ...failed, statusMessage: 'own' }).statusMessage).toBe('own');
    expect(convert({ events }).statusMessage).toBe('');
  });

  it('keeps an input once that is sent under a plainer key', () => {
    const storedOf = (input: string): JsonValue => {
      const attributes = attributesOf({ 'input.value': 'Why?', input });
      return JSON.parse(convert({ attributes }).attributesJson) as JsonValue;
    };
    expect(storedOf('Why?')).toEqual({ 'input.value': 'Why?' });
    expect(storedOf('How?')).toEqual({ input: 'How?' });
  });
});
