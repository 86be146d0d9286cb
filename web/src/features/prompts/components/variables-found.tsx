import type { TemplateFormat } from '../template-formats.js';
import classes from './variables-found.module.css';

interface VariablesFoundProps {
  format: TemplateFormat;
  /** Undefined until they are looked for. */
  names: readonly string[] | undefined;
}

const HOW: Record<TemplateFormat, string> = {
  MUSTACHE: 'Write {{name}} where a value is to be put in.',
  F_STRING: 'Write {name} where a value is to be put in, and {{ and }} for braces.',
  NONE: 'The messages are sent as they are.',
};

/** The variables of what is typed; how to write one while there is none. */
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
