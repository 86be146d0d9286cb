import type { RejectedSpan } from './span-record.js';

const TEXT_LIMIT = 256;

interface RefusedSpan {
  traceId: string;
  spanId: string;
  name: string;
  projectName: string;
}

/** The refusal of a span that fits its table not at all. */
export function refusedByStorage(span: RefusedSpan, error: unknown): RejectedSpan {
  const message = error instanceof Error ? error.message : String(error);
  return {
    reason: 'storage_refused',
    message: cut(`The span cannot be stored: ${message}`),
    traceId: cut(span.traceId),
    spanId: cut(span.spanId),
    spanName: cut(span.name),
    projectName: span.projectName,
  };
}

/** Well-formed: a cut may have separated the two halves of a character. */
function cut(text: string): string {
  return text.slice(0, TEXT_LIMIT).toWellFormed();
}
