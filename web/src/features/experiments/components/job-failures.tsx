import { Loader } from '@mantine/core';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { listNodes } from '../../../lib/data/connections.js';
import { POLL_INTERVAL_MS } from '../../../lib/data/query-client.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { type ExperimentJob, JobFailuresQuery } from '../api/experiment-job.js';
import classes from './job-failures.module.css';

const FIRST = 50;

const SUBJECTS = { TASK: 'Run', EVAL: 'Evaluation', EXPERIMENT: 'Experiment' } as const;

interface JobFailuresProps {
  jobId: string;
  status: ExperimentJob['status'];
}

/** The newest failures of a job, with what the provider said. */
export function JobFailures({ jobId, status }: JobFailuresProps) {
  const { data, error, reload } = useGraphqlQuery(
    JobFailuresQuery,
    { id: jobId, first: FIRST },
    status === 'RUNNING' ? { refetchInterval: POLL_INTERVAL_MS } : {},
  );
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (data?.node.__typename !== 'ExperimentJob') return <Loader size="xs" />;
  const { errors } = data.node;
  return (
    <>
      <ul className={classes.failures} aria-label="What failed">
        {listNodes(errors).map(({ id, category, message, occurredAt }) => (
          <li key={id}>
            <span className={classes.when}>
              {SUBJECTS[category]}, <RelativeTime time={occurredAt} />
            </span>
            <span className={classes.message}>{message}</span>
          </li>
        ))}
      </ul>
      {errors.pageInfo.hasNextPage ? (
        <p className={classes.more}>Only the newest {FIRST} are shown.</p>
      ) : null}
    </>
  );
}
