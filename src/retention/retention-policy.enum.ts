/** Traces that a policy can keep, however old they are. */
export enum RetentionExemption {
  /** With a span that failed. */
  FAILED = 'FAILED',
  /** With an annotation of anyone, also of an evaluator, on the trace, a span or the session. */
  ANNOTATED = 'ANNOTATED',
  /** With an annotation of a person. */
  ANNOTATED_BY_PEOPLE = 'ANNOTATED_BY_PEOPLE',
  /** With a span from which an example of a dataset was made. */
  IN_DATASETS = 'IN_DATASETS',
}
