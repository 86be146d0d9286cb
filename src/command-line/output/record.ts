import { cleanLine, cleanLines, padLine } from './clean-text.js';
import type { Terminal } from './terminal.js';

/** Prints names and values below each other, without empty values. */
export function printFields(
  terminal: Terminal,
  fields: readonly (readonly [name: string, value: string])[],
): void {
  const shown = fields.filter(([, value]) => value !== '');
  const width = Math.max(0, ...shown.map(([name]) => name.length));
  for (const [name, value] of shown) {
    const title = terminal.style('dim', padLine(name, width, 'left'));
    terminal.writeLine(`${title}  ${cleanLine(value)}`);
  }
}

/** Prints a text of any length under a title; nothing if it is empty. */
export function printText(terminal: Terminal, title: string, text: string): void {
  if (text === '') return;
  terminal.writeLine('');
  terminal.writeLine(terminal.style('bold', cleanLine(title)));
  terminal.writeLine(cleanLines(text));
}
