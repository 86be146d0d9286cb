import { toSpanFilter } from './graphql/spans.args.js';
import { selectsOnlyByTime, type SpanFilter } from './spans.filters.js';

describe('a selection of spans by their time alone', () => {
  const timeRange = { start: '2026-01-01T00:00:00Z', end: '2026-01-02T00:00:00Z' };

  it.each<[string, SpanFilter]>([
    ['nothing', {}],
    ['a time range', { timeRange }],
    ['what a list without arguments asks for', toSpanFilter({ timeRange })],
    ['empty lists', { names: [], kinds: null, traceIds: [], attributes: [] }],
    ['no condition', { addCondition: null, traceCondition: null, search: null }],
    ['orphans as roots, but not only roots', { orphanSpanAsRootSpan: true, rootSpansOnly: false }],
  ])('yes: %s', (_, filter) => {
    expect(selectsOnlyByTime(filter)).toBe(true);
  });

  it.each<[string, SpanFilter]>([
    ['names', { timeRange, names: ['a'] }],
    ['an attribute that nothing can have', { attributes: [null] }],
    ['a parent', { parentId: 'p' }],
    ['no parent', { parentId: null }],
    ['only roots', { rootSpansOnly: true }],
    ['a condition', { addCondition: () => '' }],
    ['a search', toSpanFilter({ search: 'word' })],
  ])('no: %s', (_, filter) => {
    expect(selectsOnlyByTime(filter)).toBe(false);
  });
});
