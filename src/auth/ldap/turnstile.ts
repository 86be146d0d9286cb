import { UnavailableError } from '../../common/errors.js';

/** Lets so many in at once; the others wait in the order in which they came. */
export class Turnstile {
  private readonly waiting: (() => void)[] = [];
  private inside = 0;

  constructor(
    private readonly places: number,
    private readonly queue: number,
  ) {}

  /** @throws UnavailableError when too many are waiting already. */
  async pass<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.inside >= this.places) {
      if (this.waiting.length >= this.queue) {
        throw new UnavailableError('Too many people are signing in. Try again in a moment.', 5);
      }
      await new Promise<void>((enter) => this.waiting.push(enter));
    } else {
      this.inside += 1;
    }
    try {
      return await work();
    } finally {
      // Whoever waits takes over this place.
      const next = this.waiting.shift();
      if (next) next();
      else this.inside -= 1;
    }
  }
}
