import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { RotateCcw } from 'lucide-react';
import { type CSSProperties, useEffect, useMemo, useRef } from 'react';
import { LeaveGuard } from '../../../components/dialogs/leave-guard.js';
import { Notice } from '../../../components/feedback/notice.js';
import {
  type KnownVariables,
  KnownVariablesContext,
} from '../../../components/prompt-editor/template-textarea.js';
import { preloadProse } from '../../../components/text/lazy-prose.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import {
  duplicateVariant,
  getLetter,
  isEdited,
  MAX_VARIANTS,
  type PlaygroundDraft,
  type PlaygroundStart,
  type Variant,
} from '../draft/playground-draft.js';
import { writeAnswer } from '../run/write-answer.js';
import { usePlayground } from '../use-playground.js';
import type { Rival } from './answer-panel.js';
import { DatasetRunDialog } from './dataset-run-dialog.js';
import { type Original, OriginalAnswer, OriginalNote } from './original-column.js';
import classes from './playground.module.css';
import { ProvidersNotice } from './providers-notice.js';
import { RunsPanel } from './runs-panel.js';
import { Toolbar } from './toolbar.js';
import { useVariantDialogs } from './use-variant-dialogs.js';
import { VariablesPanel } from './variables-panel.js';
import { VariantSection } from './variant-section.js';
import { listTexts } from '../../../components/prompt-editor/message-draft.js';
import {
  type TemplateReading,
  useTemplateReading,
} from '../../../components/prompt-editor/template-reading.js';

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
  const { can } = useViewer();
  const state = usePlayground(source, start, can.write);
  const { draft, actions, refusals, isAnyRunning } = state;
  const { change, run } = actions;
  const { names, texts, problemsOf } = useVariantsReading(draft);
  const dialogs = useVariantDialogs(draft, change);
  const [showsRuns, history] = useDisclosure();
  const [asksDataset, datasetRun] = useDisclosure();
  const columns = useRef<HTMLDivElement>(null);

  const { variants, templateFormat } = draft;
  const hasEdits = variants.some((variant) => isEdited(variant, templateFormat));
  const last = variants.at(-1)!;
  const rivals = useRivals(variants, original);
  const isSingle = variants.length === 1;
  useEffect(() => {
    if (isAnyRunning) columns.current?.querySelector('[data-answer]')?.scrollIntoView(IN_VIEW);
  }, [isAnyRunning]);

  const known = useKnownVariables(draft, names);
  return (
    <div className={classes.page}>
      <Toolbar
        draft={draft}
        isRunning={isAnyRunning}
        onRun={can.write ? () => run() : undefined}
        onStop={state.stopAll}
        onAdd={
          variants.length < MAX_VARIANTS
            ? () => change((now) => duplicateVariant(now, last.key))
            : undefined
        }
        onHistory={history.open}
        onDatasetRun={can.write ? datasetRun.open : undefined}
        onChange={(part) => change((now) => ({ ...now, ...part }))}
      />
      <div className={classes.scroller}>
        <div className={classes.shared}>
          <Notices
            variants={variants}
            original={original}
            isRestored={state.isRestored && hasEdits}
            onStartOver={state.startOver}
          />
          <VariablesPanel
            draft={draft}
            names={names}
            texts={texts}
            onVariables={(variables) => change((now) => ({ ...now, variables }))}
            onFormat={(format) => change((now) => ({ ...now, templateFormat: format }))}
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
          {original && !isSingle ? <OriginalColumn original={original} /> : null}
          <KnownVariablesContext value={known}>
            {variants.map((variant, index) => (
              <VariantSection
                key={variant.key}
                actions={actions}
                openDialog={dialogs.open}
                variant={variant}
                letter={getLetter(index)}
                templateFormat={templateFormat}
                canWrite={can.write}
                canDuplicate={variants.length < MAX_VARIANTS}
                isFirst={index === 0}
                isLast={variant === last}
                problems={problemsOf(variant.key)}
                refusal={refusals[variant.key]}
                rivals={rivals}
                original={original}
                showsOriginal={isSingle}
              />
            ))}
          </KnownVariablesContext>
        </div>
      </div>
      {showsRuns ? <RunsPanel onClose={history.close} /> : null}
      {dialogs.elements}
      <DatasetRunDialog isOpen={asksDataset} draft={draft} onClose={datasetRun.close} />
      <LeaveGuard
        isActive={isAnyRunning || hasEdits}
        text={
          isAnyRunning
            ? 'The answers that are still arriving will be canceled.'
            : 'You have not saved your edits as a prompt. This tab keeps them until you close it.'
        }
      />
    </div>
  );
}

/** The answer of the span that is tried again, beside the variants. */
function OriginalColumn({ original }: { original: Original }) {
  return (
    <div className={classes.variant}>
      <div className={classes.question} />
      <div className={classes.answer}>
        <OriginalAnswer original={original} />
      </div>
    </div>
  );
}

interface NoticesProps {
  variants: readonly Variant[];
  original: PlaygroundProps['original'];
  isRestored: boolean;
  onStartOver: () => void;
}

function Notices({ variants, original, isRestored, onStartOver }: NoticesProps) {
  const { can, isPending } = useViewer();
  return (
    <>
      {can.write || isPending ? null : (
        <Notice tone="info">
          Only members and administrators can run and save prompts. Ask an administrator to change
          your role.
        </Notice>
      )}
      <ProvidersNotice variants={variants} />
      {original ? <OriginalNote original={original} /> : null}
      {isRestored ? (
        <div className={classes.restored}>
          Your edits from earlier in this tab are back.
          <Button
            variant="subtle"
            size="compact-xs"
            leftSection={<RotateCcw size={13} aria-hidden />}
            onClick={onStartOver}
          >
            Start over
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** Returns the answers to compare with: the original one and those to all variants. */
function useRivals(
  variants: readonly { key: string }[],
  original: Original | undefined,
): readonly Rival[] {
  const keys = variants.map(({ key }) => key).join(' ');
  return useMemo(() => {
    const recorded = original?.converted.original;
    return [
      ...(recorded ? [{ label: 'the original', text: writeAnswer(recorded) }] : []),
      ...keys.split(' ').map((key, index) => ({ label: getLetter(index), key })),
    ];
  }, [keys, original]);
}

/** Returns the variables of all variants, and those that had a value before. */
function useKnownVariables(
  { templateFormat, variables }: PlaygroundDraft,
  names: readonly string[] = [],
): KnownVariables {
  const all = [...new Set([...names, ...Object.keys(variables)])].join('\n');
  return useMemo(
    () => ({ format: templateFormat, names: all === '' ? [] : all.split('\n') }),
    [templateFormat, all],
  );
}

const NONE: TemplateReading['problems'] = [];

/** Returns the variables of all variants, and the problems of each by its key. */
function useVariantsReading({ variants, templateFormat }: PlaygroundDraft) {
  const messages = variants.flatMap((variant) => variant.messages.map(listTexts));
  const reading = useTemplateReading(messages, templateFormat);
  const problemsOf = (key: string): TemplateReading['problems'] => {
    const at = variants.findIndex((variant) => variant.key === key);
    const before = variants.slice(0, at).reduce((sum, variant) => sum + variant.messages.length, 0);
    const count = variants[at]?.messages.length ?? 0;
    const own = reading?.problems.filter(({ index }) => index >= before && index < before + count);
    if (!own || own.length === 0) return NONE;
    return own.map(({ index, message }) => ({ index: index - before, message }));
  };
  return { names: reading?.names, texts: messages.flat(), problemsOf };
}
