import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 250;

interface CheckedDraft {
  text: string;
  change: (text: string) => void;
  /** What is wrong with the text as it stands; undefined while that is not known. */
  problem: string | undefined;
  isChecking: boolean;
  /** Applies the text unless something is wrong with it. */
  submit: () => Promise<void>;
}

/**
 * A condition while it is typed. After a pause the server is asked what is wrong with it; only what it
 * can read is applied. When another condition comes to be applied, that one is shown.
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
    // What was typed meanwhile was not what Enter was pressed for.
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
