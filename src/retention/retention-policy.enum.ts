/** Traces that a policy can keep whatever their age: see `TraceExemption`. */
export enum RetentionExemption {
  FAILED = 'FAILED',
  ANNOTATED = 'ANNOTATED',
  ANNOTATED_BY_PEOPLE = 'ANNOTATED_BY_PEOPLE',
  IN_DATASETS = 'IN_DATASETS',
}
