import { readViewQuery, toViewQuery } from './view-query.js';

describe('the query of a view', () => {
  it('keeps filters, range, sort and columns, but not the open panel', () => {
    const query = toViewQuery('spans', {
      filter: "name == 'a & b'",
      kinds: 'llm,tool',
      sort: '-latencyMs',
      columns: 'name,input',
      timeRangeKey: '30d',
      selectedSpanNodeId: 'U3BhbjoxMg==',
      full: 'true',
      judge: 'span',
    });
    expect(query).not.toMatch(/full|judge|selected/);
    expect(readViewQuery('spans', query)).toMatchObject({
      filter: "name == 'a & b'",
      kinds: ['llm', 'tool'],
      sort: '-latencyMs',
      columns: ['name', 'input'],
      timeRangeKey: '30d',
    });
  });

  it('is empty for a list as it opens', () => {
    expect(toViewQuery('traces', { sort: '-startTime' })).toBe('');
  });

  it('drops what is no longer valid', () => {
    expect(readViewQuery('traces', 'sort=gone&status=error')).toMatchObject({
      sort: undefined,
      status: 'error',
    });
  });
});
