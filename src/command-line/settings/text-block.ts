import { cutLine } from '../output/clean-text.js';
import type { ChangedPiece, Edit, Reverted } from './edit.js';

/** Lines that are added to the end of a text file, between two marks. */
export interface TextBlock {
  /** Distinguishes the block from others in the same file. */
  name: string;
  lines: string[];
}

/** Returns whether a text has exactly this block. */
export function hasTextBlock(text: string, block: TextBlock): boolean {
  return text.includes(writeBlock(block));
}

/** Adds a block, or replaces an earlier one with the same name. */
export function setTextBlock(text: string, block: TextBlock): Edit {
  const body = writeBlock(block);
  const [first, last] = writeMarks(block.name);
  const start = text.indexOf(first);
  const end = text.indexOf(last, start);
  if (start !== -1 && end !== -1) {
    const removed = text.slice(start, end + last.length);
    return edit(text.slice(0, start) + body + text.slice(end + last.length), body, removed);
  }
  const gap = text === '' || text.endsWith('\n') ? '' : '\n';
  return edit(`${text}${gap}${body}`, gap + body, '');
}

/** Undoes changes to pieces, wherever they are now. */
export function revertPieces(text: string, pieces: readonly ChangedPiece[]): Reverted {
  let next = text;
  const changed: string[] = [];
  for (const { inserted, removed } of pieces.toReversed()) {
    const start = next.indexOf(inserted);
    if (start !== -1 && !next.includes(inserted, start + 1)) {
      next = next.slice(0, start) + removed + next.slice(start + inserted.length);
    } else if (!isTakenBack(next, inserted, removed)) {
      changed.push(cutLine(inserted.trim().split('\n').at(-1)!, 60));
    }
  }
  return { text: next, changed };
}

/** Returns whether somebody has restored the text that was there, or removed each of the added lines. */
function isTakenBack(text: string, inserted: string, removed: string): boolean {
  if (removed !== '') return text.includes(removed);
  const lines = new Set(text.split(/\r?\n/));
  return !inserted.split(/\r?\n/).some((line) => line.trim() !== '' && lines.has(line));
}

function edit(text: string, inserted: string, removed: string): Edit {
  return { text, undo: { format: 'text', pieces: [{ inserted, removed }] } };
}

function writeBlock({ name, lines }: TextBlock): string {
  const [first, last] = writeMarks(name);
  return [first, ...lines, last].join('\n');
}

function writeMarks(name: string): [first: string, last: string] {
  return [`# >>> spandrel connect: ${name} >>>`, `# <<< spandrel connect: ${name} <<<\n`];
}
