/** The form of names of prompts and tags, which stand in addresses and code. */
const IDENTIFIER = /^[a-z0-9]([_a-z0-9-]*[a-z0-9])?$/;

/** What a name may look like, for people. */
export const IDENTIFIER_RULE =
  'Lower-case letters, digits, - and _; begins and ends with a letter or digit.';

export function isIdentifier(text: string): boolean {
  return text.length <= 1024 && IDENTIFIER.test(text);
}

/** The nearest name of that form: `My prompt!` becomes `my-prompt`. */
export function toIdentifier(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '');
}
