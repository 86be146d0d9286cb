import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 250;

interface CheckedDraft {
  text: string;
  change: (text: string) => void;
  /** An error message for the text; undefined while it is unknown. */
  problem: string | undefined;
  isChecking: boolean;
  /** Applies the text unless it is invalid. */
  submit: () => Promise<void>;
}

/**
 * The draft of a condition. The server checks it after a pause in typing. Only valid conditions can
 * be applied. If a different condition is applied elsewhere, it replaces the draft.
 */
export function useCheckedDraft(
  value: string,
  check: (condition: string) => Promise<string | null>,
  onApply: (condition: string) => void,
): CheckedDraft {
  const [draft, setDraft] = useState({ from: value, text: value });
  const [verdict, setVerdict] = useState<{ text: string; problem: string | null }>();
  const text = draft.from === value ? draft.text : value;
  const wanted = text.trim();
  const latest = useRef(wanted);
  useEffect(() => {
    latest.current = wanted;
  });

  useEffect(() => {
    if (wanted === '') return undefined;
    const timer = setTimeout(() => {
      void check(wanted).then((problem) => setVerdict({ text: wanted, problem }));
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted, check]);

  const known = verdict?.text === wanted ? verdict : undefined;
  const submit = async () => {
    if (wanted === '') {
      onApply('');
      return;
    }
    const problem = known ? known.problem : await check(wanted);
    setVerdict({ text: wanted, problem });
    // The user has typed more since pressing Enter.
    if (problem === null && latest.current === wanted) onApply(wanted);
  };
  return {
    text,
    change: (next) => setDraft({ from: value, text: next }),
    problem: wanted === '' ? undefined : (known?.problem ?? undefined),
    isChecking: wanted !== '' && known === undefined,
    submit,
  };
}
