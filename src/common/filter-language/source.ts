import { FilterSyntaxError, quoted } from './filter-syntax-error.js';

/** A stretch of a condition, in UTF-16 units. */
export interface Stretch {
  start: number;
  /** The first unit behind it. */
  end: number;
}

/** The text of a condition, for messages about parts of it. */
export class Source {
  constructor(readonly text: string) {}

  /** A part as it was written, quoted and shortened. */
  quote({ start, end }: Stretch): string {
    return quoted(this.text.slice(start, end));
  }

  /** To be thrown. */
  error(message: string, { start }: Pick<Stretch, 'start'>): FilterSyntaxError {
    return new FilterSyntaxError(message, Array.from(this.text.slice(0, start)).length + 1);
  }
}
