import type { JsonValue } from '../../kernel/json/json.js';
import { buildRecord, type SpanParts } from './build-record.js';
import { unflatten } from './unflatten.js';

function build(attributes: Record<string, JsonValue>, part: Partial<SpanParts> = {}) {
  const parts: SpanParts = {
    traceId: 'trace',
    spanId: 'span',
    parentId: null,
    name: '',
    kind: 'LLM',
    statusCode: 'OK',
    statusMessage: '',
    startTime: 0n,
    endTime: 0n,
    projectName: 'default',
    attributes: unflatten(new Map(Object.entries(attributes))),
    events: [],
    isConversation: false,
    ...part,
  };
  return buildRecord(parts, null);
}

describe('buildRecord', () => {
  it('names the model that was asked for, or the one that answered', () => {
    const nameOf = (kind: SpanParts['kind'], ...names: string[]) =>
      build(Object.fromEntries(names.map((name) => [name, name])), { kind }).modelName;
    expect(nameOf('LLM', 'llm.response.model_name', 'llm.model_name')).toBe('llm.model_name');
    expect(nameOf('LLM', 'llm.response.model_name')).toBe('llm.response.model_name');
    expect(nameOf('EMBEDDING', 'embedding.model_name')).toBe('embedding.model_name');
    expect(nameOf('EMBEDDING', 'llm.model_name')).toBe('llm.model_name');
    expect(nameOf('CHAIN', 'llm.response.model_name')).toBeNull();
  });

  it('reads how long the first token took', () => {
    const read = (value: JsonValue) =>
      build({ 'llm.time_to_first_token_ms': value }).timeToFirstTokenMs;
    expect(read(412.5)).toBe(412.5);
    expect(read(0)).toBe(0);
    for (const bad of [-1, 1e300, '5', true, null]) expect(read(bad)).toBeNull();
  });

  it.each<[SpanParts['kind'], string | null, Record<string, JsonValue>, string | null]>([
    ['LLM', null, { 'llm.token_count.prompt': 1 }, 'call'],
    ['LLM', null, { 'llm.cost.total': 1 }, 'call'],
    ['EMBEDDING', 'above', { 'llm.token_count.prompt': 1 }, 'call'],
    ['LLM', 'above', {}, 'link'],
    ['LLM', null, {}, null],
    ['CHAIN', 'above', { 'llm.token_count.prompt': 1 }, 'link'],
    ['UNKNOWN', 'above', {}, 'link'],
    ['CHAIN', null, {}, null],
    ['TOOL', 'above', { 'llm.token_count.prompt': 1 }, null],
  ])('tells what %s below %s with %j means for costs', (kind, parentId, attributes, role) => {
    expect(build(attributes, { kind, parentId }).role).toBe(role);
  });

  it('ranks the session that a span names', () => {
    const rank = (parentId: string | null, isConversation: boolean) =>
      build({ 'session.id': 's' }, { parentId, isConversation }).sessionRank;
    expect([
      rank(null, false),
      rank('above', false),
      rank(null, true),
      rank('above', true),
    ]).toEqual([4, 3, 2, 1]);
    expect(build({}).sessionRank).toBe(0);
  });
});
