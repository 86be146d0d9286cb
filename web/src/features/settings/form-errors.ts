/**
 * Finds the field that a server error is about, so that the error is shown next to it. `fields`
 * lists patterns for each field, the most specific first. Returns undefined if the error concerns
 * the whole form.
 */
export function findErrorField<Field extends string>(
  message: string,
  fields: readonly (readonly [Field, RegExp])[],
): Field | undefined {
  return fields.find(([, words]) => words.test(message))?.[0];
}

/** The fields of an account, with the words that server errors use for them. */
export const ACCOUNT_FIELDS = [
  ['password', /password/i],
  ['email', /e-?mail/i],
  ['username', /user ?name/i],
] as const;
