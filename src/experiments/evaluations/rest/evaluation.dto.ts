/** The evaluation that was stored. */
export class StoredEvaluation {
  /** Global id. */
  id: string;
}

export class StoredEvaluationAnswer {
  data: StoredEvaluation;
}
