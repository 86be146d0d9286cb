import { useCombobox } from '@mantine/core';
import { type RefObject, useState } from 'react';
import { useStored } from '../../lib/browser/use-stored.js';
import type { Completion } from '../../lib/filter-language/completion.js';
import type { ConditionFieldProps } from './condition-field.js';
import { type FieldAction, type FieldKey, toFieldAction } from './field-keys.js';
import { useCheckedDraft } from './use-checked-draft.js';

/** How many applied texts this browser remembers for each field. */
const MAX_RECENT = 20;

/** Edits the text of a condition: its draft, the cursor in it, and the suggestions there. */
export function useConditionEditing(
  props: ConditionFieldProps,
  input: RefObject<HTMLInputElement | null>,
) {
  const { recent, apply } = useHistory(props.historyKey, props.onApply);
  const draft = useCheckedDraft(props.value, {
    check: props.check,
    onApply: apply,
    findCondition: props.findCondition,
    onSubmit: props.onSubmit,
  });
  const { text } = draft;
  const [cursor, setCursor] = useState(0);
  const options = props.complete(text, Math.min(cursor, text.length), recent);
  const list = useSuggestions(options);
  const change = (next: string, place: number) => {
    setCursor(place);
    if (next === text) return;
    draft.change(next);
    props.onType?.(next);
  };
  const edit = (next: string, place: number) => {
    list.reset();
    change(next, place);
    if (next !== text) list.store.openDropdown();
  };
  const replace = (next: string, place = next.length) => {
    change(next, place);
    // The input has the new text only after rendering.
    requestAnimationFrame(() => input.current?.setSelectionRange(place, place));
  };
  const take = ({ from, insert }: Completion) => {
    replace(text.slice(0, from) + insert + text.slice(cursor), from + insert.length);
    list.reset();
  };
  const submit = () => {
    list.store.closeDropdown();
    void draft.submit();
  };
  const perform = (action: FieldAction): void => {
    switch (action.type) {
      case 'take':
        return take(action.option);
      case 'move':
        return list.move(action.step);
      case 'replace':
        return replace(action.text);
      case 'submit':
        return submit();
      case 'open':
        return list.store.openDropdown();
      case 'close':
        return list.store.closeDropdown();
      case 'leave':
        return (document.activeElement as HTMLElement | null)?.blur();
    }
  };
  const onKey = (key: FieldKey): boolean => {
    const action = toFieldAction(key, {
      text,
      options,
      isListOpen: list.isOpen,
      selected: list.selected(),
      recent: recent,
    });
    if (action) perform(action);
    return key !== 'Tab' || action !== undefined;
  };
  return {
    draft,
    text,
    cursor,
    setCursor,
    recent,
    apply,
    options,
    list,
    edit,
    replace,
    take,
    submit,
    onKey,
  };
}

/** The texts that were applied before, newest first, and a function that applies another one. */
function useHistory(historyKey: string, onApply: (typed: string) => void) {
  const [recent, setRecent] = useStored<string[]>(historyKey, []);
  const apply = (typed: string) => {
    if (typed !== '') {
      setRecent([typed, ...recent.filter((earlier) => earlier !== typed)].slice(0, MAX_RECENT));
    }
    onApply(typed);
  };
  return { recent, apply };
}

/** The list of suggestions: whether it is open, and where the arrow keys are in it. */
function useSuggestions(options: readonly Completion[]) {
  const [activeId, setActiveId] = useState<string>();
  const store = useCombobox({ onDropdownClose: () => reset() });
  const reset = () => {
    store.resetSelectedOption();
    setActiveId(undefined);
  };
  return {
    store,
    isOpen: store.dropdownOpened && options.length > 0,
    activeId,
    selected: () => options[store.getSelectedOptionIndex()],
    reset,
    move: (step: 1 | -1) => {
      const id = step === 1 ? store.selectNextOption() : store.selectPreviousOption();
      setActiveId(id ?? undefined);
    },
  };
}
