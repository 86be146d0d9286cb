import type { SpanNode, SpanTree } from './span-tree.js';
import type { TreeSpan } from '../api/trace-query.js';

/** The result of a search: the matching spans, and those with all their ancestors. */
export interface TreeSearch {
  hits: ReadonlySet<string>;
  kept: ReadonlySet<string>;
}

/**
 * Finds spans by name, kind, status or ID, ignoring case. All words must match, anywhere. Returns
 * null for a blank query, which keeps everything.
 */
export function searchTree(tree: SpanTree, query: string): TreeSearch | null {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  const hits = new Set<string>();
  const kept = new Set<string>();
  for (const [id, node] of tree.byId) {
    if (!words.every((word) => matchesWords(node.span, word))) continue;
    hits.add(id);
    for (let up: SpanNode | null = node; up && !kept.has(up.span.id); up = up.parent) {
      kept.add(up.span.id);
    }
  }
  return { hits, kept };
}

function matchesWords(span: TreeSpan, word: string): boolean {
  return (
    span.name.toLowerCase().includes(word) ||
    span.spanKind.toLowerCase().startsWith(word) ||
    span.statusCode.toLowerCase() === word ||
    span.spanId.toLowerCase().startsWith(word) ||
    span.id.toLowerCase() === word
  );
}
