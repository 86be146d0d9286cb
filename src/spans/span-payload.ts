/** SQL of the payload of a span as `json`, also if it is in a pack. Null if there is none. */
export function payloadOf(span: string): string {
  return `(CASE WHEN ${span}.payload_id IS NULL THEN ${span}.payload ELSE (
    SELECT spandrel_unpack(packed.bytes, ${span}.payload_start, ${span}.payload_length)
      FROM span_payloads packed
     WHERE packed.trace_id = ${span}.trace_id AND packed.id = ${span}.payload_id) END)`;
}

/** SQL of how many bytes the payload of a span takes in storage. In a pack, that is its share. */
export function payloadSizeOf(span: string): string {
  return `coalesce(pg_column_size(${span}.payload), ${span}.payload_bytes, 0)`;
}

/** Select list of a `StoredPayload`. */
export function selectPayload(span: string): string {
  return `${span}.payload::text AS payload, ${span}.payload_id AS "payloadId",
    ${span}.payload_start AS "payloadStart", ${span}.payload_length AS "payloadLength"`;
}

/** PostgreSQL only knows the length of a compressed text by decompressing it. */
const INFLATED_FROM = 16 * 1024;

/** SQL of about how many bytes of text a span has: its attributes, payload and events. */
export function textBytesOf(span: string): string {
  const bytesOf = (column: string): string =>
    `CASE WHEN pg_column_size(${span}.${column}) > ${INFLATED_FROM} THEN octet_length(${span}.${column}::text)
          ELSE coalesce(pg_column_size(${span}.${column}), 0) END`;
  return `(${bytesOf('attributes')} + ${bytesOf('events')}
    + coalesce(${span}.payload_length, ${bytesOf('payload')}))`;
}
