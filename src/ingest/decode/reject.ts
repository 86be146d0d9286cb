import { cutText } from '../../kernel/text/cut-text.js';
import { cleanText } from '../../kernel/json/clean-json.js';
import type { Mask } from '../../masking/mask.contract.js';
import type { KeptSpan, RejectedSpan } from './span-record.js';
import { SpanRejectedError } from './errors.js';

const MAX_TEXT_LENGTH = 256;

/** The known facts about a span that could not be converted. */
interface RefusedSpan {
  traceId: string;
  spanId: string;
  name: string;
}

/** Masks what is recorded of a span that could not be converted. */
export function maskName<S extends { name: string }>(span: S, mask: Mask | null): S {
  return mask ? { ...span, name: mask.text(span.name) } : span;
}

/** Converts any error to the rejection of a span, with texts that are short and safe to store. */
export function rejectSpan(
  span: RefusedSpan,
  error: unknown,
  projectName: string | null,
  kept: KeptSpan | null = null,
): RejectedSpan {
  const message = error instanceof Error ? error.message : String(error);
  return {
    reason: error instanceof SpanRejectedError ? error.reason : 'unprocessable',
    message: shortText(message) ?? 'The span could not be processed.',
    traceId: shortText(span.traceId),
    spanId: shortText(span.spanId),
    spanName: shortText(span.name),
    projectName,
    kept,
  };
}

function shortText(text: string): string | null {
  return text === '' ? null : cleanText(cutText(text, MAX_TEXT_LENGTH));
}

/**
 * Returns the rejection of a span that the database cannot store.
 * @param what the sentence begins with, if it is not a span.
 */
export function rejectForStorage(
  span: RefusedSpan & { projectName: string },
  error: unknown,
  kept: KeptSpan | null = null,
  what = 'The span',
): RejectedSpan {
  const message = error instanceof Error ? error.message : String(error);
  return {
    reason: 'storage_refused',
    message: cutWellFormed(`${what} cannot be stored: ${message}`),
    traceId: cutWellFormed(span.traceId),
    spanId: cutWellFormed(span.spanId),
    spanName: cutWellFormed(span.name),
    projectName: span.projectName,
    kept,
  };
}

/** Truncation may split a surrogate pair, and neither half can be stored. */
function cutWellFormed(text: string): string {
  return text.slice(0, MAX_TEXT_LENGTH).toWellFormed();
}
