import classes from './preview-text.module.css';

/**
 * The beginning of a value in one line of a table; all that is there of it on hover. The browser's own
 * tooltip, as a table draws hundreds of these.
 */
export function PreviewText({ text }: { text: string | null | undefined }) {
  if (!text) return <span className={classes.none}>–</span>;
  return (
    <span className={classes.text} title={text} dir="auto">
      {text.replace(/\s+/g, ' ').trim()}
    </span>
  );
}
