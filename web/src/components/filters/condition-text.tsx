import { readTokens } from '../../lib/filter-language/condition-tokens.js';
import editor from './condition-editor.module.css';
import classes from './condition-text.module.css';

/** A condition on one line, in the colors of the field where it is typed. Hovering shows all of it. */
export function ConditionText({ condition }: { condition: string }) {
  const tokens = readTokens(condition, 0);
  const ends = [0, ...tokens.map(({ to }) => to)];
  return (
    <code className={classes.condition} title={condition}>
      {tokens.map(({ from, to, tone }, index) => (
        <span key={from}>
          {condition.slice(ends[index], from)}
          <span className={editor[tone]}>{condition.slice(from, to)}</span>
        </span>
      ))}
      {condition.slice(ends.at(-1))}
    </code>
  );
}
