import {
  Bool,
  Decimal,
  DateDay,
  Field,
  Float64,
  Int64,
  List,
  makeData,
  Map_,
  Null,
  RecordBatch,
  Schema,
  Struct,
  Table,
  tableFromArrays,
  tableToIPC,
  TimestampMicrosecond,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import { getOwn, stringifyJson } from '../../../kernel/json/json.js';
import { readArrowRows } from './arrow-rows.js';

const streamOf = (table: Table): Buffer => Buffer.from(tableToIPC(table, 'stream'));

/** Returns the values of each row as JSON. */
function read(bytes: Uint8Array) {
  const { columns, rows } = readArrowRows(bytes);
  return {
    columns,
    rows: [...rows].map((row) =>
      stringifyJson(columns.map((column) => getOwn(row, column) ?? null)),
    ),
  };
}

describe('arrowRows', () => {
  it('reads rows of native types', () => {
    const table = new Table({
      text: vectorFromArray(['a', null, '\u{1F600}'], new Utf8()),
      big: vectorFromArray([1n, 9007199254740993n, null], new Int64()),
      float: vectorFromArray([1, 2.5, NaN], new Float64()),
      flag: vectorFromArray([true, false, null], new Bool()),
      word: vectorFromArray(['x', 'y', 'x']),
    });
    const { columns, rows } = read(streamOf(table));
    expect(columns).toEqual(['text', 'big', 'float', 'flag', 'word']);
    expect(rows).toEqual([
      '["a",1,1.0,true,"x"]',
      '[null,9007199254740993,2.5,false,"y"]',
      '["\u{1F600}",null,null,null,"x"]',
    ]);
  });

  it('reads nested values, times and decimals', () => {
    const inner = new Struct([
      new Field('toJSON', new Utf8(), true),
      new Field('__proto__', new List(new Field('item', new Int64(), true)), true),
    ]);
    const map = new Map_(
      new Field(
        'entries',
        new Struct<{ key: Utf8; value: Float64 }>([
          new Field('key', new Utf8(), false),
          new Field('value', new Float64(), true),
        ]),
        false,
      ),
    );
    const table = new Table({
      struct: vectorFromArray([{ toJSON: 'x', ['__proto__']: [1n, null] }], inner),
      map: vectorFromArray(
        [
          new Map([
            ['a', 1],
            ['b', null],
          ]),
        ],
        map,
      ),
      day: vectorFromArray([new Date('2031-02-03')], new DateDay()),
      time: vectorFromArray([Date.parse('2031-02-03T04:05:06.120Z')], new TimestampMicrosecond()),
      money: vectorFromArray(
        [new Uint32Array([0xfffffb2e, 0xffffffff, 0xffffffff, 0xffffffff])],
        new Decimal(2, 10),
      ),
    });
    const { rows } = read(streamOf(table));
    expect(rows).toEqual([
      '[{"toJSON":"x","__proto__":[1,null]},{"a":1.0,"b":null},"2031-02-03",' +
        '"2031-02-03T04:05:06.120000+00:00",-12.34]',
    ]);
  });

  it('reads a table without rows', () => {
    const table = tableFromArrays({ a: new Float64Array(0) });
    expect(read(streamOf(table))).toMatchObject({ columns: ['a'], rows: [] });
  });

  it('does not trust the declared number of rows', () => {
    const schema = new Schema([new Field('a', new Null(), true)]);
    const rows = 2 ** 31 - 1;
    const column = makeData({ type: new Null(), length: rows });
    const data = makeData({ type: new Struct(schema.fields), length: rows, children: [column] });
    const bytes = streamOf(new Table(new RecordBatch(schema, data)));
    expect(() => read(bytes)).toThrow('decompresses to far more than its compressed size');
  });
});
