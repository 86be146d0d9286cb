import type { ReactNode } from 'react';
import type { TemplateReading } from '../../../components/prompt-editor/template-reading.js';
import { toAssistantMessage, toResultMessage } from '../draft/continue-chat.js';
import {
  duplicateVariant,
  MAX_VARIANTS,
  moveVariant,
  setVariant,
  type Variant,
  writeContent,
} from '../draft/playground-draft.js';
import type { Answer } from '../run/run.js';
import type { PlaygroundState } from '../use-playground.js';
import { AnswerPanel, type OtherAnswer } from './answer-panel.js';
import classes from './playground.module.css';
import type { VariantDialogs } from './use-variant-dialogs.js';
import { VariantColumn } from './variant-column.js';
import type { VariantActions } from './variant-head.js';

interface VariantSectionProps {
  state: PlaygroundState;
  variant: Variant;
  letter: string;
  canWrite: boolean;
  problems: TemplateReading['problems'];
  others: readonly OtherAnswer[];
  /** Shown above its answer. */
  above: ReactNode;
  dialogs: VariantDialogs;
  onChange: (variant: Variant) => void;
}

/** One variant with the answers to it. */
export function VariantSection(props: VariantSectionProps) {
  const { state, variant, letter, canWrite, problems, others, above, dialogs, onChange } = props;
  const { draft, runs, refusals } = state;
  const { key } = variant;
  const run = runs[key];

  const keep = (answer: Answer): Variant => {
    const messages = [...variant.messages, toAssistantMessage(answer)];
    const kept = { ...variant, messages };
    onChange(kept);
    return kept;
  };
  const sendResults = ({ calls, ...answer }: Answer, results: readonly string[]) => {
    const kept = keep({ calls, ...answer });
    const added = calls.map((call, place) => toResultMessage(call, results[place] ?? ''));
    const continued = { ...kept, messages: [...kept.messages, ...added] };
    onChange(continued);
    state.run([continued], setVariant(draft, continued));
  };

  return (
    <section className={classes.variant} aria-label={`Prompt ${letter}`}>
      <VariantColumn
        letter={letter}
        variant={variant}
        isEdited={state.isEditedNow(variant)}
        actions={listActions(props)}
        problems={problems}
        refusal={refusals[key]}
        onChange={onChange}
        onKeys={() => dialogs.openKeys(variant)}
      />
      <div className={classes.answer} data-answer>
        {above}
        <AnswerPanel
          letter={letter}
          run={run}
          isOutdated={
            run !== undefined && run.asked !== writeContent(variant, draft.templateFormat)
          }
          others={others}
          onKeep={keep}
          onResults={canWrite ? sendResults : undefined}
        />
      </div>
    </section>
  );
}

function listActions({ state, variant, canWrite, dialogs }: VariantSectionProps): VariantActions {
  const { key, origin } = variant;
  const { draft, change } = state;
  const { variants } = draft;
  const at = variants.findIndex((other) => other.key === key);
  return {
    run: canWrite ? () => state.run([variant]) : undefined,
    stop: state.isRunningNow(key) ? () => state.stop(key) : undefined,
    save: canWrite ? () => dialogs.openSave(variant) : undefined,
    load: () => dialogs.openLoad(variant),
    showCode: origin ? () => dialogs.openCode(origin.versionId) : undefined,
    duplicate:
      variants.length < MAX_VARIANTS
        ? () => change((now) => duplicateVariant(now, key))
        : undefined,
    moveLeft: at > 0 ? () => change((now) => moveVariant(now, key, -1)) : undefined,
    moveRight:
      at < variants.length - 1 ? () => change((now) => moveVariant(now, key, 1)) : undefined,
    remove: variants.length > 1 ? () => state.remove(key) : undefined,
  };
}
