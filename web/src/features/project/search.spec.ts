import {
  formatAnnotationSort,
  readAnnotationSort,
  readSessionsSearch,
  readSpansSearch,
  readTracesSearch,
  toSort,
  TRACE_SORTS,
} from './search.js';

describe('readSpansSearch', () => {
  it('reads filters, time range, sort, columns and selection', () => {
    const search = readSpansSearch({
      kinds: 'tool,llm',
      statuses: 'error',
      rootsOnly: 'true',
      sort: '-latencyMs',
      columns: 'name,latency',
      timeRangeKey: '1h',
      selectedSpanNodeId: 'U3Bhbjox',
    });
    expect(search).toMatchObject({
      kinds: ['llm', 'tool'],
      statuses: ['error'],
      rootsOnly: true,
      sort: '-latencyMs',
      columns: ['name', 'latency'],
      timeRangeKey: '1h',
      selectedSpanNodeId: 'U3Bhbjox',
    });
  });

  it('leaves out defaults and drops invalid values', () => {
    const search = readTracesSearch({ sort: '-startTime', status: 'maybe', timeRangeKey: '7d' });
    expect(Object.values(search).filter((value) => value !== undefined)).toEqual([]);
    expect(readTracesSearch({ sort: 'dropTable' }).sort).toBeUndefined();
    expect(readSessionsSearch({ sort: 'latencyMs' }).sort).toBeUndefined();
  });
});

describe('toSort', () => {
  it('reads the name and the direction of a known sort only', () => {
    expect(toSort('-latencyMs', TRACE_SORTS)).toEqual({ col: 'latencyMs', dir: 'desc' });
    expect(toSort('startTime', TRACE_SORTS)).toEqual({ col: 'startTime', dir: 'asc' });
    expect(toSort('nope', TRACE_SORTS)).toBeNull();
  });
});

describe('a sort by annotations', () => {
  it.each(['tone', 'a:b, c', '100 % sure', 'zürich', '-'])('survives the URL for %j', (name) => {
    const key = { name, attr: 'score' as const };
    const sort = formatAnnotationSort(key);
    expect(readAnnotationSort(sort)).toEqual({ key, dir: 'asc' });
    expect(readAnnotationSort(`-${sort}`)).toEqual({ key, dir: 'desc' });
    expect(readSpansSearch({ sort: `-${sort}` }).sort).toBe(`-${sort}`);
  });

  it.each(['score:', 'explanation:tone', 'score:%', 'tone', ''])('ignores %j', (sort) => {
    expect(readAnnotationSort(sort)).toBeUndefined();
    expect(readTracesSearch({ sort }).sort).toBeUndefined();
  });
});
