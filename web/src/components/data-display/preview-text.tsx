import classes from './preview-text.module.css';

/**
 * The start of a value, on one line of a table. Hovering shows all of it in the browser’s native
 * tooltip, because a table renders hundreds of previews.
 */
export function PreviewText({ text }: { text: string | null | undefined }) {
  if (!text) return <span className={classes.none}>–</span>;
  return (
    <span className={classes.text} title={text} dir="auto">
      {text.replace(/\s+/g, ' ').trim()}
    </span>
  );
}
