/** The part of a scroll area, at most in pixels, at each end that may be covered or cut off. */
const MARGIN = 96;

/** Scrolls all areas around a range so that it can be seen. Those in which it is in sight stay. */
export function reveal(range: Range): void {
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
