/** Who annotated. A decision model, such as a router or a ranker, chooses and generates no text. */
export enum AnnotatorKind {
  LLM = 'LLM',
  CODE = 'CODE',
  HUMAN = 'HUMAN',
  DECISION = 'DECISION',
  AGENT = 'AGENT',
}

/** Where an annotation came from: a program, or a person in the web app. */
export enum AnnotationSource {
  API = 'API',
  APP = 'APP',
}
