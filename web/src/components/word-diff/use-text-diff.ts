import { useEffect, useMemo, useState } from 'react';
import type { TextDiff } from './diff-texts.js';

type Part = typeof import('./diff-texts.js');

/** What differs between two texts; undefined until the part of the page that compares is there. */
export function useTextDiff(before: string, after: string): TextDiff | undefined {
  const [part, setPart] = useState<Part>();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    import('./diff-texts.js').then(setPart, setFailure);
  }, []);
  if (failure !== undefined) throw failure;
  return useMemo(() => part?.diffTexts(before, after), [part, before, after]);
}
