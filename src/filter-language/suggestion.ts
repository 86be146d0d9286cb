import { distance } from 'fastest-levenshtein';

/** Names that differ more were probably not intended. */
const MAX_DISTANCE = 3;
const MIN_BEGINNING_LENGTH = 3;
/** Longer names are not compared, because they are not typing errors. */
const MAX_NAME_LENGTH = 64;

/** A replacement for a part of a condition. */
export interface Suggestion {
  name: string;
  /** The part, as written. */
  replaces: string;
}

/** Suggests the name that is closest to a typed one; null if none is. */
export function suggestName(typed: string, names: Iterable<string>): Suggestion | null {
  const name = nearest(typed, names);
  return name === null ? null : { name, replaces: typed };
}

/** Ends a message with a suggestion. */
export function writeSuggestion({ name }: Suggestion): string {
  return `; did you mean \`${name}\`?`;
}

function nearest(typed: string, names: Iterable<string>): string | null {
  if (typed.length > MAX_NAME_LENGTH) return null;
  const lower = typed.toLowerCase();
  let best: string | null = null;
  let least = Math.min(MAX_DISTANCE, Math.ceil(typed.length / 3)) + 1;
  for (const name of names) {
    // A prefix is probably an unfinished name.
    const isBeginning =
      typed.length >= MIN_BEGINNING_LENGTH && name.toLowerCase().startsWith(lower);
    const next = isBeginning ? 0 : distance(lower, name.toLowerCase());
    if (next >= least) continue;
    best = name;
    least = next;
  }
  return best;
}
