import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FormAlert, FormButtons } from '../../../components/forms/form-parts.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { AddSpansMutation } from '../api/span-mutations.js';
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
  const [target, setTarget] = useState<Target>();
  const [note, setNote] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [addSpans] = useGraphqlMutation(AddSpansMutation);
  const tell = useAddedNotice();

  const submit = async (to: Target): Promise<string | undefined> => {
    const dataset = await ensureDataset(to);
    if (dataset.refusal !== undefined) return dataset.refusal;
    // The dataset now exists, in case the rest fails and is tried again.
    setTarget({ id: dataset.id, name: to.name });
    const { data, error } = await addSpans({
      input: {
        datasetId: dataset.id,
        spanIds: [...spanIds],
        datasetVersionDescription: note.trim() || null,
      },
    });
    if (!data) return describeError(error).detail;
    tell(spanIds.length, data.addSpansToDataset.dataset);
    onAdded();
    return undefined;
  };
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (!target || isBusy) return;
    setIsBusy(true);
    setRefusal(undefined);
    const reason = await submit(target);
    setIsBusy(false);
    setRefusal(reason);
    if (reason === undefined) onClose();
  };

  return (
    <form onSubmit={(event) => void onSubmit(event)}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {spanIds.length === 1
            ? 'The span becomes an example'
            : `Each of the ${formatPlural(spanIds.length, 'span')} becomes an example`}
          : its input and output (or its messages, for a model call) and its metadata.
        </Text>
        <DatasetChoice value={target} onChange={setTarget} />
        <TextInput
          label="Version note"
          placeholder="Why these examples are added"
          autoComplete="off"
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <FormAlert text={refusal} />
        <FormButtons
          label={`Add ${formatPlural(spanIds.length, 'example')}`}
          isBusy={isBusy}
          isDisabled={!target}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
