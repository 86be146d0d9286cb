import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { FormAlert, FormButtons } from '../../../components/forms/form-parts.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { AddSpansMutation } from '../api/span-mutations.js';
import { useProjectOfPage } from '../../../lib/viewer/project-of-page.js';
import { DatasetChoice } from './dataset-choice.js';
import { ensureDataset, type Target } from './target.js';
import { useAddedNotice } from './use-added-notice.js';

interface AddSpansDialogProps {
  spanIds: readonly string[];
  onClose: () => void;
  onAdded: () => void;
}

/** Turns spans into examples, in an existing dataset or a new one. */
export function AddSpansDialog(props: AddSpansDialogProps) {
  return (
    <Modal opened onClose={props.onClose} title="Add to dataset" closeOnClickOutside={false}>
      <AddSpansForm {...props} />
    </Modal>
  );
}

function AddSpansForm({ spanIds, onClose, onAdded }: AddSpansDialogProps) {
  const [refusal, setRefusal] = useState<string>();
  const form = useForm<{ target: Target | undefined; note: string }>({
    initialValues: { target: undefined, note: '' },
    onValuesChange: () => setRefusal(undefined),
  });
  const [addSpans] = useGraphqlMutation(AddSpansMutation);
  const project = useProjectOfPage();
  const tell = useAddedNotice();

  const submit = form.onSubmit(async ({ target, note }) => {
    if (!target) return;
    const dataset = await ensureDataset(target, project);
    if (dataset.refusal !== undefined) {
      setRefusal(dataset.refusal);
      return;
    }
    // Remembers the new dataset, in case the next step fails and the user tries again.
    form.setFieldValue('target', { id: dataset.id, name: target.name });
    const { data, error } = await addSpans({
      input: {
        datasetId: dataset.id,
        spanIds: [...spanIds],
        datasetVersionDescription: note.trim() || null,
      },
    });
    if (!data) {
      setRefusal(describeError(error).detail);
      return;
    }
    tell(spanIds.length, data.addSpansToDataset.dataset);
    onAdded();
    onClose();
  });

  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {spanIds.length === 1
            ? 'The span becomes an example'
            : `Each of the ${formatPlural(spanIds.length, 'span')} becomes an example`}{' '}
          with its input, output and metadata. For a model call, the example contains the messages.
        </Text>
        <DatasetChoice
          value={form.values.target}
          onChange={(target) => form.setFieldValue('target', target)}
        />
        <TextInput
          label="Version note"
          placeholder="Why you're adding these examples"
          autoComplete="off"
          {...form.getInputProps('note')}
        />
        <FormAlert text={refusal} />
        <FormButtons
          label={`Add ${formatPlural(spanIds.length, 'example')}`}
          isBusy={form.submitting}
          isDisabled={!form.values.target}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
