import { UnprocessableError } from '../errors/errors.js';

/** The form of names that stand in addresses and code: those of prompts and tags. */
export const IDENTIFIER = /^[a-z0-9]([_a-z0-9-]*[a-z0-9])?$/;

/** Longest identifier; an index holds it. */
export const MAX_IDENTIFIER = 1024;

/** The error for a text that is not an identifier, as the published clients expect it. */
export const IDENTIFIER_FORM = `String should match pattern '${IDENTIFIER.source}'`;

export function isIdentifier(text: string): boolean {
  return text.length <= MAX_IDENTIFIER && IDENTIFIER.test(text);
}

/**
 * An identifier from the path of a request.
 * @param what it names, for people.
 * @throws UnprocessableError for any other text.
 */
export function requireIdentifier(text: string, what: string): string {
  if (isIdentifier(text)) return text;
  throw new UnprocessableError(
    `Not a legal ${what}: it consists of lower-case letters, digits, - and _, begins and ends with ` +
      `a letter or digit, and has at most ${MAX_IDENTIFIER} characters`,
  );
}
