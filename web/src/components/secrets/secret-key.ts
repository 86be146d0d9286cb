const KEY = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Returns an error message for the name of a secret, or undefined if it is valid. */
export function findSecretKeyProblem(key: string): string | undefined {
  const text = key.trim();
  if (text === '') return 'Enter a name, such as OPENAI_API_KEY.';
  if (/^[0-9]/.test(text)) return 'Start with a letter or an underscore.';
  return KEY.test(text) ? undefined : 'Use only unaccented letters, digits and underscores.';
}
