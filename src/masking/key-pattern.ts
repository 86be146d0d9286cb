/**
 * Returns the length of the shortest start of the dotted name of an attribute, given as its parts, that matches and has
 * at least so many parts; infinite if there is none. Ignores case.
 */
export type MatchKey = (path: readonly string[], least: number) => number;

/**
 * Compiles the dotted name of attributes, in which `*` stands for one part and `**` for any number. A
 * member of a list has its place as its name, as in `llm.input_messages.0.message.content`.
 */
export function compileKey(name: string): MatchKey {
  const parts = name.toLowerCase().split('.');
  return (path, least) => shortestMatch(parts, path, least);
}

/** Remembers the last `**`, so that it takes at most the product of both lengths. */
function shortestMatch(parts: readonly string[], path: readonly string[], least: number): number {
  let [part, at] = [0, 0];
  let retry: { part: number; at: number } | null = null;
  for (;;) {
    const wanted = parts[part];
    if (wanted === '**') {
      part++;
      retry = { part, at };
      continue;
    }
    if (wanted === undefined) {
      if (at >= least) return at;
    } else if (at === path.length) {
      return Infinity;
    } else if (wanted === '*' || wanted === path[at]!.toLowerCase()) {
      part++;
      at++;
      continue;
    }
    if (!retry) return Infinity;
    retry.at++;
    [part, at] = [retry.part, retry.at];
  }
}
