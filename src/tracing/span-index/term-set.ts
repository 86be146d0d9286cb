/** Has no term. */
const FREE = 0;
const FIRST_ROOM = 1024;
/** Spreads terms that differ only in their last digits. */
const SPREAD = 0x9e3779b1;

/** A set of positive 32-bit numbers, in a tenth of the time and memory of a `Set`. */
export class TermSet {
  private room = new Int32Array(FIRST_ROOM);
  private used = 0;

  get size(): number {
    return this.used;
  }

  add(term: number): void {
    const place = findPlace(this.room, term);
    if (this.room[place] === term) return;
    this.room[place] = term;
    this.used += 1;
    if (this.used * 2 > this.room.length) this.grow();
  }

  /** Returns the terms in ascending order. */
  toSorted(): Int32Array {
    return this.room.filter((term) => term !== FREE).toSorted();
  }

  clear(): void {
    this.room = new Int32Array(FIRST_ROOM);
    this.used = 0;
  }

  private grow(): void {
    const room = new Int32Array(this.room.length * 2);
    for (const term of this.room) if (term !== FREE) room[findPlace(room, term)] = term;
    this.room = room;
  }
}

/** Returns the place of a term, or the free one where it belongs. */
function findPlace(room: Int32Array, term: number): number {
  const mask = room.length - 1;
  let place = (Math.imul(term, SPREAD) >>> 12) & mask;
  while (room[place] !== FREE && room[place] !== term) place = (place + 1) & mask;
  return place;
}
