import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { RotateCcw } from 'lucide-react';
import { type CSSProperties, useEffect, useRef } from 'react';
import { LeaveGuard } from '../../../components/dialogs/leave-guard.js';
import { Notice } from '../../../components/feedback/notice.js';
import { preloadProse } from '../../../components/text/lazy-prose.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import {
  duplicateVariant,
  getLetter,
  MAX_VARIANTS,
  type PlaygroundStart,
  setVariant,
} from '../draft/playground-draft.js';
import { useVariantsReading } from '../draft/use-variants-reading.js';
import { writeAnswer } from '../run/write-answer.js';
import { usePlayground } from '../use-playground.js';
import { type Original, OriginalAnswer, OriginalNote } from './original-column.js';
import classes from './playground.module.css';
import { RunsPanel } from './runs-panel.js';
import { Toolbar } from './toolbar.js';
import { useVariantDialogs } from './use-variant-dialogs.js';
import { VariablesPanel } from './variables-panel.js';
import { VariantSection } from './variant-section.js';

interface PlaygroundProps {
  /** Names what the page starts from, for its stored draft. */
  source: string;
  start: PlaygroundStart;
  /** The span that is tried again. */
  original?: Original;
}

/** Not at the end of the page, where the answers would grow out of view. */
const IN_VIEW = { block: 'center', inline: 'nearest', behavior: 'smooth' } as const;

/** Variants of a prompt side by side, and the answers to them. */
export function Playground({ source, start, original }: PlaygroundProps) {
  useEffect(preloadProse, []);
  const { can, isPending } = useViewer();
  const state = usePlayground(source, start, can.write);
  const { draft, change, runs, isAnyRunning, isEditedNow } = state;
  const { names, texts, problemsOf } = useVariantsReading(draft);
  const dialogs = useVariantDialogs(state);
  const [showsRuns, history] = useDisclosure();
  const columns = useRef<HTMLDivElement>(null);

  const { variants } = draft;
  const hasEdits = variants.some(isEditedNow);
  const last = variants.at(-1)!;
  const answers = variants.flatMap(({ key }, index) => {
    const answer = runs[key]?.answers[0];
    return answer ? [{ label: getLetter(index), text: writeAnswer(answer) }] : [];
  });
  const recorded = original?.converted.original;
  const compared = recorded
    ? [{ label: 'the original', text: writeAnswer(recorded) }, ...answers]
    : answers;
  const isSingle = variants.length === 1;
  useEffect(() => {
    if (isAnyRunning) columns.current?.querySelector('[data-answer]')?.scrollIntoView(IN_VIEW);
  }, [isAnyRunning]);

  return (
    <div className={classes.page}>
      <Toolbar
        draft={draft}
        isRunning={isAnyRunning}
        onRun={can.write ? state.runAll : undefined}
        onStop={state.stopAll}
        onAdd={
          variants.length < MAX_VARIANTS
            ? () => change((now) => duplicateVariant(now, last.key))
            : undefined
        }
        onHistory={history.open}
        onChange={(part) => change((now) => ({ ...now, ...part }))}
      />
      <div className={classes.scroller}>
        <div className={classes.shared}>
          {can.write || isPending ? null : (
            <Notice tone="info">
              Only members and administrators can run and save prompts. Ask an administrator to
              change your role.
            </Notice>
          )}
          {original ? <OriginalNote original={original} /> : null}
          {state.isRestored && hasEdits ? (
            <div className={classes.restored}>
              Your edits from earlier in this tab are back.
              <Button
                variant="subtle"
                size="compact-xs"
                leftSection={<RotateCcw size={13} aria-hidden />}
                onClick={state.startOver}
              >
                Start over
              </Button>
            </div>
          ) : null}
          <VariablesPanel
            draft={draft}
            names={names}
            texts={texts}
            onVariables={(variables) => change((now) => ({ ...now, variables }))}
            onFormat={(templateFormat) => change((now) => ({ ...now, templateFormat }))}
          />
        </div>
        <div
          ref={columns}
          className={classes.columns}
          data-single={isSingle || undefined}
          style={
            { '--columns': variants.length + (original && !isSingle ? 1 : 0) } as CSSProperties
          }
        >
          {original && !isSingle ? (
            <div className={classes.variant}>
              <div className={classes.question} />
              <div className={classes.answer}>
                <OriginalAnswer original={original} />
              </div>
            </div>
          ) : null}
          {variants.map((variant, index) => (
            <VariantSection
              key={variant.key}
              state={state}
              variant={variant}
              letter={getLetter(index)}
              canWrite={can.write}
              problems={problemsOf(variant.key)}
              others={compared.filter(({ label }) => label !== getLetter(index))}
              above={original && isSingle ? <OriginalAnswer original={original} /> : null}
              dialogs={dialogs}
              onChange={(changed) => change((now) => setVariant(now, changed))}
            />
          ))}
        </div>
      </div>
      {showsRuns ? <RunsPanel onClose={history.close} /> : null}
      {dialogs.elements}
      <LeaveGuard
        isActive={isAnyRunning || hasEdits}
        text={
          isAnyRunning
            ? 'The answers that are still arriving will be cancelled.'
            : 'You have not saved your edits as a prompt. This tab keeps them until you close it.'
        }
      />
    </div>
  );
}
