import { notifications } from '@mantine/notifications';
import { useCallback } from 'react';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { SetExperimentBaselineMutation } from '../api/experiment-mutations.js';

/** Sets or removes the baseline of a dataset, and says which experiment it replaced. */
export function useBaseline(onChanged: () => void) {
  const [setBaseline] = useGraphqlMutation(SetExperimentBaselineMutation);
  return useCallback(
    async (experiment: { id: string; name: string; isBaseline: boolean }) => {
      const baseline = !experiment.isBaseline;
      const { data, error } = await setBaseline({ experimentId: experiment.id, baseline });
      if (!data) {
        notifications.show({ color: 'red', message: describeError(error).detail });
        return;
      }
      const previous = data.setExperimentBaseline.previousBaselineExperiment;
      const instead = baseline && previous ? ` instead of ${previous.name}` : '';
      notifications.show({
        message: baseline
          ? `${experiment.name} is now the baseline${instead}`
          : `${experiment.name} is no longer the baseline`,
      });
      onChanged();
    },
    [setBaseline, onChanged],
  );
}
