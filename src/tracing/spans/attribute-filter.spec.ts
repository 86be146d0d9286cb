import { UnprocessableError } from '../../kernel/errors/errors.js';
import { parseAttributeFilter } from './attribute-filter.js';

describe('parseAttributeFilter', () => {
  it.each([
    ['k:1', '1', null, false],
    ['k:1.0', '1.0', null, true],
    ['k:1e2', '100.0', null, true],
    ['k:-0.75', '-0.75', null, true],
    ['k:9223372036854775807', '9223372036854775807', null, false],
    ['k:true', 'true', null, false],
    ['k:"1"', '"1"', '1', false],
    ['k:""', '""', '', false],
    ['k: x', '" x"', ' x', false],
    ['k:True', '"True"', 'True', false],
    ['k:a:b', '"a:b"', 'a:b', false],
  ])('reads the type of %s', (filter, json, text, floatsOnly) => {
    expect(parseAttributeFilter(filter)).toEqual({ key: 'k', json, text, floatsOnly });
  });

  it.each(['k:NaN', 'k:Infinity', 'k:-Infinity', 'k:1e400', 'k:a\0', 'k\0:a', 'k:"\\u0000"'])(
    'matches no span for %j',
    (filter) => {
      expect(parseAttributeFilter(filter)).toBeNull();
    },
  );

  it.each(['k', ':v', ' :v', 'k:', 'k:null', 'k:[]', 'k:{}', 'k:[1.0]'])('refuses %j', (filter) => {
    expect(() => parseAttributeFilter(filter)).toThrow(UnprocessableError);
  });
});
