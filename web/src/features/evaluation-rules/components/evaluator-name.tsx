import { Bot, Braces, Puzzle } from 'lucide-react';
import {
  type EvaluatorKind,
  getEvaluatorLabel,
  getKindLabel,
} from '../../../components/evaluators/evaluator-names.js';
import classes from './evaluator-name.module.css';

const ICONS = { BUILTIN: Puzzle, LLM: Bot, CODE: Braces };

interface EvaluatorNameProps {
  kind: EvaluatorKind;
  name: string;
}

/** The name of an evaluator with an icon for its kind. */
export function EvaluatorName({ kind, name }: EvaluatorNameProps) {
  const label = getEvaluatorLabel({ kind, name });
  const Icon = ICONS[kind];
  return (
    <span className={classes.evaluator} title={`${label} (${getKindLabel(kind)})`}>
      <Icon size={14} aria-label={getKindLabel(kind)} role="img" />
      <span dir="auto">{label}</span>
    </span>
  );
}
