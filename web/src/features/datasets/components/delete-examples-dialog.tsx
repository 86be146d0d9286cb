import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { FormAlert, FormButtons } from '../../../components/forms/form-parts.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { DeleteExamplesMutation, getNewestVersion } from '../api/example-mutations.js';
import { useDataset } from './dataset-context.js';

export interface DeleteExamplesDialogProps {
  /** Absent or empty if nothing is being deleted. */
  ids: readonly string[] | undefined;
  onClose: () => void;
  onDeleted: (newestVersion: string | undefined) => void;
}

/** Explains the consequences of the deletion, and asks for a note for the new version. */
export function DeleteExamplesDialog({ ids, onClose, onDeleted }: DeleteExamplesDialogProps) {
  const count = ids?.length ?? 0;
  return (
    <Modal
      opened={count > 0}
      onClose={onClose}
      title={count === 1 ? 'Delete example' : `Delete ${formatPlural(count, 'example')}`}
    >
      {ids && count > 0 ? (
        <DeleteExamplesForm ids={ids} onClose={onClose} onDeleted={onDeleted} />
      ) : null}
    </Modal>
  );
}

function DeleteExamplesForm(props: DeleteExamplesDialogProps & { ids: readonly string[] }) {
  const { ids, onClose, onDeleted } = props;
  const { id: datasetId } = useDataset();
  const form = useForm({ initialValues: { note: '' } });
  const [refusal, setRefusal] = useState<string>();
  const [deleteExamples] = useGraphqlMutation(DeleteExamplesMutation);
  const what = formatPlural(ids.length, 'example');

  const submit = form.onSubmit(async ({ note }) => {
    const { data, error } = await deleteExamples({
      input: {
        datasetId,
        exampleIds: [...ids],
        datasetVersionDescription: note.trim() || null,
      },
    });
    if (!data) {
      setRefusal(describeError(error).detail);
      return;
    }
    notifications.show({ message: `${what} deleted` });
    onDeleted(getNewestVersion(data.deleteDatasetExamples.dataset));
    onClose();
  });

  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">
          This creates a new version without{' '}
          <b>{ids.length === 1 ? 'this example' : `these ${what}`}</b>. Earlier versions still
          contain {ids.length === 1 ? 'it' : 'them'}, and so do experiments that ran on{' '}
          {ids.length === 1 ? 'it' : 'them'}.
        </Text>
        <TextInput
          label="Version note"
          placeholder={
            ids.length === 1 ? 'Why this example is deleted' : 'Why these examples are deleted'
          }
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('note')}
        />
        <FormAlert text={refusal} />
        <FormButtons
          label={`Delete ${what}`}
          isBusy={form.submitting}
          isDestructive
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
