const KEY = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Why a name cannot be that of a secret; undefined when it can. */
export function secretKeyProblem(key: string): string | undefined {
  const text = key.trim();
  if (text === '') return 'Give it a name, such as OPENAI_API_KEY.';
  if (/^[0-9]/.test(text)) return 'Begin with a letter or an underscore.';
  return KEY.test(text) ? undefined : 'Only letters, digits and underscores, without accents.';
}
