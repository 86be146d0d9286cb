import { parseJson } from '../../../kernel/json/json.js';
import { convertSpan } from '../../decode/convert-span.js';
import { emptyOtlpSpan, type OtlpAttribute } from '../../decode/otlp-span.js';
import type { SpanRecord } from '../../decode/span-record.js';
import { type NewEvent, rebuildSpan, type StoredSpan } from './rebuild-span.js';

const MICROS = 1_709_287_200_000_000n;

/** Stores a span with these attributes, as far as a rebuilt one reads it. */
function stored(attributes: Record<string, OtlpAttribute['value']>): StoredSpan {
  const span = {
    ...emptyOtlpSpan({ name: '', version: '' }),
    traceId: 'ab',
    spanId: 'cd',
    name: 'chat',
    startNanos: MICROS * 1000n,
    endNanos: MICROS * 1000n,
    attributes: Object.entries(attributes).map(([key, value]) => ({ key, value })),
  };
  return toStored(convertSpan(span, 'default', null));
}

function toStored(record: SpanRecord): StoredSpan {
  const time = '2024-03-01T10:00:00+00:00';
  return {
    ...record,
    id: 1,
    projectId: 1,
    startTime: time,
    endTime: time,
    attributes: record.attributesJson,
    payload: record.payloadJson,
    events: record.eventsJson,
  };
}

const says = (name: string, content: string, at = 0n): NewEvent => ({
  name,
  time: MICROS + at,
  attributes: { content },
});

const CHAT = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'gpt-4o' };

describe('a span that is built again with an event', () => {
  it('has the previews and messages of the event, and its own attributes', () => {
    const span = stored({ ...CHAT, 'app.name': 'shop' });
    const record = rebuildSpan(span, [says('gen_ai.user.message', 'Why?')], null)!;
    expect(record).toMatchObject({ inputPreview: 'Why?', kind: 'LLM', modelName: 'gpt-4o' });
    expect(parseJson(record.attributesJson)).toMatchObject({
      'app.name': 'shop',
      'gen_ai.request.model': 'gpt-4o',
      'llm.model_name': 'gpt-4o',
    });
  });

  it('derives messages of earlier events once more, in the order of their times', () => {
    const first = rebuildSpan(stored(CHAT), [says('gen_ai.user.message', 'Second', 5n)], null)!;
    const second = rebuildSpan(toStored(first), [says('gen_ai.user.message', 'First')], null)!;
    expect(second.inputPreview).toBe('Second');
    const events = parseJson(second.eventsJson!) as { attributes: { content: string } }[];
    expect(events.map(({ attributes }) => attributes.content)).toEqual(['First', 'Second']);
  });

  it('keeps what the sender stated', () => {
    const span = stored({ ...CHAT, 'input.value': 'stated', 'llm.model_name': 'mine' });
    const record = rebuildSpan(span, [says('gen_ai.user.message', 'Why?')], null)!;
    expect(record.modelName).toBe('mine');
    expect(parseJson(record.attributesJson)).toMatchObject({ 'input.value': 'stated' });
  });

  it('is not built for an event that it has', () => {
    const event = says('gen_ai.user.message', 'Why?');
    const record = rebuildSpan(stored(CHAT), [event], null)!;
    expect(rebuildSpan(toStored(record), [event], null)).toBeNull();
  });

  it('keeps a kind that no attribute states', () => {
    const span: StoredSpan = { ...stored({}), kind: 'TOOL' };
    expect(rebuildSpan(span, [says('app.note', 'x')], null)?.kind).not.toBe('UNKNOWN');
  });
});
