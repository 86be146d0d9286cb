import { useState } from 'react';
import { isRunning } from './run/run.js';
import { useRunKey } from './run/use-run-key.js';
import { useRuns } from './run/use-runs.js';
import { listCredentials, useProviders } from './api/credentials.js';
import {
  isEdited,
  type PlaygroundDraft,
  type PlaygroundStart,
  removeVariant,
  type Variant,
  writeContent,
} from './draft/playground-draft.js';
import { readQuestion } from './draft/read-question.js';
import { usePlaygroundDraft } from './draft/use-playground-draft.js';

/**
 * The state of the page: its draft, the answers, and what was wrong with variants that could not be
 * run.
 */
export function usePlayground(source: string, start: PlaygroundStart, canRun: boolean) {
  const { draft, change, startOver, isRestored } = usePlaygroundDraft(source, start);
  const { runs, isAnyRunning, start: startRun, stop, forget } = useRuns();
  const providers = useProviders();
  const [refusals, setRefusals] = useState<Readonly<Record<string, string>>>({});

  const run = (variants: readonly Variant[], given: PlaygroundDraft = draft) => {
    if (!canRun) return;
    const refused: Record<string, string> = {};
    for (const variant of variants) {
      const credentials = listCredentials(variant.modelProvider, providers);
      const question = readQuestion(variant, given, credentials);
      const { key } = variant;
      if ('problem' in question) refused[key] = question.problem;
      else {
        const asked = writeContent(variant, given.templateFormat);
        startRun({ key, input: question.value, asked });
      }
    }
    setRefusals(refused);
  };
  const runAll = () => run(draft.variants);
  const stopAll = () => {
    for (const { key } of draft.variants) stop(key);
  };
  useRunKey(isAnyRunning ? stopAll : runAll);

  return {
    draft,
    change,
    startOver,
    isRestored,
    runs,
    refusals,
    isAnyRunning,
    run,
    runAll,
    stop,
    stopAll,
    isRunningNow: (key: string) => runs[key] !== undefined && isRunning(runs[key]),
    isEditedNow: (variant: Variant) => isEdited(variant, draft.templateFormat),
    remove: (key: string) => {
      forget(key);
      change((now) => removeVariant(now, key));
    },
  };
}

export type PlaygroundState = ReturnType<typeof usePlayground>;
