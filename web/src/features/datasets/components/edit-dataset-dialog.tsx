import { Modal, Skeleton, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { ErrorState } from '../../../components/error-state.js';
import { describeError } from '../../../lib/errors.js';
import { askExactly } from '../../../lib/exact-client.js';
import { isObject, type Json, printExactJson } from '../../../lib/exact-json.js';
import { useExactQuery } from '../../../lib/use-exact-query.js';
import { DatasetToEditQuery, PatchDatasetMutation } from '../api/dataset-mutations.js';
import { DatasetForm, type DatasetValues } from './dataset-form.js';

interface EditDatasetDialogProps {
  /** Absent while nothing is edited. */
  datasetId: string | undefined;
  onClose: () => void;
  onSaved: () => void;
}

/** Changes name, description and metadata of a dataset. */
export function EditDatasetDialog({ datasetId, onClose, onSaved }: EditDatasetDialogProps) {
  return (
    <Modal
      opened={datasetId !== undefined}
      onClose={onClose}
      title="Edit dataset"
      closeOnClickOutside={false}
    >
      {datasetId === undefined ? null : (
        <EditDataset datasetId={datasetId} onClose={onClose} onSaved={onSaved} />
      )}
    </Modal>
  );
}

function EditDataset(props: EditDatasetDialogProps & { datasetId: string }) {
  const { datasetId, onClose, onSaved } = props;
  const { data, error, reload } = useExactQuery(DatasetToEditQuery, { id: datasetId });
  const dataset = data?.node.__typename === 'Dataset' ? data.node : undefined;
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!dataset) return <FormSkeleton />;

  const save = async (values: DatasetValues) => {
    const { error: refused } = await askExactly(PatchDatasetMutation, {
      input: { datasetId, ...values, description: values.description || null },
    });
    if (refused) return describeError(refused).detail;
    notifications.show({ message: `Dataset ${values.name} saved` });
    onSaved();
    return undefined;
  };
  const metadata = dataset.metadata as Json;
  const isEmpty = isObject(metadata) && Object.keys(metadata).length === 0;
  return (
    <DatasetForm
      initial={{
        name: dataset.name,
        description: dataset.description ?? '',
        metadata: isEmpty ? '' : printExactJson(metadata),
      }}
      label="Save"
      onSubmit={save}
      onClose={onClose}
    />
  );
}

function FormSkeleton() {
  return (
    <Stack gap="sm" aria-busy>
      <Skeleton height={56} />
      <Skeleton height={72} />
      <Skeleton height={120} />
    </Stack>
  );
}
