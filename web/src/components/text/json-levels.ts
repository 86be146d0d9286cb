import { isStructure, type Json } from '../../lib/json/exact-json.js';

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
