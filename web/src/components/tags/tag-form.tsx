import { Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useFocusOnMount } from '../../lib/browser/use-focus-on-mount.js';
import { FormAlert, FormButtons } from '../forms/form-parts.js';
import { ColorChoice } from './color-choice.js';
import type { TagDraft } from './tag.js';

interface TagFormProps {
  initial: TagDraft;
  /** The text of the submit button. */
  label: string;
  /** Returns why the server refused. */
  onSubmit: (draft: TagDraft) => Promise<string | undefined>;
  onCancel: () => void;
}

/**
 * A form for the name, description and color of a tag. Keeps the input when the server refuses it.
 */
export function TagForm({ initial, label, onSubmit, onCancel }: TagFormProps) {
  const [draft, setDraft] = useState(initial);
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const first = useFocusOnMount<HTMLInputElement>();
  const name = draft.name.trim();

  const submit = async () => {
    setIsBusy(true);
    const problem = await onSubmit({ ...draft, name, description: draft.description.trim() });
    setIsBusy(false);
    setRefusal(problem);
  };
  const onFormSubmit = (event: FormEvent) => {
    event.preventDefault();
    // This form may be inside a dialog with a form of its own.
    event.stopPropagation();
    void submit();
  };
  const change = (part: Partial<TagDraft>) => {
    setDraft({ ...draft, ...part });
    setRefusal(undefined);
  };

  return (
    <form onSubmit={onFormSubmit}>
      <Stack gap="xs">
        <TextInput
          label="Name"
          required
          ref={first}
          autoComplete="off"
          value={draft.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <TextInput
          label="Description"
          autoComplete="off"
          value={draft.description}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
        <ColorChoice value={draft.color} onChange={(color) => change({ color })} />
        <FormAlert text={refusal} />
        <FormButtons label={label} isBusy={isBusy} isDisabled={name === ''} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
