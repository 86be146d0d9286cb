/**
 * Folds a text for comparisons that ignore case in every script: `Straße`, `STRASSE` and `strasse`
 * become equal. Folds each character separately, so that a folded substring is found in a folded
 * text (Greek sigma changes at the end of a word).
 */
export function foldCase(text: string): string {
  let folded = '';
  for (const character of text) folded += character.toUpperCase().toLowerCase();
  return folded.normalize('NFC');
}
