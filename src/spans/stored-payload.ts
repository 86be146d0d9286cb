import { unpackPayloads } from './payload-pack.js';

/** The payload of a span as it is stored: in its row, or in a pack with others of its trace. */
export interface StoredPayload {
  traceId: string;
  /** JSON text; null if there is none, or if it is in a pack. */
  payload: string | null;
  /** Row ID of the pack. */
  payloadId: number | null;
  /** In bytes before compression. */
  payloadStart: number | null;
  payloadLength: number | null;
}

type Unpacked<Row extends StoredPayload> = Omit<
  Row,
  'payloadId' | 'payloadStart' | 'payloadLength'
>;

interface PackRow {
  id: number;
  bytes: Buffer;
}

/** Runs one statement and returns its rows. */
type RunQuery = (sql: string, parameters: unknown[]) => Promise<PackRow[]>;

/** Citus mixes up arrays of different types. */
const FIND_PACKS = `
  SELECT p.id, p.bytes
    FROM unnest($1::text[], $2::text[]) AS k (trace_id, id)
    JOIN span_payloads p ON p.trace_id = k.trace_id AND p.id = k.id::bigint`;

/** Reads the payloads of rows that are in packs, each pack once. A pack that was deleted since has none. */
export async function readPayloads<Row extends StoredPayload>(
  query: RunQuery,
  rows: readonly Row[],
): Promise<Unpacked<Row>[]> {
  const packed = new Map(
    rows.flatMap((row) => (row.payloadId === null ? [] : [[row.payloadId, row.traceId]])),
  );
  const packs = new Map<number, Buffer>();
  if (packed.size > 0) {
    const found = await query(FIND_PACKS, [[...packed.values()], [...packed.keys()].map(String)]);
    await Promise.all(
      found.map(async ({ id, bytes }) => packs.set(id, await unpackPayloads(bytes))),
    );
  }
  return rows.map(({ payloadId, payloadStart, payloadLength, ...row }) => {
    const pack = payloadId === null ? undefined : packs.get(payloadId);
    if (!pack || payloadStart === null || payloadLength === null) return row;
    return { ...row, payload: pack.toString('utf8', payloadStart, payloadStart + payloadLength) };
  });
}
