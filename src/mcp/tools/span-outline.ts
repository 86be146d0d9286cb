import { compact, cut, roundDollars, roundMs } from '../calls/answer.js';
import type { Answer } from '../calls/tool.js';

/** The fields of a span in an outline. */
export const SPAN_OUTLINE = `
  id spanId parentId name spanKind statusCode latencyMs tokenCountTotal modelName
  costSummary { total { cost } }
  inputPreview { truncatedValue }
  outputPreview { truncatedValue }`;

export interface OutlinedSpan {
  id: string;
  spanId: string;
  parentId: string | null;
  name: string;
  spanKind: string;
  statusCode: string;
  latencyMs: number | null;
  tokenCountTotal: number | null;
  modelName: string | null;
  costSummary: { total: { cost: number | null } } | null;
  inputPreview: { truncatedValue: string } | null;
  outputPreview: { truncatedValue: string } | null;
}

const NAME_CHARACTERS = 120;

/**
 * Lists the spans of a trace as a tree: each before those below it, with its level. Spans whose
 * parent is not among them are roots.
 * @param spans in the order in which they began.
 */
export function outlineSpans(spans: readonly OutlinedSpan[]): Answer[] {
  const known = new Set(spans.map(({ spanId }) => spanId));
  const children = Map.groupBy(spans, ({ parentId }) =>
    parentId !== null && known.has(parentId) ? parentId : null,
  );
  const listed = new Set<OutlinedSpan>();
  const outline: Answer[] = [];
  // A stack instead of recursion, because a chain may be as long as the trace.
  const visit = (roots: readonly OutlinedSpan[]): void => {
    const stack = roots.toReversed().map((span) => ({ span, depth: 0 }));
    for (let next = stack.pop(); next; next = stack.pop()) {
      const { span, depth } = next;
      if (listed.has(span)) continue;
      listed.add(span);
      outline.push(presentSpan(span, depth));
      for (const child of (children.get(span.spanId) ?? []).toReversed()) {
        stack.push({ span: child, depth: depth + 1 });
      }
    }
  };
  visit(children.get(null) ?? []);
  // Spans that are their own ancestors have no root.
  visit(spans.filter((span) => !listed.has(span)));
  return outline;
}

/** Shows a span in one line, with its level in a tree. */
export function presentSpan(span: OutlinedSpan, depth: number): Answer {
  return compact({
    id: span.id,
    depth,
    name: cut(span.name, NAME_CHARACTERS),
    kind: span.spanKind,
    failed: span.statusCode === 'ERROR' || null,
    latency_ms: roundMs(span.latencyMs),
    model: span.modelName && cut(span.modelName, NAME_CHARACTERS),
    tokens: span.tokenCountTotal,
    cost_usd: roundDollars(span.costSummary?.total.cost),
    input: span.inputPreview?.truncatedValue,
    output: span.outputPreview?.truncatedValue,
  });
}
