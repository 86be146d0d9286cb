import { useMemo } from 'react';
import { JsonView } from './json-view.js';
import { parseStructure } from '../../lib/json/exact-json.js';
import { Fold } from './fold.js';
import { LazyProse } from './lazy-prose.js';
import { useTextMode } from './text-mode.js';
import classes from './text-value.module.css';

/** Beyond this many letters setting Markdown would hold the page up. */
const markdownLimit = 200_000;
/** Beyond this many letters text that may be JSON stays text. */
const jsonLimit = 2_000_000;

/** Text as the reader chose to see it; text that holds JSON as JSON. */
export function TextValue({ text }: { text: string }) {
  const [mode] = useTextMode();
  const structure = useMemo(
    () => (mode === 'markdown' && text.length < jsonLimit ? parseStructure(text) : undefined),
    [mode, text],
  );
  if (structure !== undefined) return <JsonView value={structure} />;
  return (
    <Fold text={text}>
      {(shown) =>
        mode === 'markdown' && shown.length <= markdownLimit ? (
          <LazyProse text={shown} />
        ) : (
          <PlainText text={shown} />
        )
      }
    </Fold>
  );
}

/** Text letter for letter. */
export function PlainText({ text }: { text: string }) {
  return <div className={classes.plain}>{text}</div>;
}
