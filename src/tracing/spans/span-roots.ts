/** Which spans of a list to keep. */
export interface RootChoice {
  rootSpansOnly: boolean;
  /** Whether a span whose parent is not stored counts as a root. */
  orphanSpanAsRootSpan: boolean;
}

/** SQL that is true for spans `s` that are roots. */
export const STRICT_ROOT = 's.parent_id IS NULL';

/**
 * The same, counting orphans in. Only the spans that a scan meets are looked up, each by its key. A
 * span that names itself as its parent is a root too, or it would be seen nowhere.
 */
export const ROOT_OR_ORPHAN = `(s.parent_id IS NULL OR s.parent_id = s.span_id OR NOT EXISTS (
    SELECT FROM spans p WHERE p.trace_id = s.trace_id AND p.span_id = s.parent_id))`;

/** The condition of a choice; null keeps every span. */
export function rootCondition(choice: RootChoice): string | null {
  if (!choice.rootSpansOnly) return null;
  return choice.orphanSpanAsRootSpan ? ROOT_OR_ORPHAN : STRICT_ROOT;
}
