/** Whether the name of an attribute, as its parts, matches. Ignores case. */
export type MatchKey = (path: readonly string[]) => boolean;

/**
 * Compiles the dotted name of attributes, in which `*` stands for one part and `**` for any number. A
 * member of a list has its place as its name, as in `llm.input_messages.0.message.content`.
 */
export function compileKey(name: string): MatchKey {
  const parts = name.toLowerCase().split('.');
  return (path) => matches(parts, path);
}

/** Remembers the last `**`, so that it takes at most the product of both lengths. */
function matches(parts: readonly string[], path: readonly string[]): boolean {
  let [part, at] = [0, 0];
  let retry: { part: number; at: number } | null = null;
  while (at < path.length) {
    const wanted = parts[part];
    if (wanted === '**') {
      retry = { part: part + 1, at };
      part++;
    } else if (wanted !== undefined && (wanted === '*' || wanted === path[at]!.toLowerCase())) {
      part++;
      at++;
    } else if (retry) {
      retry.at++;
      [part, at] = [retry.part, retry.at];
    } else {
      return false;
    }
  }
  while (parts[part] === '**') part++;
  return part === parts.length;
}
