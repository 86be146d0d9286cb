/** The form of prompt and tag names, which appear in URLs and code. */
const IDENTIFIER = /^[a-z0-9]([_a-z0-9-]*[a-z0-9])?$/;

/** The rule for names. */
export const IDENTIFIER_RULE =
  'Use lowercase letters, digits, - and _. Start and end with a letter or digit.';

export function isIdentifier(text: string): boolean {
  return text.length <= 1024 && IDENTIFIER.test(text);
}

/** Returns the closest valid name: `My prompt!` becomes `my-prompt`. */
export function toIdentifier(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '');
}
