import { cleanText } from '../../common/json/clean-json.js';
import type { RejectedSpan } from '../span-record.js';
import { cutText } from './clean.js';
import { SpanRejectedError } from './errors.js';

const TEXT_LIMIT = 256;

/** What is known of a span that could not be converted. */
export interface RefusedSpan {
  traceId: string;
  spanId: string;
  name: string;
}

/** Describes a refusal, whatever was thrown, in texts that are short and safe to store. */
export function rejectedSpan(span: RefusedSpan, error: unknown, projectName: string): RejectedSpan {
  const message = error instanceof Error ? error.message : String(error);
  return {
    reason: error instanceof SpanRejectedError ? error.reason : 'unprocessable',
    message: shortText(message) ?? 'The span could not be processed.',
    traceId: shortText(span.traceId),
    spanId: shortText(span.spanId),
    spanName: shortText(span.name),
    projectName,
  };
}

function shortText(text: string): string | null {
  return text === '' ? null : cleanText(cutText(text, TEXT_LIMIT));
}
