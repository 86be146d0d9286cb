import { structuredPatch } from 'diff';
import { cleanLine, cutLine } from '../output/clean-text.js';
import type { Terminal } from '../output/terminal.js';

const CONTEXT_LINES = 2;
const MAX_LINE_LENGTH = 200;

/** A value after a name that says that it is secret, and a credential in a header. */
const SECRETS = [
  /((?:key|token|secret|password|authorization)["']?\s*[:=]\s*["']?(?:bearer\s+)?)[^\s"',]+/giu,
  /(bearer\s+)[^\s"',]+/giu,
  /(spd_)\w+/gu,
];

/** Prints the lines that a change to a file adds and removes, without secrets. */
export function printDiff(
  terminal: Terminal,
  path: string,
  before: string | undefined,
  after: string | undefined,
): void {
  const what = before === undefined ? ' (new)' : after === undefined ? ' (deleted)' : '';
  terminal.writeLine(terminal.style('bold', `  ${cleanLine(path)}${what}`));
  const { hunks } = structuredPatch('', '', before ?? '', after ?? '', '', '', {
    context: CONTEXT_LINES,
  });
  for (const [index, { lines }] of hunks.entries()) {
    if (index > 0) terminal.writeLine('    …');
    for (const line of lines) printLine(terminal, line);
  }
}

function printLine(terminal: Terminal, line: string): void {
  const sign = line[0]!;
  // "\ No newline at end of file" is of no interest here.
  if (sign === '\\') return;
  const indented = line.slice(1).replaceAll('\t', '  ');
  const space = /^ */.exec(indented)![0];
  const text = `    ${sign} ${space}${cutLine(hideSecrets(cleanLine(indented)), MAX_LINE_LENGTH)}`;
  terminal.writeLine(
    sign === '+'
      ? terminal.style('green', text)
      : sign === '-'
        ? terminal.style('red', text)
        : text,
  );
}

function hideSecrets(line: string): string {
  return SECRETS.reduce((text, secret) => text.replace(secret, '$1…'), line);
}
