import { Modal, Skeleton, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { FormAlert, FormButtons } from '../../../components/forms/form-parts.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { AddExamplesMutation } from '../api/example-mutations.js';
import { SpanExampleQuery } from '../api/span-mutations.js';
import { PayloadFields } from '../components/payload-fields.js';
import { createDraft, type Payload, readDraft } from '../payload-draft.js';
import { DatasetChoice } from './dataset-choice.js';
import { ensureDataset, type Target } from './target.js';
import { useAddedNotice } from './use-added-notice.js';
import { SearchX } from 'lucide-react';

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
  const [target, setTarget] = useState<Target>();
  const [draft, setDraft] = useState(() => createDraft(example));
  const [note, setNote] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const { values, problems = {} } = readDraft(draft);
  const [addExamples] = useGraphqlMutation(AddExamplesMutation, { exact: true });
  const tell = useAddedNotice();

  const add = async (to: Target, content: NonNullable<typeof values>) => {
    const dataset = await ensureDataset(to);
    if (dataset.refusal !== undefined) return dataset.refusal;
    // The dataset now exists, in case the rest fails and is tried again.
    setTarget({ id: dataset.id, name: to.name });
    const { data, error } = await addExamples({
      input: {
        datasetId: dataset.id,
        examples: [{ ...content, spanId }],
        datasetVersionDescription: note.trim() || null,
      },
    });
    if (!data) return describeError(error).detail;
    tell(1, { id: dataset.id, name: to.name });
    return undefined;
  };
  const submit = async () => {
    setWasSent(true);
    if (!target || !values || isBusy) return;
    setIsBusy(true);
    setRefusal(undefined);
    const reason = await add(target, values);
    setIsBusy(false);
    setRefusal(reason);
    if (reason === undefined) onClose();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };

  return (
    <form onSubmit={onSubmit}>
      <Stack gap="sm">
        <DatasetChoice value={target} onChange={setTarget} />
        <PayloadFields
          draft={draft}
          problems={wasSent ? problems : {}}
          maxLines={10}
          onChange={setDraft}
          onSubmit={() => void submit()}
        />
        <TextInput
          label="Version note"
          placeholder="Why this example is added"
          autoComplete="off"
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <FormAlert text={refusal} />
        <FormButtons label="Add example" isBusy={isBusy} isDisabled={!target} onCancel={onClose} />
      </Stack>
    </form>
  );
}

/** Placeholders of the size of the content. */
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
