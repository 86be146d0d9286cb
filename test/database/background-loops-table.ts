import type { LoopDeclaration, TimerDeclaration } from '../../src/database/background-loop.js';
import { ADVISORY_LOCKS } from '../../src/database/advisory-locks.js';

type Declaration = LoopDeclaration | TimerDeclaration;

const BEGIN = '<!-- What follows is written by scripts/write-loops.mjs. -->';
const END = '<!-- What was written by scripts/write-loops.mjs ends. -->';

const COLUMNS = ['name', 'what it does', 'when', 'lock', 'metrics', 'variables'];

const UNITS = [
  { ms: 3_600_000, one: 'hour', short: 'h' },
  { ms: 60_000, one: 'minute', short: 'min' },
  { ms: 1_000, one: 'second', short: 's' },
] as const;

/** Puts the table of all background loops into a document, in place of the one that it has. */
export async function insertLoops(
  document: string,
  declarations: Iterable<Declaration>,
): Promise<string> {
  const [before, rest] = document.split(BEGIN);
  const [, after] = rest?.split(END) ?? [];
  if (before === undefined || after === undefined) throw new Error(`${BEGIN} … ${END} is missing.`);
  const sorted = [...declarations].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const rows = [COLUMNS, COLUMNS.map(() => '---'), ...(await Promise.all(sorted.map(writeCells)))];
  const table = rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return `${before}${BEGIN}\n\n${table}\n\n${END}${after}`;
}

async function writeCells(declaration: Declaration): Promise<string[]> {
  const { name, description, metrics = [], variables = [] } = declaration;
  const { lock, lag } = 'step' in declaration ? declaration : {};
  const measured = await Promise.all([...(lag ? [lag] : []), ...metrics].map((one) => one.get()));
  return [
    `\`${name}\``,
    description,
    writePeriod(declaration),
    lock ? `${ADVISORY_LOCKS[lock]}` : '',
    listCodes(measured.map((metric) => metric.name)),
    listCodes(variables),
  ];
}

function writePeriod({ everyMs }: Declaration): string {
  if (everyMs === undefined) return 'there is work';
  const { ms, one, short } = UNITS.find((unit) => everyMs >= unit.ms)!;
  const count = everyMs / ms;
  return count === 1 ? `every ${one}` : `every ${count} ${short}`;
}

function listCodes(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
