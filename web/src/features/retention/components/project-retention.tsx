import { NativeSelect, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { FormAlert } from '../../../components/forms/form-parts.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { PatchPolicyMutation, ProjectRetentionQuery } from '../api/retention-policies.js';
import { describeRule, describeSchedule } from '../policy-texts.js';
import classes from './project-retention.module.css';

/** Which retention policy a project follows. Administrators choose it. */
export function ProjectRetention({ projectId }: { projectId: string }) {
  const { canOnServer } = useViewer();
  const { data, error, reload } = useGraphqlQuery(ProjectRetentionQuery, { id: projectId });
  const [patch, isSending] = useGraphqlMutation(PatchPolicyMutation);
  const [refusal, setRefusal] = useState<string>();
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!data || data.node.__typename !== 'Project') return <Skeleton height={60} />;
  const policy = data.node.traceRetentionPolicy;

  const choose = async (id: string) => {
    const { error: failure } = await patch({ input: { id, addProjects: [projectId] } });
    setRefusal(failure && describeError(failure).detail);
  };
  return (
    <div>
      {canOnServer.administer ? (
        <NativeSelect
          aria-label="Retention policy of this project"
          maw={320}
          value={policy.id}
          disabled={isSending}
          onChange={(event) => void choose(event.currentTarget.value)}
          data={data.projectTraceRetentionPolicies.edges.map(({ node }) => ({
            value: node.id,
            label: node.isDefault ? `${node.name} (the default)` : node.name,
          }))}
        />
      ) : (
        <b>{policy.name}</b>
      )}
      <p className={classes.words}>
        {describeRule(policy)}. {describeSchedule(policy.cronExpression)}.{' '}
        <Link to="/settings/data" className={classes.link}>
          All retention policies
        </Link>
      </p>
      <FormAlert text={refusal} />
    </div>
  );
}
