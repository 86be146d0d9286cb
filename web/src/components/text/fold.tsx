import { UnstyledButton } from '@mantine/core';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { formatBytes } from '../../lib/format/numbers.js';
import { hasWord } from '../../lib/text-search/searched-words.js';
import classes from './fold.module.css';
import { useSearchedWords } from './searched-words-context.js';

/** Text is long if it would push the content below it off the screen. */
const longLetters = 2400;
const longLines = 24;
/** Characters to render while folded, somewhat more than fit. */
const foldedLetters = 6000;

interface FoldProps {
  text: string;
  /** Renders the given text, which is only the start while folded. */
  children: (shown: string) => ReactNode;
}

/** Folds long text to its start and shows its length. Renders only what is visible. */
export function Fold({ text, children }: FoldProps) {
  const words = useSearchedWords();
  const [open, setOpen] = useState(() => hasWord(text, words));
  if (!isLong(text)) return <>{children(text)}</>;
  const shown = open ? text : text.slice(0, foldedLetters);
  return (
    <div>
      <div className={open ? undefined : classes.folded}>{children(shown)}</div>
      <UnstyledButton
        className={classes.toggle}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {open ? <ChevronUp size={14} aria-hidden /> : <ChevronDown size={14} aria-hidden />}
        {open ? 'Show less' : `Show all, ${formatBytes(text.length)}`}
      </UnstyledButton>
    </div>
  );
}

function isLong(text: string): boolean {
  if (text.length > longLetters) return true;
  let lines = 0;
  for (let i = text.indexOf('\n'); i !== -1; i = text.indexOf('\n', i + 1)) {
    lines += 1;
    if (lines > longLines) return true;
  }
  return false;
}
