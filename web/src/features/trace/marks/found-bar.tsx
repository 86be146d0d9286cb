import { UnstyledButton } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchedWords } from '../../../components/text/searched-words-context.js';
import { useKeys } from '../../../lib/browser/use-keys.js';
import { formatExact, formatPlural } from '../../../lib/format/numbers.js';
import { hasWord } from '../../../lib/text-search/searched-words.js';
import type { DetailedSpan } from '../api/span-query.js';
import type { SpanTab } from '../search.js';
import { MatchStepper } from '../tree/match-stepper.js';
import classes from './found-bar.module.css';
import { MAX_MARKS } from './list-ranges.js';
import { useMarks } from './use-marks.js';

interface FoundBarProps {
  /** The element with everything that is shown of the span. */
  root: Element | null;
  span: DetailedSpan;
  tab: SpanTab;
  onTab: (tab: SpanTab) => void;
}

/** Marks the words of a search in a span, counts them, and goes through them. */
export function FoundBar({ root, span, tab, onTab }: FoundBarProps) {
  const words = useSearchedWords();
  const marks = useMarks(root, words);
  const elsewhere = useMemo(() => findElsewhere(span, words), [span, words]);
  const hasMarks = marks !== null && marks.count > 0;
  useKeys(hasMarks ? { m: () => marks.step('next'), M: () => marks.step('previous') } : {});
  if (!marks) return null;
  if (hasMarks) {
    const { count, position } = marks;
    const total =
      count === MAX_MARKS
        ? `${formatExact(count)}+ matches`
        : formatPlural(count, 'match', 'matches');
    return (
      <div className={classes.bar}>
        <MatchStepper
          noun="searched word"
          keys={{ next: 'm', previous: 'Shift+M' }}
          onStep={marks.step}
        >
          {formatExact(position)} of {total}
        </MatchStepper>
      </div>
    );
  }
  const [other] = elsewhere;
  // Annotations are not searched.
  if (other === undefined || elsewhere.includes(tab) || tab === 'annotations') return null;
  return (
    <div className={classes.bar}>
      <output>No matches on this tab.</output>
      <UnstyledButton className={classes.go} onClick={() => onTab(other)}>
        Show {other}
      </UnstyledButton>
    </div>
  );
}

/** Returns the tabs that always show what was searched for, which others may leave out. */
function findElsewhere(span: DetailedSpan, words: readonly string[]): SpanTab[] {
  const tabs: SpanTab[] = [];
  if (hasWord(span.attributes, words)) tabs.push('attributes');
  if (hasWord(JSON.stringify(span.events), words)) tabs.push('events');
  return tabs;
}
