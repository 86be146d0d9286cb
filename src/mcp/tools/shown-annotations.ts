import { compact, cut } from '../calls/answer.js';
import type { Answer } from '../calls/tool.js';

/** The fields of an annotation beside the thing that it is about. */
export const ANNOTATION_FIELDS = 'name label score explanation annotatorKind identifier';

export interface ShownAnnotation {
  name: string;
  label: string | null;
  score: number | null;
  explanation: string | null;
  annotatorKind: string;
  identifier: string;
}

/** How many annotations an answer about something else has. */
const SHOWN = 20;

const NAME_CHARACTERS = 200;
const EXPLANATION_CHARACTERS = 500;

/** Shows the first annotations of a span, trace or session. */
export function presentAnnotations(annotations: readonly ShownAnnotation[]): Answer[] {
  return annotations.slice(0, SHOWN).map(presentAnnotation);
}

export function presentAnnotation(annotation: ShownAnnotation): Answer {
  const { name, label, score, explanation, annotatorKind, identifier } = annotation;
  return compact({
    name: cut(name, NAME_CHARACTERS),
    label: label && cut(label, NAME_CHARACTERS),
    score,
    explanation: explanation && cut(explanation, EXPLANATION_CHARACTERS),
    annotator: annotatorKind,
    identifier: identifier ? cut(identifier, NAME_CHARACTERS) : null,
  });
}
