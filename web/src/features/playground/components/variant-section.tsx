import { memo } from 'react';
import type { TemplateReading } from '../../../components/prompt-editor/template-reading.js';
import type { TemplateFormat } from '../../../components/prompt-editor/template-formats.js';
import {
  addMessages,
  duplicateVariant,
  isEdited,
  moveVariant,
  setVariant,
  type Variant,
} from '../draft/playground-draft.js';
import type { Answer, AnsweredCall } from '../run/run.js';
import { useIsRunning } from '../run/use-run-store.js';
import type { PlaygroundActions } from '../use-playground.js';
import { AnswerPanel, type Rival } from './answer-panel.js';
import { type Original, OriginalAnswer } from './original-column.js';
import classes from './playground.module.css';
import type { OpenDialog } from './use-variant-dialogs.js';
import { VariantColumn } from './variant-column.js';
import type { VariantActions } from './variant-head.js';
import {
  createMessage,
  createPart,
  type MessageDraft,
  type PartDraft,
} from '../../../components/prompt-editor/message-draft.js';
import { writeResult } from '../span/convert-messages.js';

interface VariantSectionProps {
  actions: PlaygroundActions;
  openDialog: OpenDialog;
  variant: Variant;
  letter: string;
  templateFormat: TemplateFormat;
  canWrite: boolean;
  canDuplicate: boolean;
  isFirst: boolean;
  isLast: boolean;
  problems: TemplateReading['problems'];
  /** Why it could not be run. */
  refusal: string | undefined;
  /** The answers to compare with, among them its own. */
  rivals: readonly Rival[];
  /** The span that is tried again. */
  original: Original | undefined;
  /** Whether the answer of the span is shown here, because it has no column of its own. */
  showsOriginal: boolean;
}

/** One variant with the answers to it. Drawn again only if it has changed. */
export const VariantSection = memo(function VariantSection(props: VariantSectionProps) {
  const { actions, openDialog, variant, letter, templateFormat, canWrite, original } = props;
  const { change, run, runs } = actions;
  const { key } = variant;
  const isRunning = useIsRunning(runs, key);

  const keep = (answer: Answer) =>
    change((now) => addMessages(now, key, [toAssistantMessage(answer)]));
  const sendResults = (answer: Answer, results: readonly string[]) => {
    const added = answer.calls.map((call, place) => toResultMessage(call, results[place] ?? ''));
    change((now) => addMessages(now, key, [toAssistantMessage(answer), ...added]));
    run([key]);
  };

  return (
    <section className={classes.variant} aria-label={`Prompt ${letter}`}>
      <VariantColumn
        letter={letter}
        variant={variant}
        isEdited={isEdited(variant, templateFormat)}
        actions={listActions(props, isRunning)}
        problems={props.problems}
        refusal={props.refusal}
        onChange={(changed) => change((now) => setVariant(now, changed))}
        onKeys={() => openDialog.keys(variant)}
      />
      <div className={classes.answer} data-answer>
        {original && props.showsOriginal ? <OriginalAnswer original={original} /> : null}
        <AnswerPanel
          letter={letter}
          runs={runs}
          variant={variant}
          templateFormat={templateFormat}
          rivals={props.rivals}
          original={original}
          onKeep={keep}
          onResults={canWrite ? sendResults : undefined}
        />
      </div>
    </section>
  );
});

function listActions(props: VariantSectionProps, isRunning: boolean): VariantActions {
  const { actions, openDialog, variant, canWrite, canDuplicate, isFirst, isLast } = props;
  const { change, run, runs, remove } = actions;
  const { key, origin } = variant;
  return {
    run: canWrite ? () => run([key]) : undefined,
    stop: isRunning ? () => runs.stop(key) : undefined,
    save: canWrite ? () => openDialog.save(variant) : undefined,
    load: () => openDialog.load(variant),
    showCode: origin ? () => openDialog.code(origin.versionId) : undefined,
    duplicate: canDuplicate ? () => change((now) => duplicateVariant(now, key)) : undefined,
    moveLeft: isFirst ? undefined : () => change((now) => moveVariant(now, key, -1)),
    moveRight: isLast ? undefined : () => change((now) => moveVariant(now, key, 1)),
    remove: isFirst && isLast ? undefined : () => remove(key),
  };
}

/** Returns an answer as a message of the assistant. */
function toAssistantMessage({ text, calls }: Pick<Answer, 'text' | 'calls'>): MessageDraft {
  const parts: PartDraft[] = calls.map(({ id, name, arguments: given }) => {
    const { key } = createPart('call');
    return { key, kind: 'call', id, name, arguments: given };
  });
  if (text !== '' || parts.length === 0) {
    const { key } = createPart('text');
    parts.unshift({ key, kind: 'text', text });
  }
  return { ...createMessage('AI'), parts };
}

/** Returns the result of a tool call as a message. A text that is not JSON becomes a string. */
function toResultMessage(call: AnsweredCall, result: string): MessageDraft {
  const { key } = createPart('result');
  return {
    ...createMessage('TOOL'),
    parts: [{ key, kind: 'result', id: call.id, result: writeResult(result) }],
  };
}
