import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { CircleStop, CornerLeftUp, MessageSquareDashed } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import { Notice } from '../../../components/feedback/notice.js';
import { WaitingNote } from '../../../components/feedback/waiting-note.js';
import { WordDiff } from '../../../components/word-diff/word-diff.js';
import { type Answer, isPending, type Run } from '../run/run.js';
import { writeAnswer } from '../run/write-answer.js';
import { AnswerContent } from './answer-content.js';
import { AnswerFigures } from './answer-figures.js';
import classes from './answer-panel.module.css';
import { CallResults } from './call-results.js';
import { RepetitionPicker } from './repetition-picker.js';

/** An answer to compare with. */
export interface OtherAnswer {
  label: string;
  text: string;
}

interface AnswerPanelProps {
  letter: string;
  run: Run | undefined;
  /** Whether the variant was edited since it ran. */
  isOutdated: boolean;
  /** The answers to the other variants. */
  others: readonly OtherAnswer[];
  /** Appends the answer to the messages. */
  onKeep: (answer: Answer) => void;
  /**
   * Appends the answer and the results of its calls, and runs the variant again. Absent if the user
   * may not run prompts.
   */
  onResults: ((answer: Answer, results: readonly string[]) => void) | undefined;
}

/** The answers to a variant. */
export function AnswerPanel({ letter, run, ...rest }: AnswerPanelProps) {
  const [chosen, setChosen] = useState(0);
  const [comparedWith, setComparedWith] = useState('');
  const place = Math.min(chosen, (run?.answers.length ?? 1) - 1);
  const answer = run?.answers[place];
  const other = rest.others.find(({ label }) => label === comparedWith);
  return (
    <section className={classes.panel} aria-label={`Answer ${letter}`}>
      <div className={classes.head}>
        <h3 className={classes.title}>Answer {letter}</h3>
        {run && run.answers.length > 1 ? (
          <RepetitionPicker answers={run.answers} value={place} onChange={setChosen} />
        ) : null}
        <span className={classes.actions}>
          {answer && rest.others.length > 0 ? (
            <NativeSelect
              size="xs"
              aria-label={`Compare answer ${letter}`}
              value={other ? comparedWith : ''}
              data={[
                { value: '', label: 'Do not compare' },
                ...rest.others.map(({ label }) => ({
                  value: label,
                  label: `Compare with ${label}`,
                })),
              ]}
              onChange={(event) => setComparedWith(event.currentTarget.value)}
            />
          ) : null}
          {answer ? <CopyButton value={() => writeAnswer(answer)} label="answer" /> : null}
        </span>
      </div>
      {run?.problem === undefined ? null : <Notice tone="error">{run.problem}</Notice>}
      {!run || !answer ? (
        <Nothing>Run the prompt to see the answer.</Nothing>
      ) : (
        <ShownAnswer
          key={place}
          answer={answer}
          other={other}
          hasProblem={run.problem !== undefined}
          {...rest}
        />
      )}
    </section>
  );
}

interface ShownAnswerProps extends Omit<AnswerPanelProps, 'letter' | 'run' | 'others'> {
  answer: Answer;
  other: OtherAnswer | undefined;
  /** Whether the reason of the failure is shown above. */
  hasProblem: boolean;
}

function ShownAnswer(props: ShownAnswerProps) {
  const { answer, other, hasProblem, isOutdated, onKeep, onResults } = props;
  const { state, text, calls, problem, span } = answer;
  const isEmpty = text === '' && calls.length === 0;
  const isOver = !isPending(answer);
  return (
    <>
      <div className={classes.content} aria-busy={!isOver}>
        {problem === undefined ? null : <Notice tone="error">{problem}</Notice>}
        {state === 'failed' && problem === undefined && !hasProblem ? (
          <Notice tone="error">The answer failed.</Notice>
        ) : null}
        {state === 'waiting' ? <WaitingNote>Waiting for the model…</WaitingNote> : null}
        {other ? (
          <WordDiff before={other.text} after={writeAnswer(answer)} />
        ) : (
          <Suspense fallback={<Skeleton height={60} />}>
            <AnswerContent text={text} calls={calls} isGrowing={!isOver} />
          </Suspense>
        )}
        {isEmpty && state === 'done' ? <Nothing>The answer is empty.</Nothing> : null}
        {state === 'stopped' ? (
          <p className={classes.note}>
            <CircleStop size={13} aria-hidden /> Stopped
          </p>
        ) : null}
      </div>
      {isOver && !isEmpty ? (
        calls.length > 0 && state === 'done' && onResults ? (
          <CallResults
            calls={calls}
            onKeep={() => onKeep(answer)}
            onResults={(results) => onResults(answer, results)}
          />
        ) : (
          <div>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<CornerLeftUp size={14} aria-hidden />}
              onClick={() => onKeep(answer)}
            >
              Add to messages
            </Button>
          </div>
        )
      ) : null}
      {span ? <AnswerFigures span={span} isOutdated={isOutdated} /> : null}
    </>
  );
}

function Nothing({ children }: { children: ReactNode }) {
  return (
    <p className={classes.nothing}>
      <MessageSquareDashed size={15} aria-hidden />
      {children}
    </p>
  );
}
