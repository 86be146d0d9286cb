import { useMemo, useState } from 'react';
import { createLazyDialog } from '../../../components/dialogs/lazy-dialog.js';
import type { DatasetDialogsProps } from './dataset-dialogs.js';
import type { DatasetActions, NamedDataset } from './dataset-menu.js';

const { Dialog: Dialogs, preload } = createLazyDialog<DatasetDialogsProps>(
  () => import('./dataset-dialogs.js').then(({ DatasetDialogs }) => DatasetDialogs),
  ({ opened }) => opened,
);

/** Opens dialogs for datasets. Returns functions to open each, and the dialogs to render. */
export function useDatasetDialogs(onChanged: () => void, onDeleted: () => void) {
  const [request, setRequest] = useState<DatasetDialogsProps['request']>();
  const [opened, setOpened] = useState(false);
  const actions = useMemo<DatasetActions>(() => {
    const start = (action: 'edit' | 'label' | 'delete') => (dataset: NamedDataset) => {
      setRequest({ action, dataset });
      setOpened(true);
    };
    return {
      onEdit: start('edit'),
      onLabels: start('label'),
      onDelete: start('delete'),
      onPointed: preload,
    };
  }, []);
  const dialogs = (
    <Dialogs
      opened={opened}
      request={request}
      onClose={() => setOpened(false)}
      onChanged={onChanged}
      onDeleted={onDeleted}
    />
  );
  return { actions, dialogs };
}
