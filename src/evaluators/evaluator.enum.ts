/** The implementation of an evaluator: a model with a prompt, a program of a user, or a part of Spandrel. */
export enum EvaluatorKind {
  LLM = 'LLM',
  CODE = 'CODE',
  BUILTIN = 'BUILTIN',
}
