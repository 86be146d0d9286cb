import { Tooltip } from '@mantine/core';
import classes from './preview-text.module.css';

/** The beginning of a value in one line of a table; more of it in a tooltip. */
export function PreviewText({ text }: { text: string | null | undefined }) {
  if (!text) return <span className={classes.none}>–</span>;
  const line = text.replace(/\s+/g, ' ').trim();
  return (
    <Tooltip label={text} multiline maw={480} openDelay={600} position="bottom-start">
      <span className={classes.text}>{line}</span>
    </Tooltip>
  );
}
