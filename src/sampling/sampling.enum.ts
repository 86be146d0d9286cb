/** The reasons why a trace is kept: see `SamplingOutcome` of `tracing/sampling`. */
export enum SamplingOutcome {
  PROTECTED = 'PROTECTED',
  FAILED = 'FAILED',
  SLOW = 'SLOW',
  EXPENSIVE = 'EXPENSIVE',
  BADLY_SCORED = 'BADLY_SCORED',
  CONDITION = 'CONDITION',
  SHARE = 'SHARE',
  DROPPED = 'DROPPED',
}
