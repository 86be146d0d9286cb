import type { JsonObject } from '../../kernel/json/json.js';
import { jsonDouble, parseJson } from '../../kernel/json/json.js';
import { type Cell, DataFrameWriter, FrameTime } from './data-frame.js';

function write(rows: Cell[][], others: JsonObject[] = []) {
  const frame = new DataFrameWriter(['id', 'value'], 1, 'others');
  const written = rows.map((cells, index) => frame.row(cells, others[index]));
  const text = frame.begin() + written.join('') + frame.end();
  return { text, ...(JSON.parse(text) as { schema: { fields: object[] }; data: object[] }) };
}

const typeOf = (...values: Cell[]) => write(values.map((value) => ['x', value])).schema.fields[1];

describe('a data frame', () => {
  it('is a table schema with numbered columns', () => {
    const { schema, data } = write([
      ['a', 1],
      ['b', 2],
    ]);
    expect(schema).toEqual({
      fields: [
        { name: '0_id', type: 'string' },
        { name: '1_value', type: 'integer' },
      ],
      primaryKey: ['0_id'],
      pandas_version: '1.4.0',
    });
    expect(data).toEqual([
      { '0_id': 'a', '1_value': 1 },
      { '0_id': 'b', '1_value': 2 },
    ]);
  });

  it.each<[string, Cell[]]>([
    ['integer', [1, -5]],
    ['number', [1, null]],
    ['number', [1, 0.5]],
    ['number', [parseJson('1.0')]],
    ['number', [parseJson('9223372036854775808')]],
    ['integer', [parseJson('9223372036854775807')]],
    ['boolean', [true, false]],
    ['string', [true, undefined]],
    ['string', [true, 1]],
    ['string', ['a', 1]],
    ['string', [[1], { a: 1 }]],
    ['string', [null, undefined]],
    ['string', []],
    // pandas cannot represent this time.
    ['string', [new FrameTime('9999-01-01T00:00:00+00:00')]],
    ['string', [new FrameTime('2026-01-01T00:00:00+00:00'), 'x']],
  ])('has the type %s for %j', (type, values) => {
    expect(typeOf(...values)).toEqual({ name: '1_value', type });
  });

  it('has times with nanoseconds', () => {
    const { schema, text } = write([
      ['a', new FrameTime('2026-03-01T10:00:00.120000+00:00')],
      ['b', null],
    ]);
    expect(schema.fields[1]).toEqual({ name: '1_value', type: 'datetime', tz: 'UTC' });
    expect(text).toContain('{"0_id":"a","1_value":"2026-03-01T10:00:00.120000000Z"}');
  });

  it('has no numbers that pandas refuses, even inside values', () => {
    const { text } = write([
      ['a', parseJson('{"big":123456789012345678901,"id":9223372036854775807}')],
      ['b', parseJson('{"double":-100000000000000000000.0,"small":9007199254740992.0}')],
      ['c', jsonDouble(1e300)],
    ]);
    expect(text).toContain('{"big":1.2345678901234568e+20,"id":9223372036854775807}');
    expect(text).toContain('{"double":-1e+20,"small":9007199254740992.0}');
    expect(text).toContain('"1_value":1e+300}');
  });

  it('adds the columns of later rows, and collects those beyond its limit', () => {
    const wide = Object.fromEntries(
      Array.from({ length: 2500 }, (_, index) => [`c${index}`, index]),
    );
    const { schema, data } = write(
      [
        ['a', 1],
        ['b', 2],
      ],
      [{}, wide],
    );
    expect(schema.fields).toHaveLength(2001);
    expect(data[1]).toMatchObject({ '2_c0': 0, '2000_others': { c2499: 2499 } });
  });
});
