import { AnnotationValueFields } from '../../../components/annotations/annotation-value.js';
import { graphql } from '../../../graphql.js';

/** The start of the input and output of a span. */
export const SpanPreviewFields = graphql(`
  fragment SpanPreviewFields on Span @_unmask {
    inputPreview {
      truncatedValue
      mimeType
    }
    outputPreview {
      truncatedValue
      mimeType
    }
  }
`);

/** The same of a trace: what was asked first, and what was answered last. */
export const TracePreviewFields = graphql(`
  fragment TracePreviewFields on Trace @_unmask {
    inputPreview {
      truncatedValue
      mimeType
    }
    outputPreview {
      truncatedValue
      mimeType
    }
  }
`);

/** The fields of a span in the lists of spans and of traces; for a trace, those of its root. */
export const ListedSpanFields = graphql(
  `
    fragment ListedSpanFields on Span @_unmask {
      id
      name
      spanKind
      statusCode
      statusMessage
      spanAnnotations(filter: { exclude: { names: ["note"] } }) {
        ...AnnotationValueFields
      }
    }
  `,
  [AnnotationValueFields],
);
