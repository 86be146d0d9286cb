import { Skeleton, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { JsonEditor } from '../json-editor/json-editor.js';
import type { ProjectOption } from '../projects/project-options.js';
import { ProjectSelect } from '../projects/project-select.js';
import { FormAlert, FormButtons } from './form-parts.js';
import { isObject, type Json, type JsonObject, printExactJson } from '../../lib/json/exact-json.js';
import { readJsonObject } from '../../lib/json/json-text.js';

/** The typed values. */
export interface DetailsDraft {
  /** Unchanged if the form has no name field. */
  name: string;
  description: string;
  /** As text, which may not be valid JSON yet. */
  metadata: string;
  /** Global ID of the chosen project, or null for none; absent until one is chosen. */
  projectId?: string | null;
}

/** The values to submit. */
export interface Details {
  name: string;
  description: string;
  metadata: JsonObject;
  projectId?: string | null;
}

interface DetailsFormProps {
  /** The current values. The form cannot be submitted unchanged. */
  initial: DetailsDraft;
  /** The text of the submit button. */
  label: string;
  /** False if the name can never change. */
  hasName?: boolean;
  /** Descriptions of the fields. */
  hints?: { name?: string; description?: string };
  /** The project to which it belongs, or null; undefined if it cannot belong to one. */
  project?: ProjectOption | null;
  /** Returns the server’s error message on failure. */
  onSubmit: (details: Details) => Promise<string | undefined>;
  onClose: () => void;
}

/** A form for a name, a description and metadata. Keeps the input if the server rejects it. */
export function DetailsForm(props: DetailsFormProps) {
  const { initial, label, hasName = true, hints, project, onSubmit, onClose } = props;
  const [refusal, setRefusal] = useState<string>();
  const form = useForm({
    initialValues: initial,
    validate: { metadata: findMetadataProblem },
    onValuesChange: () => setRefusal(undefined),
  });
  const isIncomplete = !form.isDirty() || form.values.name.trim() === '';

  const submit = form.onSubmit(async ({ name, description, metadata, projectId }) => {
    const reading = readJsonObject(metadata);
    if ('problem' in reading) return;
    const reason = await onSubmit({
      name: name.trim(),
      description: description.trim(),
      metadata: reading.value,
      ...(projectId === undefined ? {} : { projectId }),
    });
    setRefusal(reason);
    if (reason === undefined) onClose();
  });

  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {hasName ? (
          <TextInput
            label="Name"
            description={hints?.name}
            required
            data-autofocus
            autoComplete="off"
            {...form.getInputProps('name')}
          />
        ) : null}
        <Textarea
          label="Description"
          description={hints?.description}
          data-autofocus={hasName ? undefined : true}
          autosize
          minRows={2}
          maxRows={8}
          {...form.getInputProps('description')}
        />
        {project === undefined ? null : (
          <ProjectSelect
            initial={project}
            onChange={(projectId) => form.setFieldValue('projectId', projectId)}
          />
        )}
        <JsonEditor
          label="Metadata"
          description="An optional JSON object."
          minLines={3}
          maxLines={12}
          value={form.values.metadata}
          problem={form.errors['metadata']}
          onChange={(text) => form.setFieldValue('metadata', text)}
        />
        <FormAlert text={refusal} />
        <FormButtons
          label={label}
          isBusy={form.submitting}
          isDisabled={isIncomplete}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

function findMetadataProblem(metadata: string): string | null {
  const reading = readJsonObject(metadata);
  return 'problem' in reading ? reading.problem : null;
}

/** Returns a draft with the current values. Empty metadata becomes an empty text. */
export function createDetailsDraft(known: {
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

/** A form-sized placeholder, shown while the values load. */
export function DetailsFormSkeleton({ hasName = true }: { hasName?: boolean }) {
  return (
    <Stack gap="sm" aria-busy>
      {hasName ? <Skeleton height={56} /> : null}
      <Skeleton height={72} />
      <Skeleton height={120} />
    </Stack>
  );
}
