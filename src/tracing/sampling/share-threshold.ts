/**
 * The share is decided as OpenTelemetry does it (consistent probability sampling): the last 56 bits of
 * the trace ID, which W3C Trace Context level 2 wants to be random, must not be below a threshold. So
 * all servers, and all who sample with the same share, keep the same traces, and those of a small share
 * are among those of a larger one.
 */
const DIGITS = 14;

/** Returns the lowest kept value as hexadecimal digits; null if a share keeps none. */
export function toThreshold(share: number): string | null {
  const all = 2n ** BigInt(DIGITS * 4);
  const kept = BigInt(Math.round(Math.min(share, 1) * Number(all)));
  return kept > 0n ? (all - kept).toString(16).padStart(DIGITS, '0') : null;
}

/**
 * SQL of whether an ID belongs to a share. Texts that are not IDs of OpenTelemetry are hashed.
 * @param threshold SQL of what `toThreshold` returns.
 */
export function isInShare(id: string, threshold: string): string {
  const digits = `right(CASE WHEN ${id} ~ '^[0-9a-f]{32}$' THEN ${id} ELSE md5(${id}) END, ${DIGITS})`;
  return `(${digits} COLLATE "C" >= ${threshold} COLLATE "C")`;
}
