import { useEffect, useMemo, useState } from 'react';
import type { TextDiff } from './diff-texts.js';

type Part = typeof import('./diff-texts.js');

/** Returns the difference between two texts; undefined until the code that compares is loaded. */
export function useTextDiff(before: string, after: string): TextDiff | undefined {
  const [part, setPart] = useState<Part>();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    import('./diff-texts.js').then(setPart, setFailure);
  }, []);
  if (failure !== undefined) throw failure;
  return useMemo(() => part?.diffTexts(before, after), [part, before, after]);
}
