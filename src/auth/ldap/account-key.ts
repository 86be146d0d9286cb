/**
 * The form of a user name that failures are counted under. Directories compare names without case,
 * width, doubled blanks and characters that do not show (RFC 4518), so that `ＪＡＮＥ` is `jane`: were
 * they counted apart, everybody would have any number of attempts.
 */
export function accountKey(username: string): string {
  return username
    .normalize('NFKC')
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, '')
    .replaceAll(/\p{Z}+/gu, ' ')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .trim();
}
