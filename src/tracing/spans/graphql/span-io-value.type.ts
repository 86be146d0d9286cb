import { Field, HideField, ObjectType, registerEnumType } from '@nestjs/graphql';

/** How a text is meant to be read. */
export enum MimeType {
  text = 'text',
  json = 'json',
}

registerEnumType(MimeType, { name: 'MimeType', description: 'How a text is meant to be read.' });

/** Length of a shortened value, in characters. */
const TRUNCATED_LENGTH = 100;

@ObjectType({
  description: 'Input or output of a span. The full value is only read when asked for.',
})
export class SpanIOValue {
  @Field(() => MimeType)
  mimeType: MimeType;

  @Field(() => String, { description: 'About the first 100 characters.' })
  truncatedValue: string;

  /** Which span the value belongs to; `value` is loaded by it. */
  @HideField()
  traceId: string;

  @HideField()
  spanId: string;

  @HideField()
  side: 'input' | 'output';
}

/** The columns of a span that show its input and output in lists. */
export interface SpanPreviews {
  traceId: string;
  spanId: string;
  inputPreview: string | null;
  inputMimeType: string | null;
  outputPreview: string | null;
  outputMimeType: string | null;
}

/** One side of a span, or null when the span has none. */
export function toSpanIOValue(row: SpanPreviews, side: 'input' | 'output'): SpanIOValue | null {
  const preview = side === 'input' ? row.inputPreview : row.outputPreview;
  if (preview === null) return null;
  const mimeType = side === 'input' ? row.inputMimeType : row.outputMimeType;
  return {
    mimeType: mimeType?.toLowerCase().startsWith('application/json')
      ? MimeType.json
      : MimeType.text,
    truncatedValue: shorten(preview),
    traceId: row.traceId,
    spanId: row.spanId,
    side,
  };
}

/** Cuts between characters, never inside of a surrogate pair. */
function shorten(text: string): string {
  if (text.length <= TRUNCATED_LENGTH) return text;
  const cut = text.slice(0, TRUNCATED_LENGTH);
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`;
}
