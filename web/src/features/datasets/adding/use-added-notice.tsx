import { Anchor } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { formatPlural } from '../../../lib/format/numbers.js';

/** Confirms that examples were added, with a link to the dataset. */
export function useAddedNotice() {
  const navigate = useNavigate();
  return useCallback(
    (count: number, dataset: { id: string; name: string }) => {
      const open = () => {
        notifications.hide(dataset.id);
        void navigate({ to: '/datasets/$datasetId/examples', params: { datasetId: dataset.id } });
      };
      notifications.show({
        id: dataset.id,
        message: (
          <>
            {formatPlural(count, 'example')} added to {dataset.name}.{' '}
            <Anchor component="button" type="button" inherit onClick={open}>
              Open dataset
            </Anchor>
          </>
        ),
      });
    },
    [navigate],
  );
}
