import { Modal } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type Details, DetailsForm } from '../../../components/forms/details-form.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { CreateDatasetMutation } from '../api/dataset-mutations.js';
import { DATASET_HINTS } from './dataset-hints.js';

export interface CreateDatasetDialogProps {
  opened: boolean;
  onClose: () => void;
  onCreated: (dataset: { id: string; name: string }) => void;
}

const NOTHING = { name: '', description: '', metadata: '' };

/** Creates an empty dataset. */
export function CreateDatasetDialog({ opened, onClose, onCreated }: CreateDatasetDialogProps) {
  const [createDataset] = useGraphqlMutation(CreateDatasetMutation, { exact: true });
  const create = async (values: Details) => {
    const input = { ...values, description: values.description || null };
    const { data, error } = await createDataset({ input });
    if (!data) return describeError(error).detail;
    const { dataset } = data.createDataset;
    notifications.show({ message: `Dataset ${dataset.name} created` });
    onCreated(dataset);
    return undefined;
  };
  return (
    <Modal opened={opened} onClose={onClose} title="New dataset" closeOnClickOutside={false}>
      <DetailsForm
        initial={NOTHING}
        hints={DATASET_HINTS}
        label="Create dataset"
        project={null}
        onSubmit={create}
        onClose={onClose}
      />
    </Modal>
  );
}
