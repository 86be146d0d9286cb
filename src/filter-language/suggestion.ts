import { distance } from 'fastest-levenshtein';

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
  let least = Math.min(FARTHEST, Math.ceil(typed.length / 3)) + 1;
  for (const name of names) {
    // A prefix is probably an unfinished name.
    const isBeginning = typed.length >= SHORTEST_BEGINNING && name.toLowerCase().startsWith(lower);
    const next = isBeginning ? 0 : distance(lower, name.toLowerCase());
    if (next >= least) continue;
    best = name;
    least = next;
  }
  return best;
}
