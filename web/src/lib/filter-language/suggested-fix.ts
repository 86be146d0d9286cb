/** Replaces a mistake in a condition. */
export interface SuggestedFix {
  /** What to write instead. */
  name: string;
  /** The whole condition with it. */
  condition: string;
}

/** Returns the fix that an error message suggests with “did you mean”; undefined if it suggests none. */
export function readSuggestedFix(condition: string, problem: string): SuggestedFix | undefined {
  const match = /`([^`]+)`; did you mean `([^`]+)`\?(?: \(at character (\d+)\))?/.exec(problem);
  if (!match) return undefined;
  const [, wrong = '', name = '', position] = match;
  // The server counts characters, not UTF-16 units.
  const before = Array.from(condition).slice(0, Number(position ?? 1) - 1);
  const start = before.join('').length;
  const at = condition.indexOf(wrong, start);
  if (at === -1) return undefined;
  return { name, condition: condition.slice(0, at) + name + condition.slice(at + wrong.length) };
}
