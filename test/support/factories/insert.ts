/** Anything that runs SQL on the database under test, such as a `TestServer`. */
export interface Sql {
  sql<Row = Record<string, unknown>>(text: string, parameters?: unknown[]): Promise<Row[]>;
}

/** Inserts one row given by column names and returns it as stored. */
export async function insertRow<Row>(
  database: Sql,
  table: string,
  values: Record<string, unknown>,
): Promise<Row> {
  const columns = Object.keys(values);
  const places = columns.map((_, index) => `$${index + 1}`);
  const [row] = await database.sql<Row>(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')}) RETURNING *`,
    Object.values(values),
  );
  if (row === undefined) throw new Error(`Nothing was inserted into ${table}.`);
  return row;
}
