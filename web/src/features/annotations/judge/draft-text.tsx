import { Textarea } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';

const SAVE_AFTER_MS = 800;

interface DraftTextProps {
  label: string;
  placeholder: string;
  value: string;
  /** Shown, but not to be changed yet. */
  isLocked: boolean;
  /** Whether it gets the focus when people come to its config. */
  isFirst: boolean;
  onSave: (text: string) => void;
}

/** A text that is saved shortly after typing stops, and when the field is left. */
export function DraftText({
  label,
  placeholder,
  value,
  isLocked,
  isFirst,
  onSave,
}: DraftTextProps) {
  /** The text that was typed since the last save. */
  const [draft, setDraft] = useState<string>();
  const save = useSaveLater(draft, (typed) => {
    setDraft(undefined);
    if (typed !== value) onSave(typed);
  });
  return (
    <Textarea
      size="sm"
      autosize
      minRows={1}
      maxRows={8}
      aria-label={label}
      placeholder={placeholder}
      value={draft ?? value}
      readOnly={isLocked}
      data-field-focus={isFirst || undefined}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={save}
    />
  );
}

/**
 * Saves a draft shortly after it last changed, and if its field goes away.
 * @returns a function that saves it at once.
 */
export function useSaveLater<Draft>(
  draft: Draft | undefined,
  onSave: (draft: Draft) => void,
): () => void {
  const latest = useRef({ draft, onSave });
  useEffect(() => {
    latest.current = { draft, onSave };
  });
  const save = useCallback(() => {
    const now = latest.current;
    if (now.draft === undefined) return;
    latest.current = { ...now, draft: undefined };
    now.onSave(now.draft);
  }, []);
  useEffect(() => {
    if (draft === undefined) return undefined;
    const timer = setTimeout(save, SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [draft, save]);
  useEffect(() => save, [save]);
  return save;
}
