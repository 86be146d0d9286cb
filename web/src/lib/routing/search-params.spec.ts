import {
  parseSearch,
  readFlag,
  readList,
  readOneOf,
  readText,
  readTexts,
  stringifySearch,
} from './search-params.js';

describe('search parameters', () => {
  it('survive a round trip through the URL', () => {
    const query = stringifySearch({ kinds: ['llm', 'tool'], rootsOnly: true, sort: '-latencyMs' });
    expect(query).toBe('?kinds=llm,tool&rootsOnly=true&sort=-latencyMs');
    const search = parseSearch(query);
    expect(readList(search, 'kinds', ['tool', 'llm'])).toEqual(['tool', 'llm']);
    expect(readFlag(search, 'rootsOnly')).toBe(true);
    expect(readText(search, 'sort')).toBe('-latencyMs');
  });

  it('write some lists as one parameter per value', () => {
    const search = parseSearch('?experimentId=RXg6Mg%3D%3D&experimentId=RXg6MQ%3D%3D&view=grid');
    expect(readTexts(search, 'experimentId')).toEqual(['RXg6Mg==', 'RXg6MQ==']);
    expect(stringifySearch(search)).toBe(
      '?experimentId=RXg6Mg%3D%3D&experimentId=RXg6MQ%3D%3D&view=grid',
    );
    expect(readTexts(parseSearch('?experimentId=a,b'), 'experimentId')).toEqual(['a', 'b']);
  });

  it('leave out what is not set', () => {
    expect(stringifySearch({ a: undefined, b: '', c: false, d: [] })).toBe('');
  });

  it('keep an ID made of digits as text', () => {
    expect(readText(parseSearch('?traceId=00012345678901234567'), 'traceId')).toBe(
      '00012345678901234567',
    );
  });

  it('drop unknown values', () => {
    const search = parseSearch('?status=broken&kinds=llm,wizard');
    expect(readOneOf(search, 'status', ['ok', 'error'])).toBeUndefined();
    expect(readList(search, 'kinds', ['llm'])).toEqual(['llm']);
    expect(readList(search, 'absent', ['llm'])).toBeUndefined();
  });

  it('split free lists and keep their order', () => {
    expect(readTexts(parseSearch('?columns=b,%20a,,c'), 'columns')).toEqual(['b', 'a', 'c']);
  });
});
