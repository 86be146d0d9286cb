import { typeCondition } from './condition-typing.js';
import type { Grain } from './grain.js';
import { parseCondition } from './parser.js';
import { Source } from './source.js';
import type { Condition } from './typed-tree.js';

/**
 * Reads a condition about one kind of row; null for a blank one, which filters nothing.
 * @throws FilterSyntaxError, and nothing else, when it is none.
 */
export function readFilter(text: string, grain: Grain): Condition | null {
  if (text.trim() === '') return null;
  const source = new Source(text);
  return typeCondition(parseCondition(source), grain, source);
}
