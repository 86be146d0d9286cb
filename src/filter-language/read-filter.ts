import { typeCondition } from './condition-typing.js';
import type { Grain } from './grain.js';
import { parseCondition } from './parser.js';
import { Source } from './source.js';
import type { Condition } from './typed-tree.js';

/**
 * Reads a condition on one kind of row; null if it is blank, which selects all rows.
 * @throws only FilterSyntaxError, if it is not a condition.
 */
export function readFilter(text: string, grain: Grain): Condition | null {
  if (text.trim() === '') return null;
  const source = new Source(text);
  return typeCondition(parseCondition(source, { loops: Boolean(grain.loops) }), grain, source);
}
