import { useMemo } from 'react';
import { JsonView } from './json-view.js';
import { parseStructure } from '../../lib/json/exact-json.js';
import { Fold } from './fold.js';
import { LazyProse } from './lazy-prose.js';
import { useTextMode } from './text-mode.js';
import classes from './text-value.module.css';

/** Rendering more characters than this as Markdown would block the page. */
const markdownLimit = 200_000;
/** Longer text is not parsed as JSON. */
const jsonLimit = 2_000_000;

interface TextValueProps {
  text: string;
  /** Whether long text is shown as a whole, not folded. */
  isWhole?: boolean;
}

/** Text in the chosen mode; JSON text as JSON. */
export function TextValue({ text, isWhole = false }: TextValueProps) {
  const [mode] = useTextMode();
  const structure = useMemo(
    () => (mode === 'markdown' && text.length < jsonLimit ? parseStructure(text) : undefined),
    [mode, text],
  );
  if (structure !== undefined) return <JsonView value={structure} />;
  const render = (shown: string) =>
    mode === 'markdown' && shown.length <= markdownLimit ? (
      <LazyProse text={shown} />
    ) : (
      <PlainText text={shown} />
    );
  return isWhole ? render(text) : <Fold text={text}>{render}</Fold>;
}

/** Plain text. */
export function PlainText({ text }: { text: string }) {
  return <div className={classes.plain}>{text}</div>;
}
