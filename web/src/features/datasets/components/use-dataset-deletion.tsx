import { notifications } from '@mantine/notifications';
import { useCallback, useState } from 'react';
import { useMutation, useQuery } from 'urql';
import { ConfirmDialog, type Confirmation } from '../../../components/confirm-dialog.js';
import { describeError } from '../../../lib/errors.js';
import { formatPlural } from '../../../lib/format.js';
import { DatasetToEditQuery, DeleteDatasetMutation } from '../api/dataset-mutations.js';
import type { NamedDataset } from './dataset-menu.js';

/** Asks before a dataset is deleted: gives what starts the question, and the dialog to draw. */
export function useDatasetDeletion(onDeleted: () => void) {
  const [confirmation, setConfirmation] = useState<Confirmation>();
  const [, deleteDataset] = useMutation(DeleteDatasetMutation);

  const ask = useCallback(
    ({ id, name }: NamedDataset) =>
      setConfirmation({
        title: `Delete ${name}`,
        text: <WhatGoes datasetId={id} />,
        label: 'Delete dataset',
        phrase: name,
        run: async () => {
          const { error } = await deleteDataset({ input: { datasetId: id } });
          if (error) return describeError(error).detail;
          notifications.show({ message: `Dataset ${name} deleted` });
          onDeleted();
          return undefined;
        },
      }),
    [deleteDataset, onDeleted],
  );
  const close = useCallback(() => setConfirmation(undefined), []);
  return { ask, dialog: <ConfirmDialog confirmation={confirmation} onClose={close} /> };
}

function WhatGoes({ datasetId }: { datasetId: string }) {
  const [{ data }] = useQuery({
    query: DatasetToEditQuery,
    variables: { id: datasetId },
    requestPolicy: 'network-only',
  });
  const size = data?.node.__typename === 'Dataset' ? data.node : undefined;
  return (
    <>
      {size ? (
        <>
          <b>{formatPlural(size.exampleCount, 'example')}</b> with all their versions, and all
          experiments,
        </>
      ) : (
        'All examples with all their versions, and all experiments'
      )}{' '}
      are removed with the dataset, and so are the traces of its experiments. Labels and splits
      stay. This cannot be undone.
    </>
  );
}
