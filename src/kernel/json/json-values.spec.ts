import { hasTooManyValues, MAX_JSON_VALUES } from './json-values.js';

const list = (length: number, item: string): string => `[${Array(length).fill(item).join(',')}]`;
const object = (size: number): string =>
  `{${Array.from({ length: size }, (_, at) => `"${at}":0`).join(',')}}`;

describe('hasTooManyValues', () => {
  it.each([
    ['items', list(MAX_JSON_VALUES, '0'), list(MAX_JSON_VALUES + 1, '0')],
    ['members', object(MAX_JSON_VALUES), object(MAX_JSON_VALUES + 1)],
    ['both', list(MAX_JSON_VALUES / 2, '{"a":0,"b":1}'), list(MAX_JSON_VALUES, '{"a":0,"b":1}')],
  ])('counts %s', (_, most, more) => {
    expect(hasTooManyValues(most)).toBe(false);
    expect(hasTooManyValues(more)).toBe(true);
  });

  it('ignores commas in strings, whatever their escapes', () => {
    const text = '",,,\\",,,\\\\"'.repeat(1);
    expect(JSON.parse(text)).toBe(',,,",,,\\');
    expect(hasTooManyValues(list(MAX_JSON_VALUES, text))).toBe(false);
    expect(hasTooManyValues(list(MAX_JSON_VALUES + 1, text))).toBe(true);
  });
});
