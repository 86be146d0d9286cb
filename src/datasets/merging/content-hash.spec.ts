import { parseJson, type JsonObject } from '../../kernel/json/json.js';
import { hashContent } from './content-hash.js';

const hashOf = (input: string, output = '{}', metadata = '{}'): string =>
  hashContent({
    input: parseJson(input) as JsonObject,
    output: parseJson(output) as JsonObject,
    metadata: parseJson(metadata) as JsonObject,
  }).toString('hex');

describe('the content hash of an example', () => {
  it('equals the hash of other implementations', () => {
    expect(hashOf('{"a":1}')).toBe('ad24f06fd3ed87f40b00446a839cc968');
  });

  it('does not depend on the order of keys or how numbers and texts are written', () => {
    expect(hashOf('{"b":[1.0,{"d":null,"c":2e2}],"10":1,"2":"\\u00e9"}')).toBe(
      hashOf('{"2":"é","10":1,"b":[1,{"c":200,"d":null}]}'),
    );
    expect(hashOf('{"a":1.0}')).toBe(hashOf('{"a":1}'));
    expect(hashOf('{"a":1e22}')).toBe(hashOf('{"a":10000000000000000000000.0}'));
    expect(hashOf('{"a":-0}')).toBe(hashOf('{"a":0}'));
  });

  it('distinguishes input, output and metadata', () => {
    const hashes = [hashOf('{"a":1}'), hashOf('{}', '{"a":1}'), hashOf('{}', '{}', '{"a":1}')];
    expect(new Set(hashes).size).toBe(3);
  });

  it.each([
    ['order of lists', '{"a":[1,2]}', '{"a":[2,1]}'],
    ['null and nothing', '{"a":null}', '{}'],
    ['number and text', '{"a":1}', '{"a":"1"}'],
    ['integers beyond 2^53', '{"a":9007199254740993}', '{"a":9007199254740992}'],
    ['an integer beyond 2^53 and its text', '{"a":9007199254740993}', '{"a":"9007199254740993"}'],
    ['within lists', '{"a":[[18446744073709551615]]}', '{"a":[[18446744073709551614]]}'],
  ])('detects a difference: %s', (_, one, other) => {
    expect(hashOf(one)).not.toBe(hashOf(other));
  });

  it('treats hostile keys as ordinary keys', () => {
    const odd = '{"__proto__":{"a":18446744073709551615},"constructor":1.0}';
    expect(hashOf(odd)).not.toBe(hashOf('{}'));
    expect(hashOf(odd)).not.toBe(hashOf(odd.replace('615', '614')));
  });

  it('does not change the value', () => {
    const input = parseJson('{"a":[1.0,{"b":18446744073709551615}]}') as JsonObject;
    hashContent({ input, output: {}, metadata: {} });
    expect(JSON.stringify(input)).toBe('{"a":[1.0,{"b":18446744073709551615}]}');
  });
});
