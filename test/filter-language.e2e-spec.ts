import { filterSql } from '../src/filter-language/filter-sql.js';
import { DistributedWhere } from '../src/kernel/sql/distributed-where.js';
import { readFilter } from '../src/filter-language/read-filter.js';
import { spanLikeGrain } from './support/span-like-grain.js';
import { startTestServer, type TestServer } from './support/server.js';

/** Checks which rows the SQL of a condition selects, with every kind of value. */
describe('the filter language on PostgreSQL', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
    await server.sql(`CREATE TABLE rows (id text, name text, latency_ms float8, is_root boolean,
      has_parent boolean NOT NULL, start_time timestamptz, attributes jsonb)`);
    await server.sql(
      'CREATE TABLE annotations (id integer, row_id text, name text, score float8, label text)',
    );
  });
  afterAll(() => server.stop());
  beforeEach(() => server.sql('TRUNCATE rows, annotations'));

  interface Row {
    name?: string | null;
    latency_ms?: number | null;
    is_root?: boolean;
    start_time?: string;
    attributes?: object;
  }
  const insert = async (rows: Record<string, Row>) => {
    for (const [id, row] of Object.entries(rows)) {
      await server.sql(
        `INSERT INTO rows SELECT * FROM json_populate_record(NULL::rows, $1::json)`,
        [JSON.stringify({ has_parent: false, ...row, id })],
      );
    }
  };
  const selected = async (text: string) => {
    const where = new DistributedWhere(server.reader.distribution);
    const { joins, condition } = filterSql(readFilter(text, spanLikeGrain)!, where);
    const rows = await server.sql<{ id: string }>(
      `SELECT DISTINCT s.id FROM rows s
         ${joins.replaceAll(' ON ', ' ON annotation_1.row_id = s.id AND ')} WHERE ${condition}
        ORDER BY s.id`,
      where.parameters,
    );
    return rows.map(({ id }) => id).join('');
  };

  it('reads JSON values as the type of the value they are compared with', async () => {
    await insert({
      A: { attributes: { x: 5, tens: 10 } },
      B: { attributes: { x: '5', tens: 10 } },
      C: { attributes: { x: 5.5, tens: 10 } },
      D: { attributes: { x: 'five', tens: 10 } },
      E: { attributes: { x: true, tens: 10 } },
      F: { attributes: { x: 'true', tens: 10 } },
      G: { attributes: { x: 1, tens: 10 } },
      H: { attributes: { x: false, tens: 10 } },
      I: { attributes: { x: '0', tens: 10 } },
      J: { attributes: { x: null, tens: 10 } },
      K: { attributes: { x: [5], tens: 10 } },
      L: { attributes: { x: { a: 5 }, tens: 10 } },
      M: { attributes: { x: '', tens: 10 } },
      N: { attributes: {} },
    });
    expect(await selected('attributes.x == 5')).toBe('AB');
    expect(await selected('attributes.x != 5')).toBe('CGI');
    expect(await selected('attributes.x > 5')).toBe('C');
    expect(await selected('attributes.x == True')).toBe('EFG');
    expect(await selected('attributes.x == False')).toBe('HI');
    expect(await selected('attributes.x != True')).toBe('HI');
    expect(await selected('attributes.x is not True')).toBe('ABCDHIJKLMN');
    expect(await selected("attributes.x == '5'")).toBe('AB');
    expect(await selected("attributes.x == ''")).toBe('M');
    expect(await selected('attributes.x is None')).toBe('JN');
    expect(await selected('attributes.x != None')).toBe('ABCDEFGHIKLM');
    expect(await selected("attributes.x['a'] == 5")).toBe('L');
    expect(await selected('attributes.tens > 1 and attributes.x < attributes.tens')).toBe('ABCGI');
    expect(await selected('attributes.x in [1, 5.5]')).toBe('CG');
    expect(await selected('attributes.x in [True]')).toBe('EFG');
    expect(await selected("attributes.x not in ['five', '5']")).toBe('CEFGHIKLM');
    expect(await selected('float(attributes.x) * 2 == 11')).toBe('C');
    expect(await selected("str(attributes.x) + '!' == '5.5!'")).toBe('C');
    expect(await selected("'TRU' in attributes.x")).toBe('EF');
  });

  it('counts list elements from either end', async () => {
    await insert({ A: { attributes: { x: [5, 6] } }, B: { attributes: { x: { '0': 5 } } } });
    expect(await selected('attributes.x[0] == 5')).toBe('A');
    expect(await selected('attributes.x[-1] == 6')).toBe('A');
    expect(await selected("attributes.x['0'] == 5")).toBe('B');
    expect(await selected('attributes.x[2] is None')).toBe('AB');
  });

  it('compares JSON values with each other as a whole', async () => {
    await insert({
      A: { attributes: { a: 1, b: 1.0 } },
      B: { attributes: { a: '1', b: 1 } },
      C: { attributes: { a: { x: 1, y: 2 }, b: { y: 2, x: 1 } } },
      D: { attributes: { a: null, b: null } },
      E: { attributes: { a: 'x' } },
    });
    expect(await selected('attributes.a == attributes.b')).toBe('AC');
    expect(await selected('attributes.a != attributes.b')).toBe('B');
  });

  it('searches strings in lists and objects as users wrote them, without JSON escapes', async () => {
    await insert({
      A: { attributes: { x: 'say "hi"\nthere' } },
      B: { attributes: { x: ['say "hi"\nthere'] } },
      C: { attributes: { x: { y: 'C:\\temp' } } },
      D: { attributes: { x: 'C:\\temp, 100%_' } },
      E: { attributes: { x: 'ÄÖÜ' } },
    });
    expect(await selected(`'"HI"' in attributes.x`)).toBe('AB');
    expect(await selected(String.raw`'"hi"\nthere' in attributes.x`)).toBe('AB');
    expect(await selected(String.raw`'c:\\t' in attributes.x`)).toBe('CD');
    expect(await selected("'0%_' in attributes.x")).toBe('D');
    expect(await selected("'äö' in attributes.x")).toBe('E');
    expect(await selected("'%' not in attributes.x")).toBe('ABCE');
  });

  it('skips rows with a missing value, even if negated', async () => {
    await insert({
      A: { name: 'a', latency_ms: 1 },
      B: { name: null },
      C: { name: 'b', latency_ms: 0 },
    });
    expect(await selected("name == 'a'")).toBe('A');
    expect(await selected("name != 'a'")).toBe('C');
    expect(await selected("not (name == 'a')")).toBe('C');
    expect(await selected("not (name != 'a' or latency_ms > 5)")).toBe('A');
    expect(await selected("name not in ['a']")).toBe('C');
    expect(await selected("'z' not in name")).toBe('AC');
    expect(await selected('name is None')).toBe('B');
    expect(await selected('not (name is None)')).toBe('AC');
    expect(await selected('name in []')).toBe('');
    expect(await selected('latency_ms < 5 and True')).toBe('AC');
    expect(await selected('5 / latency_ms > 1')).toBe('A');
    expect(await selected('5 % latency_ms is None')).toBe('BC');
  });

  it('compares times by moment, and strings by character', async () => {
    await insert({
      A: { start_time: '2024-05-01T00:00:00Z', name: 'B' },
      B: { start_time: '2024-05-01T00:00:00.000001Z', name: 'a' },
    });
    expect(await selected("start_time == '2024-05-01T02:00:00+02:00'")).toBe('A');
    expect(await selected("start_time > '2024-05-01T00:00:00Z'")).toBe('B');
    expect(await selected("start_time in ['2024-05-01T00:00:00.000001Z']")).toBe('B');
    expect(await selected("name < 'a'")).toBe('A');
    expect(await selected("'B' < name")).toBe('B');
  });

  it('applies all parts about one annotation to the same annotation', async () => {
    await insert({ A: {}, B: {}, C: {} });
    await server.sql(`INSERT INTO annotations VALUES
      (1, 'A', 'q', 1, 'bad'), (2, 'A', 'q', 0, 'good'), (3, 'B', 'q', 1, 'good'), (4, 'B', 'p', 0, NULL)`);
    const high = "annotations['q'].score > 0.5";
    expect(await selected(`${high} and annotations['q'].label == 'good'`)).toBe('B');
    expect(await selected(high)).toBe('AB');
    expect(await selected(`not (${high})`)).toBe('A');
    expect(await selected("annotations['q']")).toBe('AB');
    expect(await selected("not annotations['q']")).toBe('C');
    expect(await selected("annotations['q'].label is None")).toBe('C');
    expect(await selected("annotations['p'].label is None")).toBe('ABC');
    expect(await selected("not (annotations['q'].label == 'bad')")).toBe('AB');
  });

  it('never fails on a number, however large, small or odd', async () => {
    const numbers = [
      '1e308',
      '-1e308',
      '1e-320',
      '0.1e-300',
      '1E+5',
      '9'.repeat(300),
      '9007199254740993',
    ];
    const texts = [
      '1e999',
      '1e-999',
      '1e99999999',
      'NaN',
      'Infinity',
      '0x10',
      '1_000',
      ' 5',
      '',
      '5.',
      '.5',
      '-',
      '1e',
    ];
    const attributes = [...numbers, ...texts.map((text) => JSON.stringify(text))].join(',');
    await server.sql(
      `INSERT INTO rows (id, has_parent, latency_ms, attributes)
       SELECT 'A', false, x.latency, jsonb_build_object('x', y.value)
         FROM unnest('{0,1,-1,1e308,1e-308,NaN,Infinity,-Infinity}'::float8[]) AS x (latency)
         CROSS JOIN jsonb_array_elements($1::jsonb) AS y (value)`,
      [`[${attributes}]`],
    );
    for (const text of [
      'attributes.x > 1',
      'attributes.x == latency_ms',
      'attributes.x * attributes.x * 1e308 > latency_ms',
      `latency_ms${' * attributes.x'.repeat(50)} != 1`,
      `latency_ms${' / attributes.x'.repeat(50)} != 1`,
      `1e-300${' / 1e308'.repeat(50)} < latency_ms % 7`,
      'latency_ms in [1, 1e308, 1e-320]',
      '-attributes.x < latency_ms',
      'float(attributes.x) is None',
      'latency_ms == 1e-5000',
      `latency_ms > 0.${'0'.repeat(1000)}1`,
    ]) {
      await expect(selected(text)).resolves.toEqual(expect.any(String));
    }
    expect(await server.sql('SELECT 1 FROM rows')).toHaveLength(160);
  });

  it('compares integers that a double cannot tell apart', async () => {
    await server.sql(
      `INSERT INTO rows (id, has_parent, attributes)
       VALUES ('A', false, '{"x": 9007199254740993}'), ('B', false, '{"x": 9007199254740992}')`,
    );
    expect(await selected('attributes.x == 9007199254740993')).toBe('A');
  });
});
