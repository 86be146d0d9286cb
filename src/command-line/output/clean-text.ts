import stringWidth from 'string-width';
import { UNSAFE_SIGNS } from '../../kernel/text/terminal-text.js';

const ELLIPSIS = '…';

/** Longer texts are cut before their width is measured, which is slow. */
const MAX_MEASURED = 4000;

/** Replaces unsafe characters, and puts everything on one line. */
export function cleanLine(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(UNSAFE_SIGNS, '\ufffd').trim();
}

/** Replaces unsafe characters, but keeps line breaks. */
export function cleanLines(text: string): string {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map((line) => line.replaceAll('\t', '  ').replace(UNSAFE_SIGNS, '\ufffd'))
    .join('\n');
}

/** Returns the number of columns that a clean line takes on a terminal. */
export function widthOf(line: string): number {
  return stringWidth(line);
}

/** Cuts a clean line to a width in columns. */
export function cutLine(line: string, width: number): string {
  const measured = line.slice(0, Math.max(MAX_MEASURED, width * 4));
  if (measured.length === line.length && widthOf(line) <= width) return line;
  let cut = '';
  let columns = 0;
  for (const { segment } of new Intl.Segmenter('en').segment(measured)) {
    const wide = widthOf(segment);
    if (columns + wide > width - 1) break;
    cut += segment;
    columns += wide;
  }
  return width > 0 ? `${cut}${ELLIPSIS}` : '';
}

/** Fills a clean line up to a width. */
export function padLine(line: string, width: number, align: 'left' | 'right'): string {
  const gap = ' '.repeat(Math.max(0, width - widthOf(line)));
  return align === 'right' ? gap + line : line + gap;
}
