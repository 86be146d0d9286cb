import { aSpan } from './a-span.js';
import { buildSpanTree } from './span-tree.js';
import { searchTree } from './tree-search.js';
import { listParentIds, expandAncestors, toVisibleRows } from './visible-rows.js';

const tree = buildSpanTree([
  aSpan('root', { name: 'answer question' }),
  aSpan('plan', { parentId: 'root', at: 1, spanKind: 'llm' }),
  aSpan('lookup', { parentId: 'root', at: 2, spanKind: 'tool', statusCode: 'ERROR' }),
  aSpan('fetch', { parentId: 'lookup', at: 3, spanKind: 'tool', name: 'http fetch' }),
]);
const names = (rows: ReturnType<typeof toVisibleRows>) => rows.map((row) => row.node.span.spanId);
const none = new Set<string>();

const found = (query: string) => {
  const search = searchTree(tree, query);
  return search && names(toVisibleRows(tree, none, search.kept));
};

describe('toVisibleRows', () => {
  it('lists spans from top to bottom with their positions', () => {
    const rows = toVisibleRows(tree, none);
    expect(names(rows)).toEqual(['root', 'plan', 'lookup', 'fetch']);
    expect(rows.map((row) => row.expanded)).toEqual([true, null, true, null]);
    expect(rows[2]).toMatchObject({ position: 2, siblingCount: 2 });
  });

  it('leaves out the descendants of a collapsed span', () => {
    expect(names(toVisibleRows(tree, new Set(['id-lookup'])))).toEqual(['root', 'plan', 'lookup']);
    expect(names(toVisibleRows(tree, listParentIds(tree)))).toEqual(['root']);
  });

  it('expands the ancestors of a span to reveal', () => {
    const fetch = tree.byId.get('id-fetch');
    expect(fetch && [...expandAncestors(listParentIds(tree), fetch)]).toEqual([]);
    expect(fetch && expandAncestors(none, fetch)).toBe(none);
  });
});

describe('searchTree', () => {
  it('keeps the ancestors of matches', () => {
    expect(found('fetch')).toEqual(['root', 'lookup', 'fetch']);
    expect([...(searchTree(tree, 'fetch')?.hits ?? [])]).toEqual(['id-fetch']);
  });

  it('searches kind, status and ID, and requires all words', () => {
    expect(found('LLM')).toEqual(['root', 'plan']);
    expect(found('error')).toEqual(['root', 'lookup']);
    expect(found('id-plan')).toEqual(['root', 'plan']);
    expect(found('tool http')).toEqual(['root', 'lookup', 'fetch']);
    expect(found('nothing like it')).toEqual([]);
  });

  it('keeps everything for a blank query', () => {
    expect(found('  ')).toBeNull();
  });
});
