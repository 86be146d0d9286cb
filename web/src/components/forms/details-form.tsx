import { Skeleton, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FormAlert, FormButtons } from './form-parts.js';
import { JsonEditor } from '../json-editor/json-editor.js';
import { isObject, type Json, type JsonObject, printExactJson } from '../../lib/json/exact-json.js';
import { readJsonObject } from '../../lib/json/json-text.js';

/** The typed values. */
export interface DetailsDraft {
  name: string;
  description: string;
  /** As text, which may not be valid JSON yet. */
  metadata: string;
}

/** The values to submit. */
export interface Details {
  name: string;
  description: string;
  metadata: JsonObject;
}

interface DetailsFormProps {
  /** The current values. The form cannot be submitted unchanged. */
  initial: DetailsDraft;
  /** The text of the submit button. */
  label: string;
  /** Descriptions of the fields. */
  hints?: { name?: string; description?: string };
  /** Returns why the server refused. */
  onSubmit: (details: Details) => Promise<string | undefined>;
  onClose: () => void;
}

/** A form for a name, a description and metadata. Keeps the input when the server refuses it. */
export function DetailsForm({ initial, label, hints, onSubmit, onClose }: DetailsFormProps) {
  const [draft, setDraft] = useState(initial);
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const [wasSent, setWasSent] = useState(false);
  const metadata = readJsonObject(draft.metadata);
  const name = draft.name.trim();
  const isSame = JSON.stringify(draft) === JSON.stringify(initial);
  const problem = 'problem' in metadata ? metadata.problem : undefined;

  const submit = async () => {
    setWasSent(true);
    if ('problem' in metadata || name === '' || isSame || isBusy) return;
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
  const change = (part: Partial<DetailsDraft>) => {
    setDraft({ ...draft, ...part });
    setRefusal(undefined);
  };

  return (
    <form onSubmit={onFormSubmit}>
      <Stack gap="sm">
        <TextInput
          label="Name"
          description={hints?.name}
          required
          data-autofocus
          autoComplete="off"
          value={draft.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Textarea
          label="Description"
          description={hints?.description}
          autosize
          minRows={2}
          maxRows={8}
          value={draft.description}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
        <JsonEditor
          label="Metadata"
          description="A JSON object. Optional."
          minLines={3}
          maxLines={12}
          value={draft.metadata}
          problem={wasSent ? problem : undefined}
          onChange={(text) => change({ metadata: text })}
          onSubmit={() => void submit()}
        />
        <FormAlert text={refusal} />
        <FormButtons
          label={label}
          isBusy={isBusy}
          isDisabled={isSame || name === ''}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

/** Returns a draft with the current values. Empty metadata becomes an empty text. */
export function detailsDraft(known: {
  name: string;
  description: string | null;
  metadata: unknown;
}): DetailsDraft {
  const metadata = known.metadata as Json;
  const isEmpty = isObject(metadata) && Object.keys(metadata).length === 0;
  return {
    name: known.name,
    description: known.description ?? '',
    metadata: isEmpty ? '' : printExactJson(metadata),
  };
}

/** A placeholder of the size of the form, while its values load. */
export function DetailsFormSkeleton() {
  return (
    <Stack gap="sm" aria-busy>
      <Skeleton height={56} />
      <Skeleton height={72} />
      <Skeleton height={120} />
    </Stack>
  );
}
