import type { Suggestion } from './suggestion.js';
import { FilterSyntaxError, quoteFragment } from './filter-syntax-error.js';

/** A part of a condition, in UTF-16 code units. */
export interface Stretch {
  start: number;
  /** Position after the last unit. */
  end: number;
}

/** The text of a condition, for messages about its parts. */
export class Source {
  constructor(readonly text: string) {}

  /** Quotes and shortens a part of the text. */
  quote({ start, end }: Stretch): string {
    return quoteFragment(this.text.slice(start, end));
  }

  /** Returns an error to throw. */
  error(
    message: string,
    { start }: Pick<Stretch, 'start'>,
    suggestion: Suggestion | null = null,
  ): FilterSyntaxError {
    const position = Array.from(this.text.slice(0, start)).length + 1;
    return new FilterSyntaxError(message, position, suggestion);
  }
}
