import type { Completion } from '../../lib/filter-language/completion.js';

export const FIELD_KEYS = ['Enter', 'Tab', 'Escape', 'ArrowUp', 'ArrowDown'] as const;

/** A key that the field around the editor of a condition handles. */
export type FieldKey = (typeof FIELD_KEYS)[number];

/** The contents of the field and its list of suggestions. */
export interface FieldState {
  text: string;
  options: readonly Completion[];
  isListOpen: boolean;
  /** The suggestion that the arrow keys have reached. */
  selected: Completion | undefined;
  /** The texts that were applied before, newest first. */
  recent: readonly string[];
}

export type FieldAction =
  /** Inserts a suggestion. */
  | { type: 'take'; option: Completion }
  /** Goes to the next or the previous suggestion. */
  | { type: 'move'; step: 1 | -1 }
  | { type: 'replace'; text: string }
  | { type: 'open' | 'close' | 'submit' | 'leave' };

/** Returns what a key does in the field of a condition; undefined if nothing. */
export function toFieldAction(key: FieldKey, state: FieldState): FieldAction | undefined {
  const { text, options, isListOpen, selected } = state;
  switch (key) {
    case 'Enter':
      return isListOpen && selected ? { type: 'take', option: selected } : { type: 'submit' };
    case 'Tab': {
      // In an empty field, it leaves the field.
      const option = selected ?? (text.trim() === '' ? undefined : options[0]);
      return isListOpen && option ? { type: 'take', option } : undefined;
    }
    case 'Escape':
      return { type: isListOpen ? 'close' : 'leave' };
    default:
      return toArrowAction(key === 'ArrowUp' ? -1 : 1, state);
  }
}

/** Moves through the suggestions or, if none is selected, up into earlier queries. */
function toArrowAction(step: 1 | -1, state: FieldState): FieldAction | undefined {
  const { text, recent, isListOpen, selected } = state;
  if (isListOpen && (selected || step === 1)) return { type: 'move', step };
  const place = recent.indexOf(text);
  // What is being typed is not replaced.
  const next = place === -1 && text !== '' ? undefined : recent[place - step];
  if (next !== undefined) return { type: 'replace', text: next };
  if (step === -1) return undefined;
  return place === 0 ? { type: 'replace', text: '' } : { type: 'open' };
}
