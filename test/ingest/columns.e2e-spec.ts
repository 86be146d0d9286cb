import { startTestServer } from '../support/server.js';

const { LATE_COLUMNS, COPIED_COLUMNS } = (await import(
  new URL('../../dist/src/ingest/store/span-columns.js', import.meta.url).href
)) as typeof import('../../src/ingest/store/span-columns.js');

const TYPES = {
  text: 'text',
  bool: 'boolean',
  int4: 'integer',
  int8: 'bigint',
  float8: 'double precision',
  timestamptz: 'timestamptz',
  json: 'json',
  jsonb: 'jsonb',
};

/** The database, retention policies and the loop that prices spans set these. */
const NOT_SENT = ['ingested_at', 'text_removed_at', 'counted_in'];

describe('the columns that the writer sends', () => {
  it('match the table, with their types, except for those that others set', async () => {
    const server = await startTestServer();
    const { columns } = server.dataSource.getMetadata('spans');
    const described = columns
      .filter(({ databaseName }) => !NOT_SENT.includes(databaseName))
      .map((column) => `${column.databaseName} ${String(column.type)}`);
    const sent = [
      ...LATE_COLUMNS.map((name) => `${name} bigint`),
      ...COPIED_COLUMNS.map(({ name, type }) => `${name} ${TYPES[type]}`),
    ];
    expect(sent.toSorted()).toEqual(described.toSorted());
    await server.stop();
  });
});
