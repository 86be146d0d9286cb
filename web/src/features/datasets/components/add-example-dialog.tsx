import { Checkbox, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { FormAlert, FormButtons } from '../../../components/forms/form-parts.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { AddExamplesMutation, getNewestVersion } from '../api/example-mutations.js';
import { createBlankDraft, findDraftProblems, type Payload, readDraft } from '../payload-draft.js';
import { useDataset } from './dataset-context.js';
import { PayloadFields } from './payload-fields.js';

export interface AddExampleDialogProps {
  opened: boolean;
  /** An example of the dataset, which probably has the same fields as a new one. */
  like: Payload | undefined;
  onClose: () => void;
  onAdded: (newestVersion: string | undefined) => void;
}

/** Adds examples by hand, one after the other. */
export function AddExampleDialog({ opened, ...props }: AddExampleDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={props.onClose}
      title="Add example"
      size="xl"
      closeOnClickOutside={false}
    >
      <AddExampleForm {...props} />
    </Modal>
  );
}

function AddExampleForm({ like, onClose, onAdded }: Omit<AddExampleDialogProps, 'opened'>) {
  const { id: datasetId } = useDataset();
  const [count, setCount] = useState(0);
  const [refusal, setRefusal] = useState<string>();
  const [initialValues] = useState(() => ({
    ...createBlankDraft(like),
    externalId: '',
    note: '',
    wantsAnother: false,
  }));
  const form = useForm({
    initialValues,
    validate: findDraftProblems,
    onValuesChange: () => setRefusal(undefined),
  });
  const [addExamples] = useGraphqlMutation(AddExamplesMutation, { exact: true });

  const submit = form.onSubmit(async ({ externalId, note, wantsAnother, ...draft }) => {
    const { values } = readDraft(draft);
    if (!values) return;
    const { data, error } = await addExamples({
      input: {
        datasetId,
        examples: [{ ...values, externalId: externalId.trim() || null }],
        datasetVersionDescription: note.trim() || null,
      },
    });
    if (!data) {
      setRefusal(describeError(error).detail);
      return;
    }
    notifications.show({ message: 'Example added' });
    onAdded(getNewestVersion(data.addExamplesToDataset.dataset));
    if (!wantsAnother) {
      onClose();
      return;
    }
    form.setValues({ ...createBlankDraft(values), externalId: '' });
    setCount((now) => now + 1);
  });

  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <PayloadFields
          // The editors start empty for the next example, with the focus in the first one.
          key={count}
          draft={form.values}
          problems={form.errors}
          maxLines={10}
          onChange={form.setFieldValue}
        />
        <TextInput
          label="ID"
          description="Optional. Must be unique in the dataset. Uploads use it to recognize the example."
          autoComplete="off"
          {...form.getInputProps('externalId')}
        />
        <TextInput
          label="Version note"
          placeholder="Why you're adding this example"
          autoComplete="off"
          {...form.getInputProps('note')}
        />
        <FormAlert text={refusal} />
        <Checkbox
          size="xs"
          label="Create another"
          {...form.getInputProps('wantsAnother', { type: 'checkbox' })}
        />
        <FormButtons label="Add example" isBusy={form.submitting} onCancel={onClose} />
      </Stack>
    </form>
  );
}
