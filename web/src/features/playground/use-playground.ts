import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { listCredentials, useProviders } from '../../components/prompt-editor/provider-keys.js';
import { type PlaygroundStart, removeVariant, writeContent } from './draft/playground-draft.js';
import { readQuestion } from './draft/read-question.js';
import { usePlaygroundDraft } from './draft/use-playground-draft.js';
import { useIsRunning, useRunStore } from './run/use-run-store.js';
import { isOverlayOpen } from '../../lib/browser/overlays.js';

/**
 * The state of the page: its draft, the answers, and what was wrong with variants that could not be
 * run. The actions stay the same, so that variants that do not change are not drawn again.
 */
export function usePlayground(source: string, start: PlaygroundStart, canRun: boolean) {
  const { draft, read, change, startOver, isRestored } = usePlaygroundDraft(source, start);
  const runs = useRunStore();
  const isAnyRunning = useIsRunning(runs);
  const providers = useProviders();
  const [refusals, setRefusals] = useState<Readonly<Record<string, string | undefined>>>({});

  /** Runs the variants with these keys, or all. */
  const run = useCallback(
    (keys?: readonly string[]) => {
      if (!canRun) return;
      const now = read();
      const refused: Record<string, string | undefined> = {};
      for (const variant of now.variants) {
        const { key, modelProvider } = variant;
        if (keys && !keys.includes(key)) continue;
        const question = readQuestion(variant, now, listCredentials(modelProvider, providers));
        refused[key] = 'problem' in question ? question.problem : undefined;
        if ('problem' in question) continue;
        runs.start({
          key,
          input: question.value,
          asked: writeContent(variant, now.templateFormat),
        });
      }
      setRefusals((known) => ({ ...known, ...refused }));
    },
    [canRun, read, providers, runs],
  );
  const stopAll = () => {
    for (const { key } of draft.variants) runs.stop(key);
  };
  const remove = useCallback(
    (key: string) => {
      runs.forget(key);
      change((now) => removeVariant(now, key));
    },
    [runs, change],
  );
  useRunKey(isAnyRunning ? stopAll : () => run());

  return {
    draft,
    refusals,
    isAnyRunning,
    isRestored,
    startOver,
    stopAll,
    actions: useMemo(() => ({ change, run, remove, runs }), [change, run, remove, runs]),
  };
}

export type PlaygroundActions = ReturnType<typeof usePlayground>['actions'];

/** Calls a function when Ctrl or ⌘ and Enter are pressed anywhere but in a dialog or menu. */
function useRunKey(run: () => void): void {
  const onRun = useEffectEvent(run);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isOverlayOpen()) return;
      event.preventDefault();
      // An editor would insert a line.
      event.stopPropagation();
      if (!event.repeat) onRun();
    };
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}
