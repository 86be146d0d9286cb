/** The kinds of evaluators of runs. */
export enum ExperimentAnnotatorKind {
  LLM = 'LLM',
  CODE = 'CODE',
  HUMAN = 'HUMAN',
  DECISION = 'DECISION',
  AGENT = 'AGENT',
}
