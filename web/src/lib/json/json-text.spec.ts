import { printExactJson } from './exact-json.js';
import { readJsonObject, readJsonText } from './json-text.js';

describe('readJsonText', () => {
  it('keeps every number unchanged', () => {
    const reading = readJsonText('{"id": 12345678901234567890, "ratio": 1.0}');
    expect('value' in reading && printExactJson(reading.value, 0)).toBe(
      '{"id":12345678901234567890,"ratio":1.0}',
    );
  });

  it('names the line of a fault', () => {
    expect(readJsonText('{\n"a": tru\n}')).toEqual({
      problem: 'Line 2: “tru” is not valid here; put keys and strings in double quotes.',
    });
  });

  it('refuses an empty text', () => {
    expect(readJsonText('  ')).toHaveProperty('problem');
  });
});

describe('readJsonObject', () => {
  it('reads an empty text as an empty object', () => {
    expect(readJsonObject(' \n')).toEqual({ value: {} });
  });

  it.each(['[]', '"text"', '1', 'null', '12345678901234567890'])('refuses %s', (text) => {
    expect(readJsonObject(text)).toEqual({ problem: expect.stringContaining('an object') });
  });
});
