import { useEffect, useMemo, useState } from 'react';
import type { TextDiff } from './diff-texts.js';
import classes from './word-diff.module.css';

interface WordDiffProps {
  before: string;
  after: string;
}

const NOTES: Record<TextDiff['grain'], string | undefined> = {
  words: undefined,
  lines: 'The text is long, so it is compared line by line.',
  none: 'Too long to compare. The old text comes first, then the new one.',
};

/**
 * The new text, with additions underlined and removed text struck through. Shows just the new text
 * until both have been compared.
 */
export function WordDiff({ before, after }: WordDiffProps) {
  const diff = useTextDiff(before, after);
  const marked = useMemo(() => diff?.parts.map(toElement), [diff]);
  if (!diff) return <div className={classes.text}>{after}</div>;
  const note = before === after ? 'No differences.' : NOTES[diff.grain];
  return (
    <div className={classes.text} dir="auto">
      {note === undefined ? null : <span className={classes.note}>{note}</span>}
      {marked}
    </div>
  );
}

function toElement({ kind, text }: TextDiff['parts'][number], index: number) {
  if (kind === 'removed') {
    return (
      <del key={index} className={classes.removed}>
        {text}
      </del>
    );
  }
  if (kind === 'added') {
    return (
      <ins key={index} className={classes.added}>
        {text}
      </ins>
    );
  }
  return text;
}

type DiffModule = typeof import('./diff-texts.js');

/** Returns the difference between two texts; undefined until the code that compares is loaded. */
function useTextDiff(before: string, after: string): TextDiff | undefined {
  const [module, setModule] = useState<DiffModule>();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    import('./diff-texts.js').then(setModule, setFailure);
  }, []);
  if (failure !== undefined) throw failure;
  return useMemo(() => module?.diffTexts(before, after), [module, before, after]);
}
