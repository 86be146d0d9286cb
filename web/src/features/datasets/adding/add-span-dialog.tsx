import { Modal, Skeleton, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { FormAlert, FormButtons } from '../../../components/forms/form-parts.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { AddExamplesMutation } from '../api/example-mutations.js';
import { SpanExampleQuery } from '../api/span-mutations.js';
import { PayloadFields } from '../components/payload-fields.js';
import {
  createDraft,
  findDraftProblems,
  type Payload,
  type PayloadDraft,
  readDraft,
} from '../payload-draft.js';
import { useProjectOfPage } from '../../../lib/viewer/project-of-page.js';
import { DatasetChoice } from './dataset-choice.js';
import { ensureDataset, type Target } from './target.js';
import { useAddedNotice } from './use-added-notice.js';
import { SearchX } from 'lucide-react';

interface ExampleDraft extends PayloadDraft {
  target: Target | undefined;
  note: string;
}

interface AddSpanDialogProps {
  /** Global ID. */
  spanId: string;
  onClose: () => void;
}

/** Turns one span into an example, which can be edited first. */
export function AddSpanDialog(props: AddSpanDialogProps) {
  return (
    <Modal
      opened
      onClose={props.onClose}
      title="Add to dataset"
      size="xl"
      closeOnClickOutside={false}
    >
      <SpanAsExample {...props} />
    </Modal>
  );
}

function SpanAsExample({ spanId, onClose }: AddSpanDialogProps) {
  const { data, error, reload } = useGraphqlQuery(
    SpanExampleQuery,
    { id: spanId },
    { exact: true },
  );
  const node = data?.node;
  const example = node?.__typename === 'Span' ? node.asExampleRevision : undefined;
  if (example) {
    return <AddSpanForm spanId={spanId} example={example as Payload} onClose={onClose} />;
  }
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (data) {
    return (
      <EmptyState icon={SearchX} title="Span not found">
        It may have been deleted.
      </EmptyState>
    );
  }
  return <Waiting />;
}

function AddSpanForm({ spanId, example, onClose }: AddSpanDialogProps & { example: Payload }) {
  const [refusal, setRefusal] = useState<string>();
  const [initialValues] = useState((): ExampleDraft => ({
    target: undefined,
    ...createDraft(example),
    note: '',
  }));
  const form = useForm({
    initialValues,
    validate: findDraftProblems,
    onValuesChange: () => setRefusal(undefined),
  });
  const [addExamples] = useGraphqlMutation(AddExamplesMutation, { exact: true });
  const project = useProjectOfPage();
  const tell = useAddedNotice();

  const submit = form.onSubmit(async ({ target, note, ...draft }) => {
    const { values } = readDraft(draft);
    if (!target || !values) return;
    const dataset = await ensureDataset(target, project);
    if (dataset.refusal !== undefined) {
      setRefusal(dataset.refusal);
      return;
    }
    // Remembers the new dataset, in case the next step fails and the user tries again.
    form.setFieldValue('target', { id: dataset.id, name: target.name });
    const { data, error } = await addExamples({
      input: {
        datasetId: dataset.id,
        examples: [{ ...values, spanId }],
        datasetVersionDescription: note.trim() || null,
      },
    });
    if (!data) {
      setRefusal(describeError(error).detail);
      return;
    }
    tell(1, { id: dataset.id, name: target.name });
    onClose();
  });

  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <DatasetChoice
          value={form.values.target}
          onChange={(target) => form.setFieldValue('target', target)}
        />
        <PayloadFields
          draft={form.values}
          problems={form.errors}
          maxLines={10}
          onChange={form.setFieldValue}
        />
        <TextInput
          label="Version note"
          placeholder="Why you're adding this example"
          autoComplete="off"
          {...form.getInputProps('note')}
        />
        <FormAlert text={refusal} />
        <FormButtons
          label="Add example"
          isBusy={form.submitting}
          isDisabled={!form.values.target}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

/** Content-sized placeholders. */
function Waiting() {
  return (
    <Stack gap="sm" aria-busy>
      <Skeleton height={58} />
      <Skeleton height={150} />
      <Skeleton height={150} />
      <Skeleton height={90} />
    </Stack>
  );
}
