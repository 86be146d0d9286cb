import { type JsonObject, parseJson } from '../../kernel/json/json.js';
import { addFlattened, DataFrame, type FlatRow } from './data-frame.js';

/** Returns the table for rows given as JSON text. */
function csv(...rows: string[]): string {
  const flat = rows.map((row) => {
    const cells: FlatRow = new Map();
    const object = parseJson(row) as JsonObject;
    for (const key of Object.keys(object)) addFlattened(cells, key, object[key]!);
    return cells;
  });
  const frame = new DataFrame();
  for (const row of flat) frame.add(row);
  return frame.header() + flat.map((row) => frame.line(row)).join('');
}

describe('DataFrame', () => {
  it('orders columns by their first appearance', () => {
    expect(csv('{"b":1,"a":2}', '{"c":3,"a":4,"b":5}')).toBe('b,a,c\n1,2,\n5,4,3.0\n');
  });

  it('detects gaps in the first row, in the last row and where a value is null', () => {
    expect(csv('{"x":0}', '{"a":1}')).toBe('x,a\n0.0,\n,1.0\n');
    expect(csv('{"a":1,"b":2}', '{"b":3}', '{"a":null,"b":4}')).toBe('a,b\n1.0,2\n,3\n,4\n');
  });

  it('writes lists as JSON', () => {
    expect(csv('{"a":[1,"é",{"x":null}],"b":[]}')).toBe('a,b\n"[1, ""é"", {""x"": null}]",[]\n');
  });

  it('flattens nested objects with any keys', () => {
    expect(
      csv('{"a":{"b":{"c":1,"":2},"d":{},"__proto__":{"toString":3}},"constructor":{"x.y":4}}'),
    ).toBe('a.b.c,a.b.,a.__proto__.toString,constructor.x.y\n1,2,3,4\n');
  });

  it('uses the last of several fields with the same path', () => {
    expect(csv('{"x":0,"a":{"b":1},"a.b":2}')).toBe('x,a.b\n0,2\n');
  });

  it('is one empty line without rows', () => {
    expect(csv()).toBe('\n');
  });
});
