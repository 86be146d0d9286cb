import { type LogSeverity, nameSeverity } from './severity.js';
import classes from './severity-mark.module.css';

interface SeverityMarkProps {
  /** Null if the sender said none. */
  severity: LogSeverity | null;
  /** The severity as the sender calls it. */
  text: string | null;
}

/** How severe a log record is. */
export function SeverityMark({ severity, text }: SeverityMarkProps) {
  const name = severity ? nameSeverity(severity) : (text ?? '–');
  return (
    <span className={classes.mark} data-severity={severity ?? undefined} title={text ?? undefined}>
      {name}
    </span>
  );
}
