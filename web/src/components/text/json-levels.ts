import { isStructure, type Json, printExactJson } from '../../lib/json/exact-json.js';
import { hasWord } from '../../lib/text-search/searched-words.js';

/**
 * Returns the number of levels of a value that can be open without exceeding `maxLines` lines. At
 * least one: the outermost structure is always open.
 */
export function countLevelsToOpen(value: Json, maxLines: number): number {
  let level: Json[] = [value];
  let lines = 1;
  for (let opened = 0; ; opened += 1) {
    const inner: Json[] = level
      .filter((item) => isStructure(item))
      .flatMap((item) => Object.values(item).map((entry) => entry ?? null));
    lines += inner.length;
    if (inner.length === 0 || (opened > 0 && lines > maxLines)) return Math.max(opened, 1);
    level = inner;
  }
}

/** The matches of a search in a value. */
export interface FoundInJson {
  /** Whether a scalar has one of the words, or something inside a structure does. */
  has: (value: Json) => boolean;
}

const NOTHING_FOUND: FoundInJson = { has: () => false };

/** Looks for words, which are folded, in a value at any depth. */
export function findInJson(value: Json, words: readonly string[]): FoundInJson {
  if (words.length === 0) return NOTHING_FOUND;
  const hasWords = (scalar: Json) => hasWord(toText(scalar), words);
  const found = new Set<Json>();
  const parents = new Map<Json, Json | undefined>([[value, undefined]]);
  // A map grows while it is read, so this needs no recursion, however deep the value is.
  for (const outer of parents.keys()) {
    if (!isStructure(outer)) continue;
    for (const item of Object.values(outer)) {
      if (isStructure(item)) parents.set(item, outer);
      else if (hasWords(item ?? null)) addAncestry(found, outer, parents);
    }
  }
  return { has: (item) => (isStructure(item) ? found.has(item) : hasWords(item)) };
}

function addAncestry(
  found: Set<Json>,
  structure: Json,
  parents: ReadonlyMap<Json, Json | undefined>,
): void {
  for (let up: Json | undefined = structure; up !== undefined; up = parents.get(up)) {
    if (found.has(up)) return;
    found.add(up);
  }
}

function toText(scalar: Json): string {
  return typeof scalar === 'string' ? scalar : printExactJson(scalar);
}
