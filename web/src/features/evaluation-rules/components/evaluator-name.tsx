import { Bot, Braces, Puzzle } from 'lucide-react';
import {
  type EvaluatorKind,
  getKindLabel,
} from '../../../components/evaluators/evaluator-names.js';
import classes from './evaluator-name.module.css';

const ICONS = { BUILTIN: Puzzle, LLM: Bot, CODE: Braces };

interface EvaluatorNameProps {
  kind: EvaluatorKind;
  /** A readable name. */
  name: string;
}

/** The name of an evaluator with an icon for its kind. */
export function EvaluatorName({ kind, name }: EvaluatorNameProps) {
  const Icon = ICONS[kind];
  return (
    <span className={classes.evaluator} title={`${name} (${getKindLabel(kind)})`}>
      <Icon size={14} aria-label={getKindLabel(kind)} role="img" />
      <span dir="auto">{name}</span>
    </span>
  );
}
