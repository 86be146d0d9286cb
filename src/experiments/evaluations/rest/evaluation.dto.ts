/** The stored evaluation. */
export class StoredEvaluation {
  /** Global ID. */
  id: string;
}

export class StoredEvaluationAnswer {
  data: StoredEvaluation;
}
