import { Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { CircleStop } from 'lucide-react';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import {
  type ExperimentJob,
  ResumeExperimentMutation,
  StopExperimentMutation,
} from '../api/experiment-job.js';
import { findResumption } from './find-resumption.js';

interface JobItemProps {
  experiment: { id: string; name: string; errorRunCount: number };
  job: Pick<ExperimentJob, 'status' | 'stopReason'>;
}

/** Stops an experiment that the server runs, or lets it continue. */
export function JobItem({ experiment: { id, name, errorRunCount }, job }: JobItemProps) {
  const [stop] = useGraphqlMutation(StopExperimentMutation);
  const [resume] = useGraphqlMutation(ResumeExperimentMutation);
  const report =
    (done: string) =>
    ({ error }: Awaited<ReturnType<typeof stop | typeof resume>>) =>
      notifications.show(
        error
          ? { color: 'red', message: describeError(error).detail }
          : { message: `${done} ${name}` },
      );
  if (job.status === 'RUNNING') {
    return (
      <Menu.Item
        leftSection={<CircleStop size={14} aria-hidden />}
        onClick={() => void stop({ id }).then(report('Stopped'))}
      >
        Stop
      </Menu.Item>
    );
  }
  const { label, Icon, needsLimit } = findResumption(job);
  // The page of the experiment asks for a new limit.
  if (needsLimit || (job.status === 'COMPLETED' && errorRunCount === 0)) return null;
  return (
    <Menu.Item
      leftSection={<Icon size={14} aria-hidden />}
      onClick={() => void resume({ id }).then(report('Resumed'))}
    >
      {label}
    </Menu.Item>
  );
}
