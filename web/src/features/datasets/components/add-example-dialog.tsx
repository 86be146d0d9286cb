import { Checkbox, Modal, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import { FormAlert, FormButtons } from '../../../components/forms/form-parts.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { AddExamplesMutation } from '../api/example-mutations.js';
import { getNewestVersion } from '../api/newest-version.js';
import { createBlankDraft, type Payload, readDraft } from '../payload-draft.js';
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
  const [draft, setDraft] = useState(() => createBlankDraft(like));
  const [externalId, setExternalId] = useState('');
  const [note, setNote] = useState('');
  const [wantsAnother, setWantsAnother] = useState(false);
  const [count, setCount] = useState(0);
  const [wasSent, setWasSent] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [addExamples] = useGraphqlMutation(AddExamplesMutation, { exact: true });
  const { values, problems = {} } = readDraft(draft);

  const submit = async () => {
    setWasSent(true);
    setRefusal(undefined);
    if (!values || isBusy) return;
    setIsBusy(true);
    const { data, error } = await addExamples({
      input: {
        datasetId,
        examples: [{ ...values, externalId: externalId.trim() || null }],
        datasetVersionDescription: note.trim() || null,
      },
    });
    setIsBusy(false);
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
    setDraft(createBlankDraft(values));
    setExternalId('');
    setWasSent(false);
    setCount((now) => now + 1);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };

  return (
    <form onSubmit={onSubmit}>
      <Stack gap="sm">
        <PayloadFields
          // The editors start empty for the next example, with the focus in the first one.
          key={count}
          draft={draft}
          problems={wasSent ? problems : {}}
          maxLines={10}
          onChange={setDraft}
          onSubmit={() => void submit()}
        />
        <TextInput
          label="ID"
          description="Optional. Unique in the dataset; uploads recognize the example by this ID."
          autoComplete="off"
          value={externalId}
          onChange={(event) => setExternalId(event.currentTarget.value)}
        />
        <TextInput
          label="Version note"
          placeholder="Why this example is added"
          autoComplete="off"
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <FormAlert text={refusal} />
        <Checkbox
          size="xs"
          label="Create another"
          checked={wantsAnother}
          onChange={(event) => setWantsAnother(event.currentTarget.checked)}
        />
        <FormButtons label="Add example" isBusy={isBusy} onCancel={onClose} />
      </Stack>
    </form>
  );
}
