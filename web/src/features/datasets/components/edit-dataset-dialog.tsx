import { Modal } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  type Details,
  createDetailsDraft,
  DetailsForm,
  DetailsFormSkeleton,
} from '../../../components/forms/details-form.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { DatasetToEditQuery, PatchDatasetMutation } from '../api/dataset-mutations.js';
import { DATASET_HINTS } from './dataset-hints.js';

interface EditDatasetDialogProps {
  /** Absent if nothing is being edited. */
  datasetId: string | undefined;
  onClose: () => void;
  onSaved: () => void;
}

/** Changes the name, description, metadata and project of a dataset. */
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
  const { data, error, reload } = useGraphqlQuery(
    DatasetToEditQuery,
    { id: datasetId },
    { exact: true },
  );
  const [patchDataset] = useGraphqlMutation(PatchDatasetMutation, { exact: true });
  const dataset = data?.node.__typename === 'Dataset' ? data.node : undefined;
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!dataset) return <DetailsFormSkeleton />;

  const save = async (values: Details) => {
    const { error: refused } = await patchDataset({
      input: { datasetId, ...values, description: values.description || null },
    });
    if (refused) return describeError(refused).detail;
    notifications.show({ message: `Dataset ${values.name} saved` });
    onSaved();
    return undefined;
  };
  return (
    <DetailsForm
      initial={createDetailsDraft(dataset)}
      label="Save dataset"
      hints={DATASET_HINTS}
      project={dataset.project}
      onSubmit={save}
      onClose={onClose}
    />
  );
}
