import { UnprocessableError } from '../errors/errors.js';

/** The form of names that are used in URLs and code: those of prompts and tags. */
export const IDENTIFIER = /^[a-z0-9]([_a-z0-9-]*[a-z0-9])?$/;

/** Maximum number of characters in an identifier, which keeps it small enough for an index. */
export const MAX_IDENTIFIER = 1024;

/** The error for a text that is not an identifier, as the published clients expect it. */
export const IDENTIFIER_FORM = `String should match pattern '${IDENTIFIER.source}'`;

export function isIdentifier(text: string): boolean {
  return text.length <= MAX_IDENTIFIER && IDENTIFIER.test(text);
}

/**
 * Returns an identifier from the path of a request.
 * @param what how the error names the field.
 * @throws UnprocessableError for any other text.
 */
export function requireIdentifier(text: string, what: string): string {
  if (isIdentifier(text)) return text;
  throw new UnprocessableError(
    `The ${what} must consist of lowercase letters, digits, - and _, start and end with a letter ` +
      `or digit, and have at most ${MAX_IDENTIFIER} characters.`,
  );
}
