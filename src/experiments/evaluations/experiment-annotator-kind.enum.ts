import { AnnotatorKind } from '../../annotations/annotator-kind.contract.js';

/** Who evaluated a run. The same kinds, in an enum of its own, because published clients know it by this name. */
export const ExperimentAnnotatorKind = { ...AnnotatorKind };
export type ExperimentAnnotatorKind = AnnotatorKind;
