import type pg from 'pg';

/**
 * How tables may be joined until the transaction ends or it is said otherwise. PostgreSQL's statistics
 * know nothing of a dataset that has just come, and may take its thousands of rows for one; joining
 * two of them row by row would then take hours. Sets are therefore joined as wholes; row by row only
 * where an index leads from the rows of an upload to those of a large table.
 */
export async function joinBy(client: pg.ClientBase, way: 'sets' | 'rows'): Promise<void> {
  await client.query(`SET LOCAL enable_nestloop = ${way === 'rows' ? 'on' : 'off'}`);
}
