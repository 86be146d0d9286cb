const MEBIBYTE = 1024 * 1024;

/** As large as `max_wal_size` of the embedded database is when the disk has room. */
const MAX_BYTES = 4096 * MEBIBYTE;

/** The WAL needs this much for a checkpoint. PostgreSQL itself requires two segments of 16 MiB. */
const MIN_BYTES = 128 * MEBIBYTE;

/**
 * Returns how large the WAL may become until PostgreSQL frees it with a checkpoint, in bytes: at most a
 * quarter of the room on the disk, as a power of two, so that it seldom changes.
 * @param room until nothing new is stored, in bytes.
 */
export function chooseWalLimit(room: number): number {
  const quarter = Math.min(Math.max(room / 4, MIN_BYTES), MAX_BYTES);
  return 2 ** Math.floor(Math.log2(quarter));
}
