import { DomainError } from '../kernel/errors/errors.js';
import { type Suggestion, writeSuggestion } from './suggestion.js';

const MAX_MESSAGE_LENGTH = 300;
const MAX_FRAGMENT_LENGTH = 80;

/** A mistake in a condition: its place, and a suggestion. */
export interface FilterFault {
  /** The position of the character in question, starting at 1. */
  position: number | null;
  suggestion: Suggestion | null;
}

/** An invalid condition. The message is one line that says what to write instead. */
export class FilterSyntaxError extends DomainError {
  override readonly name = 'FilterSyntaxError';

  /**
   * @param position the position of the character in question, starting at 1; null if unknown.
   * @param suggestion what to write from there on, which the message also says.
   */
  constructor(
    message: string,
    readonly position: number | null,
    readonly suggestion: Suggestion | null = null,
  ) {
    const whole = suggestion ? message + writeSuggestion(suggestion) : message;
    super('BAD_REQUEST', addPosition(whole, position));
  }

  /** The fault, for clients that mark the mistake or offer to mend it. */
  override get details(): FilterFault {
    return { position: this.position, suggestion: this.suggestion };
  }
}

function addPosition(message: string, position: number | null): string {
  const place = position === null ? '.' : ` (at character ${position}).`;
  return shorten(message, MAX_MESSAGE_LENGTH - place.length) + place;
}

/** Quotes a part of a condition for a message, on one line and shortened. */
export function quoteFragment(fragment: string): string {
  return `\`${shorten(fragment, MAX_FRAGMENT_LENGTH)}\``;
}

function shorten(text: string, limit: number): string {
  // Truncate first, because a condition may be long, but never split a character.
  const line = Array.from(text.slice(0, 4 * limit), replaceInvisible)
    .join('')
    .trim();
  const characters = Array.from(line);
  return characters.length <= limit ? line : `${characters.slice(0, limit - 1).join('')}…`;
}

/** Control characters, line breaks and lone surrogates would break the line or the response. */
function replaceInvisible(character: string): string {
  return /[\p{C}\p{Zl}\p{Zp}]/u.test(character) ? ' ' : character;
}
