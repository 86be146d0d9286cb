import type { TemplateFormat } from './template-formats.js';
import classes from './variables-found.module.css';

interface VariablesFoundProps {
  format: TemplateFormat;
  /** Undefined until the first search. */
  names: readonly string[] | undefined;
}

const HOW: Record<TemplateFormat, string> = {
  MUSTACHE: 'Write {{name}} where a value should be inserted.',
  F_STRING: 'Write {name} where a value should be inserted, and {{ and }} for literal braces.',
  NONE: 'Messages are sent unchanged.',
};

/** The variables of a draft. If there are none, explains how to write one. */
export function VariablesFound({ format, names }: VariablesFoundProps) {
  if (format === 'NONE' || !names || names.length === 0) {
    return <p className={classes.found}>{HOW[format]}</p>;
  }
  return (
    <p className={classes.found}>
      Variables:
      {names.map((name) => (
        <code key={name} className={classes.name}>
          {name}
        </code>
      ))}
    </p>
  );
}
