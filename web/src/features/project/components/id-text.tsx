import { CopyButton } from '../../../components/buttons/copy-button.js';
import classes from './id-text.module.css';

/** An ID in a table cell, with a button that copies all of it. */
export function IdText({ id, label }: { id: string; label: string }) {
  return (
    <span className={classes.id}>
      <span className={classes.text} title={id}>
        {id}
      </span>
      <CopyButton value={id} label={label} />
    </span>
  );
}
