/** Names that differ more were probably not intended. */
const FARTHEST = 3;
const SHORTEST_BEGINNING = 3;
/** Longer names are not compared, because they are not typing errors. */
const LONGEST = 64;

/** Returns `; did you mean …?` with the name closest to the typed one, or nothing. */
export function suggestName(typed: string, names: Iterable<string>): string {
  const near = nearest(typed, names);
  return near === null ? '' : `; did you mean \`${near}\`?`;
}

function nearest(typed: string, names: Iterable<string>): string | null {
  if (typed.length > LONGEST) return null;
  const lower = typed.toLowerCase();
  let best: string | null = null;
  let distance = Math.min(FARTHEST, Math.ceil(typed.length / 3)) + 1;
  for (const name of names) {
    // A prefix is probably an unfinished name.
    const isBeginning = typed.length >= SHORTEST_BEGINNING && name.toLowerCase().startsWith(lower);
    const next = isBeginning ? 0 : editDistance(lower, name.toLowerCase());
    if (next >= distance) continue;
    best = name;
    distance = next;
  }
  return best;
}

/**
 * Counts the insertions, deletions and replacements that turn one string into the other
 * (Levenshtein).
 */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}
