import { aSpan } from './a-span.js';
import { buildSpanTree } from './span-tree.js';
import { toTreeAction } from './tree-keys.js';
import { toVisibleRows } from './visible-rows.js';

const tree = buildSpanTree([
  aSpan('root'),
  aSpan('branch', { parentId: 'root', at: 1 }),
  aSpan('leaf', { parentId: 'branch', at: 2 }),
  aSpan('last', { parentId: 'root', at: 3 }),
]);
const open = toVisibleRows(tree, new Set());
const closed = toVisibleRows(tree, new Set(['id-branch']));

describe('toTreeAction', () => {
  it.each([
    ['ArrowDown', 0, 1],
    ['ArrowDown', 1, 2],
    ['ArrowUp', 2, 1],
    ['ArrowUp', 0, 0],
    ['ArrowDown', 3, 3],
    ['ArrowDown', -1, 0],
    ['Home', 3, 0],
    ['End', 0, 3],
    ['PageDown', 0, 3],
  ])('%s on row %i goes to row %i', (key, from, to) => {
    expect(toTreeAction(key, open, from)).toEqual({ type: 'move', index: to });
  });

  it('right opens a collapsed span, then enters it', () => {
    expect(toTreeAction('ArrowRight', closed, 1)).toEqual({ type: 'expand', index: 1 });
    expect(toTreeAction('ArrowRight', open, 1)).toEqual({ type: 'move', index: 2 });
    expect(toTreeAction('ArrowRight', open, 2)).toBeNull();
  });

  it('left collapses an open span, then goes to its parent', () => {
    expect(toTreeAction('ArrowLeft', open, 1)).toEqual({ type: 'collapse', index: 1 });
    expect(toTreeAction('ArrowLeft', closed, 1)).toEqual({ type: 'move', index: 0 });
    expect(toTreeAction('ArrowLeft', open, 2)).toEqual({ type: 'move', index: 1 });
    expect(toTreeAction('ArrowLeft', closed, 0)).toEqual({ type: 'collapse', index: 0 });
  });

  it('skips gaps', () => {
    const gap = { key: 'gap', depth: 0, above: null, below: null };
    const rows = [...open.slice(0, 2), gap, ...open.slice(2), gap];
    expect(toTreeAction('ArrowDown', rows, 1)).toEqual({ type: 'move', index: 3 });
    expect(toTreeAction('ArrowUp', rows, 3)).toEqual({ type: 'move', index: 1 });
    expect(toTreeAction('End', rows, 0)).toEqual({ type: 'move', index: 4 });
    expect(toTreeAction('ArrowDown', [gap], -1)).toBeNull();
  });

  it('leaves j and k to the list, and ignores other keys and an empty tree', () => {
    for (const key of ['j', 'k', 'x']) expect(toTreeAction(key, open, 0)).toBeNull();
    expect(toTreeAction('ArrowDown', [], -1)).toBeNull();
  });

  it('opens and closes a row of internal spans, and finds its way out', () => {
    const spans = [
      aSpan('root'),
      aSpan('a', { parentId: 'root', at: 1, isInternal: true }),
      aSpan('a1', { parentId: 'a', at: 2, isInternal: true }),
    ];
    const show = (opened: string[]) =>
      toVisibleRows(buildSpanTree(spans), new Set(), {
        folding: { opened: new Set(opened), kept: null },
      });
    const shut = show([]);
    const wide = show(['id-a']);
    expect(toTreeAction('ArrowDown', shut, 0)).toEqual({ type: 'move', index: 1 });
    for (const key of ['ArrowRight', 'Enter']) {
      expect(toTreeAction(key, shut, 1)).toEqual({ type: 'expand', index: 1 });
    }
    expect(toTreeAction('ArrowLeft', shut, 1)).toEqual({ type: 'move', index: 0 });
    expect(toTreeAction('ArrowRight', wide, 1)).toEqual({ type: 'move', index: 2 });
    expect(toTreeAction('ArrowLeft', wide, 3)).toEqual({ type: 'move', index: 2 });
    expect(toTreeAction('ArrowLeft', wide, 2)).toEqual({ type: 'collapse', index: 2 });
    for (const key of ['ArrowLeft', 'Enter']) {
      expect(toTreeAction(key, wide, 1)).toEqual({ type: 'collapse', index: 1 });
    }
  });
});
