import { Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { CircleStop, Play, RotateCcw } from 'lucide-react';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import {
  type ExperimentJob,
  ResumeExperimentMutation,
  StopExperimentMutation,
} from '../api/experiment-job.js';

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
  // Its page asks for a new limit.
  const isAtLimit = job.stopReason === 'COST_BUDGET' || job.stopReason === 'TOKEN_BUDGET';
  if (isAtLimit || (job.status === 'COMPLETED' && errorRunCount === 0)) return null;
  const Icon = job.status === 'COMPLETED' ? RotateCcw : Play;
  return (
    <Menu.Item
      leftSection={<Icon size={14} aria-hidden />}
      onClick={() => void resume({ id }).then(report('Resumed'))}
    >
      {job.status === 'COMPLETED' ? 'Retry what failed' : 'Resume'}
    </Menu.Item>
  );
}
