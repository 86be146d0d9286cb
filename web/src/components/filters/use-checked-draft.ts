import { useEffect, useRef, useState } from 'react';
import type { ConditionFault } from '../../lib/filter-language/suggested-fix.js';

const PAUSE_MS = 250;

/** The answer of the server about a condition. */
export interface ConditionVerdict extends ConditionFault {
  /** An error message; null if the condition is valid. */
  problem: string | null;
  /** Likely mistakes in a valid condition. */
  warnings: readonly string[];
}

interface DraftActions {
  check: (condition: string) => Promise<ConditionVerdict>;
  onApply: (typed: string) => void;
  /** Returns where the condition starts in what was typed; by default, it is all of it. */
  findCondition?: ((typed: string) => number) | undefined;
  /** Called before a text is applied. Returns whether that is all there is to do. */
  onSubmit?: ((typed: string) => Promise<boolean>) | undefined;
}

interface CheckedDraft {
  text: string;
  change: (text: string) => void;
  /** An error message for the text; undefined while it is unknown. */
  problem: string | undefined;
  /** A likely mistake in a valid text. */
  warning: string | undefined;
  /** Where the problem or the warning is, and what to write instead. */
  fault: ConditionFault;
  isChecking: boolean;
  /** Applies the text unless it is invalid. */
  submit: () => Promise<void>;
}

/**
 * The draft of a text that is a condition or ends with one. The server checks it after a pause in typing. Only texts with
 * valid conditions can be applied. If a different text is applied elsewhere, it replaces the draft.
 */
export function useCheckedDraft(value: string, actions: DraftActions): CheckedDraft {
  const { check, onApply, findCondition, onSubmit } = actions;
  const [draft, setDraft] = useState({ from: value, text: value });
  const [verdict, setVerdict] = useState<ConditionVerdict & { text: string }>();
  const text = draft.from === value ? draft.text : value;
  // Otherwise, an old draft would come back together with an old value.
  if (draft.from !== value) setDraft({ from: value, text: value });
  const typed = text.trim();
  const wanted = typed.slice(findCondition?.(typed) ?? 0);
  const latest = useRef(typed);
  useEffect(() => {
    latest.current = typed;
  });

  useEffect(() => {
    if (wanted === '') return undefined;
    const timer = setTimeout(() => {
      void check(wanted).then((found) => setVerdict({ ...found, text: wanted }));
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted, check]);

  const known = verdict?.text === wanted ? verdict : undefined;
  const submit = async () => {
    if (typed === '') {
      onApply('');
      return;
    }
    if (await onSubmit?.(typed)) return;
    if (wanted !== '') {
      const found = known ?? (await check(wanted));
      setVerdict({ ...found, text: wanted });
      // The user has typed more since pressing Enter.
      if (found.problem !== null || latest.current !== typed) return;
    }
    setDraft({ from: value, text: typed });
    onApply(typed);
  };
  return {
    text,
    change: (next) => setDraft({ from: value, text: next }),
    problem: wanted === '' ? undefined : (known?.problem ?? undefined),
    warning: wanted === '' ? undefined : known?.warnings[0],
    fault: (wanted === '' ? undefined : known) ?? {},
    isChecking: wanted !== '' && known === undefined,
    submit,
  };
}
