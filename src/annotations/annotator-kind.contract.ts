/**
 * Who annotated, or evaluated the run of an experiment. A decision model, such as a router or a ranker, chooses
 * and generates no text.
 */
export enum AnnotatorKind {
  LLM = 'LLM',
  CODE = 'CODE',
  HUMAN = 'HUMAN',
  DECISION = 'DECISION',
  AGENT = 'AGENT',
}

export const ANNOTATOR_KINDS = Object.values(AnnotatorKind);

/** SQL of the constraint of each table with a column `annotator_kind`. */
export const IS_ANNOTATOR_KIND = `annotator_kind IN (${ANNOTATOR_KINDS.map((kind) => `'${kind}'`).join(', ')})`;
