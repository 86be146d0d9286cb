import { Button, NativeSelect, Skeleton } from '@mantine/core';
import {
  ChevronLeft,
  ChevronRight,
  CircleStop,
  CornerLeftUp,
  MessageSquareDashed,
} from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import { Notice } from '../../../components/feedback/notice.js';
import { WaitingNote } from '../../../components/feedback/waiting-note.js';
import { WordDiff } from '../../../components/word-diff/word-diff.js';
import type { TemplateFormat } from '../../../components/prompt-editor/template-formats.js';
import { type Variant, writeContent } from '../draft/playground-draft.js';
import { type Answer, isPending } from '../run/run.js';
import type { RunStore } from '../run/run-store.js';
import { useRun } from '../run/use-run-store.js';
import { writeAnswer } from '../run/write-answer.js';
import { AnswerContent } from './answer-content.js';
import { AnswerFigures } from './answer-figures.js';
import classes from './answer-panel.module.css';
import { CallResults } from './call-results.js';
import type { Original } from './original-column.js';
import { IconButton } from '../../../components/buttons/icon-button.js';

/** An answer to compare with: to another variant, or one that is known. */
export type Rival = { label: string } & ({ key: string } | { text: string });

interface AnswerPanelProps {
  letter: string;
  runs: RunStore;
  variant: Variant;
  templateFormat: TemplateFormat;
  /** The answers to compare with, among them its own. */
  rivals: readonly Rival[];
  /** The span that is tried again. */
  original: Original | undefined;
  /** Appends the answer to the messages. */
  onKeep: (answer: Answer) => void;
  /**
   * Appends the answer and the results of its calls, and runs the variant again. Absent if the user
   * may not run prompts.
   */
  onResults: ((answer: Answer, results: readonly string[]) => void) | undefined;
}

/** The answers to a variant. */
export function AnswerPanel(props: AnswerPanelProps) {
  const { letter, runs, variant, templateFormat, original, onKeep, onResults } = props;
  const run = useRun(runs, variant.key);
  const [chosen, setChosen] = useState(0);
  const [comparedWith, setComparedWith] = useState('');
  const rivals = props.rivals.filter((one) => !('key' in one) || one.key !== variant.key);
  const rival = rivals.find(({ label }) => label === comparedWith);
  const rivalRun = useRun(runs, rival && 'key' in rival ? rival.key : '');
  const place = Math.min(chosen, (run?.answers.length ?? 1) - 1);
  const answer = run?.answers[place];
  const rivalAnswer = rivalRun?.answers[place] ?? rivalRun?.answers[0];
  const compared = rival && 'text' in rival ? rival.text : rivalAnswer && writeAnswer(rivalAnswer);
  return (
    <section className={classes.panel} aria-label={`Answer ${letter}`}>
      <div className={classes.head}>
        <h3 className={classes.title}>Answer {letter}</h3>
        {run && run.answers.length > 1 ? (
          <RepetitionPicker answers={run.answers} value={place} onChange={setChosen} />
        ) : null}
        <span className={classes.actions}>
          {answer && rivals.length > 0 ? (
            <NativeSelect
              size="xs"
              aria-label={`Compare answer ${letter}`}
              value={rival ? comparedWith : ''}
              data={[
                { value: '', label: rival ? 'Do not compare' : 'Compare with…' },
                ...rivals.map(({ label }) => ({ value: label, label: `Compared with ${label}` })),
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
          compared={compared}
          hasProblem={run.problem !== undefined}
          isOutdated={run.asked !== writeContent(variant, templateFormat)}
          original={original}
          onKeep={onKeep}
          onResults={onResults}
        />
      )}
    </section>
  );
}

interface ShownAnswerProps extends Pick<AnswerPanelProps, 'original' | 'onKeep' | 'onResults'> {
  answer: Answer;
  /** The text to compare it with. */
  compared: string | undefined;
  /** Whether the reason of the failure is shown above. */
  hasProblem: boolean;
  /** Whether the variant was edited since it ran. */
  isOutdated: boolean;
}

function ShownAnswer(props: ShownAnswerProps) {
  const { answer, compared, hasProblem, isOutdated, original, onKeep, onResults } = props;
  const { state, text, reasoning, calls, problem, span } = answer;
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
        {compared !== undefined && isOver ? (
          <WordDiff before={compared} after={writeAnswer(answer)} />
        ) : (
          <Suspense fallback={<Skeleton height={60} />}>
            <AnswerContent {...{ text, reasoning, calls }} isGrowing={!isOver} />
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
            source={original?.span}
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

interface RepetitionPickerProps {
  answers: readonly Answer[];
  /** From 0. */
  value: number;
  onChange: (place: number) => void;
}

const WORDS: Record<Answer['state'], string> = {
  waiting: ' (waiting)',
  streaming: ' (arriving)',
  done: '',
  failed: ' (failed)',
  stopped: ' (stopped)',
};

/** Chooses one of the answers to the same question. */
function RepetitionPicker({ answers, value, onChange }: RepetitionPickerProps) {
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center' }}>
      <IconButton
        label="Previous repetition"
        onClick={value > 0 ? () => onChange(value - 1) : undefined}
      >
        <ChevronLeft size={15} aria-hidden />
      </IconButton>
      <NativeSelect
        size="xs"
        aria-label="Repetition"
        value={String(value)}
        data={answers.map(({ state }, place) => ({
          value: String(place),
          label: `${place + 1} of ${answers.length}${WORDS[state]}`,
        }))}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
      <IconButton
        label="Next repetition"
        onClick={value < answers.length - 1 ? () => onChange(value + 1) : undefined}
      >
        <ChevronRight size={15} aria-hidden />
      </IconButton>
    </span>
  );
}
