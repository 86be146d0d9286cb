import {
  ConfirmDialog,
  type Confirmation,
  notifyWhenDone,
} from '../../../components/dialogs/confirm-dialog.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { DatasetToEditQuery, DeleteDatasetMutation } from '../api/dataset-mutations.js';
import { DatasetLabelsDialog } from './dataset-labels-dialog.js';
import type { NamedDataset } from './dataset-menu.js';
import { EditDatasetDialog } from './edit-dataset-dialog.js';

export interface DatasetDialogsProps {
  opened: boolean;
  /** The open dialog and its dataset, which stays set while the dialog closes. */
  request: { action: 'edit' | 'label' | 'delete'; dataset: NamedDataset } | undefined;
  onClose: () => void;
  onChanged: () => void;
  onDeleted: () => void;
}

/** The dialogs that the menu of a dataset opens. */
export function DatasetDialogs(props: DatasetDialogsProps) {
  const { opened, request, onClose, onChanged, onDeleted } = props;
  const deletion = useDeletion(onDeleted);
  const getDatasetFor = (action: string) =>
    opened && request?.action === action ? request.dataset : undefined;
  const deleted = getDatasetFor('delete');
  return (
    <>
      <EditDatasetDialog
        datasetId={getDatasetFor('edit')?.id}
        onClose={onClose}
        onSaved={onChanged}
      />
      <DatasetLabelsDialog dataset={getDatasetFor('label')} onClose={onClose} onSaved={onChanged} />
      <ConfirmDialog confirmation={deleted && deletion(deleted)} onClose={onClose} />
    </>
  );
}

/** Asks for the name of a dataset before it is deleted. */
function useDeletion(onDeleted: () => void): (dataset: NamedDataset) => Confirmation {
  const [deleteDataset] = useGraphqlMutation(DeleteDatasetMutation);
  return ({ id, name }) => ({
    title: `Delete ${name}`,
    text: <DeletionWarning datasetId={id} />,
    label: 'Delete dataset',
    phrase: name,
    run: () =>
      notifyWhenDone(
        deleteDataset({ input: { datasetId: id } }),
        `Dataset ${name} deleted`,
        onDeleted,
      ),
  });
}

function DeletionWarning({ datasetId }: { datasetId: string }) {
  const { data } = useGraphqlQuery(DatasetToEditQuery, { id: datasetId }, { gcTime: 0 });
  const size = data?.node.__typename === 'Dataset' ? data.node : undefined;
  return (
    <>
      This also deletes{' '}
      {size ? <b>{formatPlural(size.exampleCount, 'example')}</b> : 'all examples'} in all versions
      and {size ? <b>{formatPlural(size.experimentCount, 'experiment')}</b> : 'all experiments'}{' '}
      with their traces. Labels and splits are kept. You can’t undo this.
    </>
  );
}
