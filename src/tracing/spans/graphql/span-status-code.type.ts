import { registerEnumType } from '@nestjs/graphql';
import { SpanStatusCode } from '../span-status-code.enum.js';

registerEnumType(SpanStatusCode, {
  name: 'SpanStatusCode',
  description: 'How a span ended; UNSET when its instrumentation did not say.',
});

const BY_COLUMN = new Map<string, SpanStatusCode>(
  Object.values(SpanStatusCode).map((code) => [code, code]),
);

/** The status written in a row. */
export function toSpanStatusCode(column: string): SpanStatusCode {
  return BY_COLUMN.get(column) ?? SpanStatusCode.UNSET;
}
