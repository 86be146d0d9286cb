import type { Answer } from './run.js';

/** Returns an answer as text, to copy and to compare it. */
export function writeAnswer({ text, calls }: Pick<Answer, 'text' | 'calls'>): string {
  const written = calls.map(({ name, arguments: given }) => `${name}(${indent(given)})`);
  return [...(text === '' ? [] : [text]), ...written].join('\n\n');
}

/** Models write the same JSON with different white space. */
function indent(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
