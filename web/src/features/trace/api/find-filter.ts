import { SPAN_KINDS, type SpanKind } from '../../../components/spans/span-kinds.js';
import type { StatusCode } from '../../../components/spans/status-mark.js';
import { quote } from '../../../lib/filter-language/write-condition.js';

/** A search in a trace. All parts must match; an empty part matches everything. */
export interface Find {
  /** Words in names, error messages and IDs, or the beginning of a kind, or a status. */
  text: string;
  kinds: readonly SpanKind[];
  statuses: readonly StatusCode[];
}

/** The arguments of queries for the spans that match. */
export interface FindFilter {
  filter: { kinds?: SpanKind[]; statusCodes?: StatusCode[] };
  filterCondition: string | null;
}

/** Shorter words are more likely meant as parts of names than as parts of IDs. */
const SHORTEST_ID = 6;

/** Returns the arguments for a search; null if nothing is being looked for. */
export function toFindFilter({ text, kinds, statuses }: Find): FindFilter | null {
  const words = text.split(/\s+/).filter(Boolean);
  if (words.length === 0 && kinds.length === 0 && statuses.length === 0) return null;
  return {
    filter: {
      ...(kinds.length > 0 ? { kinds: [...kinds] } : {}),
      ...(statuses.length > 0 ? { statusCodes: [...statuses] } : {}),
    },
    filterCondition: words.length > 0 ? words.map(toCondition).join(' and ') : null,
  };
}

function toCondition(word: string): string {
  const lower = word.toLowerCase();
  const kinds = SPAN_KINDS.filter((kind) => kind.startsWith(lower)).map(quote);
  const choices = [
    `${quote(word)} in name`,
    `${quote(word)} in status_message`,
    ...(word.length >= SHORTEST_ID ? [`${quote(word)} in span_id`] : []),
    ...(kinds.length > 0 ? [`span_kind in [${kinds.join(', ')}]`] : []),
    ...(['ok', 'error', 'unset'].includes(lower) ? [`status_code == ${quote(lower)}`] : []),
  ];
  return `(${choices.join(' or ')})`;
}
