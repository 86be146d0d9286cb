import { Checkbox, Modal, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import { FormAlert, FormButtons } from '../../../components/forms/form-parts.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { askExactly } from '../../../lib/exact-client.js';
import { AddExamplesMutation } from '../api/example-mutations.js';
import { newestVersionOf } from '../api/newest-version.js';
import { blankDraft, type Payload, readDraft } from '../payload-draft.js';
import { useDataset } from './dataset-context.js';
import { PayloadFields } from './payload-fields.js';

export interface AddExampleDialogProps {
  opened: boolean;
  /** An example of the dataset, whose fields a new one probably has too. */
  like: Payload | undefined;
  onClose: () => void;
  onAdded: (newestVersion: string | undefined) => void;
}

/** Adds an example by hand, or several one after the other. */
export function AddExampleDialog({ opened, ...props }: AddExampleDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={props.onClose}
      title="Add an example"
      size="xl"
      closeOnClickOutside={false}
    >
      <AddExampleForm {...props} />
    </Modal>
  );
}

function AddExampleForm({ like, onClose, onAdded }: Omit<AddExampleDialogProps, 'opened'>) {
  const { id: datasetId } = useDataset();
  const [draft, setDraft] = useState(() => blankDraft(like));
  const [externalId, setExternalId] = useState('');
  const [note, setNote] = useState('');
  const [wantsAnother, setWantsAnother] = useState(false);
  const [count, setCount] = useState(0);
  const [wasSent, setWasSent] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const { values, problems = {} } = readDraft(draft);

  const submit = async () => {
    setWasSent(true);
    setRefusal(undefined);
    if (!values || isBusy) return;
    setIsBusy(true);
    const { data, error } = await askExactly(AddExamplesMutation, {
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
    onAdded(newestVersionOf(data.addExamplesToDataset.dataset));
    if (!wantsAnother) {
      onClose();
      return;
    }
    setDraft(blankDraft(values));
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
          // The editors start anew, the first with the focus, when the next example is written.
          key={count}
          draft={draft}
          problems={wasSent ? problems : {}}
          maxLines={10}
          onChange={setDraft}
          onSubmit={() => void submit()}
        />
        <TextInput
          label="Id"
          description="Unique in the dataset; uploads find the example by it. May stay empty."
          autoComplete="off"
          value={externalId}
          onChange={(event) => setExternalId(event.currentTarget.value)}
        />
        <TextInput
          label="Note for the version"
          placeholder="Why it is added"
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
