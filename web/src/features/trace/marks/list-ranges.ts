import { findWords } from '../../../lib/text-search/searched-words.js';

/** More marks would slow the page down, and nobody goes through them. */
export const MAX_MARKS = 2000;

/** Has text in which searched words are marked. */
const CONTENT = '[data-searched]';
/** Has text that belongs to the page. */
const CONTROLS = 'button, dt, input, output, summary, svg, [role="tooltip"]';
/** Words do not continue from one of these to the next. */
const BLOCKS = 'div, p, li, pre, td, th, dd, h3, section, [data-searched]';

/** Returns where the given words, which are folded, are in the content of an element. */
export function listRanges(root: Element, words: readonly string[]): Range[] {
  const ranges: Range[] = [];
  for (const nodes of listBlocks(root)) {
    const text = nodes.map(({ data }) => data).join('');
    for (const [start, end] of findWords(text, words)) {
      ranges.push(toRange(nodes, start, end));
      if (ranges.length === MAX_MARKS) return ranges;
    }
  }
  return ranges;
}

/** Lists the text of each block: a phrase may go through several elements, such as bold ones. */
function* listBlocks(root: Element): Generator<Text[]> {
  for (const content of root.querySelectorAll(CONTENT)) {
    const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
    let nodes: Text[] = [];
    let block: Element | null = null;
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      const parent = node.parentElement;
      if (parent?.closest(CONTROLS)) continue;
      const own = parent?.closest(BLOCKS) ?? null;
      if (own !== block && nodes.length > 0) {
        yield nodes;
        nodes = [];
      }
      block = own;
      nodes.push(node);
    }
    if (nodes.length > 0) yield nodes;
  }
}

/** @param start place in the joined texts of the nodes. */
function toRange(nodes: readonly Text[], start: number, end: number): Range {
  const range = document.createRange();
  let before = 0;
  for (const node of nodes) {
    const after = before + node.length;
    if (start >= before && start < after) range.setStart(node, start - before);
    if (end > before && end <= after) {
      range.setEnd(node, end - before);
      break;
    }
    before = after;
  }
  return range;
}
