import { Skeleton, Switch } from '@mantine/core';
import { useState } from 'react';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { FormAlert } from '../../../components/forms/form-parts.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { PreferSentCostsMutation, SentCostsQuery } from '../api/sent-costs.js';

/** Whether the costs that spans state count before those that prices give. */
export function SentCosts({ projectId }: { projectId: string }) {
  const { can } = useViewer();
  const { data, error, reload } = useGraphqlQuery(SentCostsQuery, { id: projectId });
  const [refusal, setRefusal] = useState<string>();
  const [patch, isSending] = useGraphqlMutation(PreferSentCostsMutation);
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (data?.node.__typename !== 'Project') return <Skeleton height={40} />;
  const change = async (prefersSentCosts: boolean) => {
    const { error: failure } = await patch({ input: { id: projectId, prefersSentCosts } });
    setRefusal(failure && describeError(failure).detail);
  };
  return (
    <>
      <Switch
        label="Prefer the costs that spans state"
        description="If this is off, they count only if a model has no price. Applies to new spans, and to stored ones after you recalculate their costs."
        checked={data.node.prefersSentCosts}
        disabled={!can.write || isSending}
        onChange={(event) => void change(event.currentTarget.checked)}
      />
      <FormAlert text={refusal} />
    </>
  );
}
