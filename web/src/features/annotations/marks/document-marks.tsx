import { Button, Kbd } from '@mantine/core';
import { Check, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { JudgmentList } from '../judge/judgment-list.js';
import { useValues } from '../judge/use-judgments.js';
import { NotSaved } from './not-saved.js';
import { useOnceLoaded } from './use-once-loaded.js';
import classes from './marks.module.css';

/** The name of the annotations that say whether a document is relevant. */
const RELEVANCE = 'relevance';

const MARKS = [
  { label: 'relevant', score: 1, text: 'Relevant', Icon: Check },
  { label: 'irrelevant', score: 0, text: 'Not relevant', Icon: X },
] as const;

interface DocumentProps {
  /** Global ID. */
  spanId: string;
  /** The index of the document, from 0. */
  position: number;
}

/**
 * Marks a document as relevant or not, by click or with 1 and 2. Marking it again removes the mark.
 * The up and down arrows go to the previous and the next document.
 */
export function DocumentMarks({ spanId, position }: DocumentProps) {
  const { can } = useViewer();
  const values = useValues({ kind: 'document', id: spanId, position });
  const value = values.getValue(RELEVANCE);
  const mark = useOnceLoaded(values.isLoaded, (index: number) => {
    const chosen = MARKS[index];
    if (!chosen) return;
    const { label, score } = chosen;
    const isChosen = value.label === label;
    values.save(RELEVANCE, isChosen ? { label: null, score: null } : { label, score });
  });
  if (!can.write) return null;

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step !== undefined) goToDocument(event.currentTarget, step);
    else if (event.key === '1' || event.key === '2') mark(Number(event.key) - 1);
    else return;
    event.preventDefault();
  };
  return (
    <div
      role="presentation"
      className={classes.marks}
      data-number-keys="documents"
      onKeyDown={onKeyDown}
    >
      {MARKS.map(({ label, text, Icon }, index) => (
        <Button
          key={label}
          size="compact-xs"
          variant={value.label === label ? 'filled' : 'default'}
          aria-pressed={value.label === label}
          aria-label={`${text}: document ${position + 1}`}
          leftSection={<Icon size={12} aria-hidden />}
          rightSection={<Kbd className={classes.key}>{index + 1}</Kbd>}
          onClick={() => mark(index)}
        >
          {text}
        </Button>
      ))}
      <NotSaved failed={values.getFailed(RELEVANCE)} onRetry={values.retry} />
    </div>
  );
}

function goToDocument(marks: HTMLElement, step: number): void {
  const all = [...document.querySelectorAll('[data-number-keys="documents"]')];
  all[all.indexOf(marks) + step]?.querySelector('button')?.focus();
}

/** The annotations of others on a document, such as of an LLM judge. */
export function DocumentJudgments({ spanId, position }: DocumentProps) {
  const { can } = useViewer();
  const { annotations, isOwn } = useValues({ kind: 'document', id: spanId, position });
  const listed = annotations.filter(
    (item) => !(can.write && isOwn(item) && item.name === RELEVANCE && !item.explanation),
  );
  if (listed.length === 0) return null;
  return (
    <div className={classes.judgments}>
      <JudgmentList
        label={`Annotations of document ${position + 1}`}
        judgments={listed}
        isOwn={isOwn}
      />
    </div>
  );
}
