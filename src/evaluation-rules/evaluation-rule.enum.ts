/** The kinds of subjects that rules evaluate. */
export enum EvaluationRuleTarget {
  SPAN = 'SPAN',
  TRACE = 'TRACE',
  SESSION = 'SESSION',
}
