import type pg from 'pg';

const RESERVE = {
  span: reserveFrom('span'),
  trace: reserveFrom('trace'),
  log_record: reserveFrom('log_record'),
};

/** Reserves row IDs, which increase. Other writers may get some in between. */
export async function reserveIds(
  client: pg.ClientBase,
  of: keyof typeof RESERVE,
  count: number,
): Promise<number[]> {
  const { rows } = await client.query<{ ids: string }>({ ...RESERVE[of], values: [count] });
  return rows[0]!.ids.slice(1, -1).split(',').map(Number);
}

function reserveFrom(of: 'span' | 'trace' | 'log_record') {
  return {
    name: `ingest-reserve-${of}-ids`,
    text: `SELECT array_agg(nextval('${of}s_id_seq'))::text AS ids FROM generate_series(1, $1)`,
  };
}
