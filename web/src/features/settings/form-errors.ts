/**
 * Finds the field that an answer of the server is about, so that it is shown where it can be mended.
 * `fields` names words for each, the most telling first; undefined means the form as a whole.
 */
export function fieldOfError<Field extends string>(
  message: string,
  fields: readonly (readonly [Field, RegExp])[],
): Field | undefined {
  return fields.find(([, words]) => words.test(message))?.[0];
}

/** The fields of an account by the words that an answer names them with. */
export const ACCOUNT_FIELDS = [
  ['password', /password/i],
  ['email', /e-?mail/i],
  ['username', /user ?name/i],
] as const;
