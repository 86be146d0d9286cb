/** A seeded generator (mulberry32), so that every run of the demo sends the same stories. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed;
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** Returns a whole number; both ends are inclusive. */
  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  /** Returns a duration in milliseconds around a typical one, with the long tail of real calls. */
  durationMs(typical: number): number {
    const spread = 0.6 + this.next() * 0.8;
    const tail = this.next() < 0.06 ? 2 + this.next() * 4 : 1;
    return Math.round(typical * spread * tail * 1000) / 1000;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.int(0, items.length - 1)] as T;
  }
}
