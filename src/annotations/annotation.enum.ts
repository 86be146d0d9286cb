/** The kinds of annotators. A decision model, such as a router or a ranker, chooses and generates no text. */
export enum AnnotatorKind {
  LLM = 'LLM',
  CODE = 'CODE',
  HUMAN = 'HUMAN',
  DECISION = 'DECISION',
  AGENT = 'AGENT',
}

/** The origin of an annotation: a program, or a person in the web app. */
export enum AnnotationSource {
  API = 'API',
  APP = 'APP',
}
