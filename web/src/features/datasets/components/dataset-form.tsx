import { Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FormAlert, FormButtons } from '../../../components/form-parts.js';
import { JsonEditor } from '../../../components/json-editor/json-editor.js';
import type { JsonObject } from '../../../lib/exact-json.js';
import { readJsonObject } from '../../../lib/json-text.js';

/** What is typed into the form of a dataset. */
export interface DatasetDraft {
  name: string;
  description: string;
  /** As text, which need not be JSON yet. */
  metadata: string;
}

/** What the form gives when it can be sent. */
export interface DatasetValues {
  name: string;
  description: string;
  metadata: JsonObject;
}

interface DatasetFormProps {
  initial: DatasetDraft;
  label: string;
  /** Gives back why it could not be done. */
  onSubmit: (values: DatasetValues) => Promise<string | undefined>;
  onClose: () => void;
}

/** Name, description and metadata of a dataset; what is typed stays when the server refuses. */
export function DatasetForm({ initial, label, onSubmit, onClose }: DatasetFormProps) {
  const [draft, setDraft] = useState(initial);
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const [wasSent, setWasSent] = useState(false);
  const metadata = readJsonObject(draft.metadata);
  const name = draft.name.trim();
  const problem = 'problem' in metadata ? metadata.problem : undefined;

  const submit = async () => {
    setWasSent(true);
    if ('problem' in metadata || name === '' || isBusy) return;
    setIsBusy(true);
    const values = { name, description: draft.description.trim(), metadata: metadata.value };
    const reason = await onSubmit(values);
    setIsBusy(false);
    setRefusal(reason);
    if (reason === undefined) onClose();
  };
  const onFormSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  const change = (part: Partial<DatasetDraft>) => {
    setDraft({ ...draft, ...part });
    setRefusal(undefined);
  };

  return (
    <form onSubmit={onFormSubmit}>
      <Stack gap="sm">
        <TextInput
          label="Name"
          description="Unique; programs find the dataset by it."
          required
          data-autofocus
          autoComplete="off"
          value={draft.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Textarea
          label="Description"
          autosize
          minRows={2}
          maxRows={8}
          value={draft.description}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
        <JsonEditor
          label="Metadata"
          description="A JSON object; may stay empty."
          minLines={3}
          maxLines={12}
          value={draft.metadata}
          problem={wasSent ? problem : undefined}
          onChange={(text) => change({ metadata: text })}
          onSubmit={() => void submit()}
        />
        <FormAlert text={refusal} />
        <FormButtons label={label} isBusy={isBusy} isDisabled={name === ''} onCancel={onClose} />
      </Stack>
    </form>
  );
}
