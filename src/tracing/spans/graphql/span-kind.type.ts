import { registerEnumType } from '@nestjs/graphql';
import { SpanKind } from '../span-kind.enum.js';

registerEnumType(SpanKind, { name: 'SpanKind', description: 'What a step of a trace does.' });

const BY_COLUMN = new Map<string, SpanKind>(Object.values(SpanKind).map((kind) => [kind, kind]));

/** The kind written in a row. */
export function toSpanKind(column: string): SpanKind {
  return BY_COLUMN.get(column) ?? SpanKind.unknown;
}
