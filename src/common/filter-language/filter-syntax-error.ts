import { DomainError } from '../errors/errors.js';

const LONGEST_MESSAGE = 300;
const LONGEST_FRAGMENT = 80;

/** A condition that cannot be read. The message is one line that says what to write instead. */
export class FilterSyntaxError extends DomainError {
  override readonly name = 'FilterSyntaxError';

  /** @param position of the character in question, the first being 1; null when unknown. */
  constructor(
    message: string,
    readonly position: number | null,
  ) {
    super('BAD_REQUEST', withPosition(message, position));
  }
}

function withPosition(message: string, position: number | null): string {
  const place = position === null ? '' : ` (at character ${position})`;
  return shortened(message, LONGEST_MESSAGE - place.length) + place;
}

/** A part of a condition for a message: on one line, and not too long. */
export function quoted(fragment: string): string {
  return `\`${shortened(fragment, LONGEST_FRAGMENT)}\``;
}

function shortened(text: string, limit: number): string {
  // Cut first: a condition may be long, and a character is never split.
  const line = Array.from(text.slice(0, 4 * limit), visible)
    .join('')
    .trim();
  const characters = Array.from(line);
  return characters.length <= limit ? line : `${characters.slice(0, limit - 1).join('')}…`;
}

/** Control characters, line ends and halves of a pair would break the line or the answer. */
function visible(character: string): string {
  return /[\p{C}\p{Zl}\p{Zp}]/u.test(character) ? ' ' : character;
}
