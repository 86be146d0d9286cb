import { useMemo, useState } from 'react';
import { lazyDialog } from '../../../components/dialogs/lazy-dialog.js';
import type { DatasetDialogsProps } from './dataset-dialogs.js';
import type { DatasetActions, NamedDataset } from './dataset-menu.js';

const { Dialog: Dialogs, preload } = lazyDialog<DatasetDialogsProps>(
  () => import('./dataset-dialogs.js').then(({ DatasetDialogs }) => DatasetDialogs),
  ({ opened }) => opened,
);

/** What the menu of a dataset opens: gives what starts each, and the dialogs to draw. */
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
