import { Skeleton, Switch } from '@mantine/core';
import { useState } from 'react';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { FormAlert } from '../../../components/forms/form-parts.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { KeepMetricsMutation, KeptMetricsQuery } from '../api/kept-metrics.js';

/** Whether a project stores the points of all metrics. */
export function KeptMetrics({ projectId }: { projectId: string }) {
  const { can } = useViewer();
  const { data, error, reload } = useGraphqlQuery(KeptMetricsQuery, { id: projectId });
  const [refusal, setRefusal] = useState<string>();
  const [patch, isSending] = useGraphqlMutation(KeepMetricsMutation);
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (data?.node.__typename !== 'Project') return <Skeleton height={40} />;
  const change = async (keepsMetrics: boolean) => {
    const { error: failure } = await patch({ input: { id: projectId, keepsMetrics } });
    setRefusal(failure && describeError(failure).detail);
  };
  return (
    <>
      <Switch
        label="Store all metrics"
        description="If this is off, Spandrel stores only metrics of model calls and coding agents, and counts the others. Each point takes a row until the retention policy deletes it: an application with 200 series that sends every minute adds 288,000 rows a day. Applies to new points."
        checked={data.node.keepsMetrics}
        disabled={!can.write || isSending}
        onChange={(event) => void change(event.currentTarget.checked)}
      />
      <FormAlert text={refusal} />
    </>
  );
}
