import './marks.css';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { listRanges } from './list-ranges.js';

/** As in the style sheet. */
const FOUND = 'found';
const CURRENT = 'found-current';

/** The searched words that are marked in an element. */
export interface Marks {
  count: number;
  /** Which of them was gone to, from 1. */
  position: number;
  /** Goes to the next or previous one, which wraps around. */
  step: (direction: 'next' | 'previous') => void;
}

/**
 * Marks words, which are folded, in the content of an element, and scrolls to the first of them when
 * the content appears. Marks follow what is shown: sections that open, tabs and formats. Returns null
 * in browsers without custom highlights. Mount once per content, with a `key`.
 */
export function useMarks(root: Element | null, words: readonly string[]): Marks | null {
  const [ranges, setRanges] = useState<readonly Range[]>([]);
  const [wanted, setWanted] = useState(0);
  const hasAppeared = useRef(false);

  // Before the browser paints, so that the content does not jump.
  useLayoutEffect(() => {
    if (!root || !hasHighlights()) return undefined;
    const mark = () => {
      const found = listRanges(root, words);
      setRanges(found);
      if (!found[0] || hasAppeared.current) return;
      hasAppeared.current = true;
      reveal(found[0]);
    };
    mark();
    const observer = new MutationObserver(mark);
    observer.observe(root, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [root, words]);

  const at = Math.min(wanted, ranges.length - 1);
  const current = ranges[at];
  useLayoutEffect(() => paint(FOUND, ranges), [ranges]);
  useEffect(() => (current ? paint(CURRENT, [current]) : undefined), [current]);

  if (!hasHighlights()) return null;
  return {
    count: ranges.length,
    position: at + 1,
    step(direction) {
      if (ranges.length === 0) return;
      const next = (at + (direction === 'next' ? 1 : -1) + ranges.length) % ranges.length;
      setWanted(next);
      reveal(ranges[next]!);
    },
  };
}

function hasHighlights(): boolean {
  return 'highlights' in CSS;
}

/** Highlights ranges under a name of the style sheet, and returns a function that stops it. */
function paint(name: string, ranges: readonly Range[]): (() => void) | undefined {
  if (ranges.length === 0) return undefined;
  const highlight = new Highlight(...ranges);
  highlight.priority = name === CURRENT ? 1 : 0;
  CSS.highlights.set(name, highlight);
  return () => void CSS.highlights.delete(name);
}

/** The part of a scroll area, at most in pixels, at each end that may be covered or cut off. */
const MARGIN = 96;

/** Scrolls all areas around a range so that it can be seen. Those in which it is in sight stay. */
function reveal(range: Range): void {
  let area = range.startContainer.parentElement;
  for (; area; area = area.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(area);
    const box = area.getBoundingClientRect();
    const place = range.getBoundingClientRect();
    if (scrolls(overflowY)) {
      area.scrollTop += getShift(place.top - box.top, place.bottom - box.top, box.height);
    }
    if (scrolls(overflowX)) {
      area.scrollLeft += getShift(place.left - box.left, place.right - box.left, box.width);
    }
  }
}

function scrolls(overflow: string): boolean {
  return overflow === 'auto' || overflow === 'scroll';
}

/** Returns how far to scroll so that a place is in the middle; 0 if it is well in sight. */
function getShift(from: number, to: number, size: number): number {
  const margin = Math.min(MARGIN, size / 4);
  return from >= margin && to <= size - margin ? 0 : (from + to - size) / 2;
}
