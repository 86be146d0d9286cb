/** Who evaluated a run. */
export enum ExperimentAnnotatorKind {
  LLM = 'LLM',
  CODE = 'CODE',
  HUMAN = 'HUMAN',
  DECISION = 'DECISION',
  AGENT = 'AGENT',
}
