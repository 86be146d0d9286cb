const ESCAPES =
  /\\+u(?:([dD][89abAB][0-9a-fA-F]{2})\\+u([dD][c-fC-F][0-9a-fA-F]{2})|((?!0000|[dD][89a-fA-F])[0-9a-fA-F]{4}))/g;

/**
 * Replaces the escapes of JSON, such as `\u00f6`, with their characters, as the search of the server does. JSON in JSON has
 * more than one backslash. For what is shown; what is copied stays as it was sent.
 */
export function decodeEscapes(text: string): string {
  if (!text.includes('\\u')) return text;
  return text.replaceAll(ESCAPES, (_, high?: string, low?: string, one?: string) =>
    one === undefined ? toCharacter(high!) + toCharacter(low!) : toCharacter(one),
  );
}

function toCharacter(hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16));
}
