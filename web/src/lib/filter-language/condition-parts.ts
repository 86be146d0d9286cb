import { joinConditions } from './write-condition.js';

const OPENING = '([{';
const CLOSING = ')]}';

/**
 * Returns the parts of a condition that must all be met, as they are written. One with `or` outside
 * brackets is a single part.
 */
export function splitCondition(condition: string): string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (let at = 0; at < condition.length; at += 1) {
    const letter = condition[at]!;
    if (letter === "'" || letter === '"') at = endOfText(condition, at);
    else if (OPENING.includes(letter)) depth += 1;
    else if (CLOSING.includes(letter)) depth -= 1;
    const [word] = depth === 0 ? (/^\b(?:and|or)\b/.exec(wordAt(condition, at)) ?? []) : [];
    if (word === 'or') return [condition.trim()];
    if (word === 'and') {
      parts.push(condition.slice(start, at).trim());
      at += word.length - 1;
      start = at + 1;
    }
  }
  parts.push(condition.slice(start).trim());
  return parts.filter((part) => part !== '');
}

/** Whether one of the parts of a condition is `part`. */
export function hasPart(condition: string, part: string): boolean {
  return splitCondition(condition).includes(part);
}

/** Adds a part to a condition, or removes it if it is there. */
export function togglePart(condition: string, part: string): string {
  const parts = splitCondition(condition);
  if (!parts.includes(part)) return joinConditions(condition, part);
  return parts.filter((other) => other !== part).join(' and ');
}

/** Returns the word that starts at a place; empty if none does. */
function wordAt(text: string, at: number): string {
  return /\w/.test(text[at - 1] ?? '') ? '' : (/^\w+/.exec(text.slice(at))?.[0] ?? '');
}

/** Returns where a string ends; the end of the condition if it does not. */
function endOfText(condition: string, start: number): number {
  for (let at = start + 1; at < condition.length; at += 1) {
    if (condition[at] === '\\') at += 1;
    else if (condition[at] === condition[start]) return at;
  }
  return condition.length;
}
