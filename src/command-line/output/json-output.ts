import { stringifyJson } from '../../kernel/json/json.js';
import type { Terminal } from './terminal.js';

/** Characters that JSON need not escape, but that control terminals or hide text. */
const UNSAFE = /[\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Writes a value as JSON on one line, with escapes for everything that controls terminals. */
export function toJsonLine(value: unknown): string {
  return escapeUnsafe(stringifyJson(value));
}

/** Prints a value as one JSON document, indented on a terminal. */
export function printJson(terminal: Terminal, value: unknown): void {
  const text = terminal.isTerminal ? JSON.stringify(value, null, 2) : stringifyJson(value);
  terminal.writeLine(escapeUnsafe(text));
}

function escapeUnsafe(json: string): string {
  return json.replace(UNSAFE, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
