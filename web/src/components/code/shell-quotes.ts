/** Escapes a text for single quotes in a shell, where it can neither close them nor be executed. */
export function escapeForShell(text: string): string {
  return text.replaceAll("'", String.raw`'\''`);
}
