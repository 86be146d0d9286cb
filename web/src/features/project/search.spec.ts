import {
  readSessionsSearch,
  readSpansSearch,
  readTracesSearch,
  toSort,
  TRACE_SORTS,
} from './search.js';

describe('the address of a list', () => {
  it('holds filters, range, sort, columns and selection of the spans', () => {
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

  it('does not write defaults and drops what it cannot read', () => {
    const search = readTracesSearch({ sort: '-startTime', status: 'maybe', timeRangeKey: '7d' });
    expect(Object.values(search).filter((value) => value !== undefined)).toEqual([]);
    expect(readTracesSearch({ sort: 'dropTable' }).sort).toBeUndefined();
    expect(readSessionsSearch({ sort: 'latencyMs' }).sort).toBeUndefined();
  });
});

describe('toSort', () => {
  it('reads column and direction', () => {
    expect(toSort('-latencyMs', TRACE_SORTS)).toEqual({ col: 'latencyMs', dir: 'desc' });
    expect(toSort('startTime', TRACE_SORTS)).toEqual({ col: 'startTime', dir: 'asc' });
    expect(toSort('name', TRACE_SORTS)).toBeNull();
  });
});
