import { registerEnumType } from '@nestjs/graphql';

/** How a span ended; UNSET when its instrumentation did not say. */
export enum SpanStatusCode {
  OK = 'OK',
  ERROR = 'ERROR',
  UNSET = 'UNSET',
}

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
