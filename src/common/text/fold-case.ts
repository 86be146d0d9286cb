/**
 * A text in the form that compares without case in every script: `Straße`, `STRASSE` and `strasse`
 * become the same. Folding each character by itself keeps the form of a part equal to that part of
 * the whole, so that a substring is found (Greek sigma changes at the end of a word).
 */
export function foldCase(text: string): string {
  let folded = '';
  for (const character of text) folded += character.toUpperCase().toLowerCase();
  return folded.normalize('NFC');
}
