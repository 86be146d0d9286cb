/** What a rule evaluates. */
export enum EvaluationRuleTarget {
  SPAN = 'SPAN',
  TRACE = 'TRACE',
  SESSION = 'SESSION',
}
