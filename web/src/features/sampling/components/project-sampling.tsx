import { Skeleton } from '@mantine/core';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { FormAlert } from '../../../components/forms/form-parts.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { formatExact, formatShare } from '../../../lib/format/numbers.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { ProjectSamplingQuery, type Sampling, type SamplingCount } from '../api/sampling.js';
import { countKept, describeReasons, describeRules } from '../sampling-texts.js';
import classes from './project-sampling.module.css';
import { SamplingForm } from './sampling-form.js';

/** Which traces of a project are kept once they are quiet. Administrators choose it. */
export function ProjectSampling({ projectId }: { projectId: string }) {
  const { can } = useViewer();
  const { data, error, reload } = useGraphqlQuery(ProjectSamplingQuery, { id: projectId });
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!data || data.node.__typename !== 'Project') return <Skeleton height={120} />;
  const { sampling, samplingCounts } = data.node;
  return (
    <div>
      <Summary sampling={sampling} counts={samplingCounts} />
      {can.administer ? (
        <SamplingForm
          key={JSON.stringify([sampling.isEnabled, sampling.rules])}
          projectId={projectId}
          sampling={sampling}
        />
      ) : null}
    </div>
  );
}

interface SummaryProps {
  sampling: Sampling;
  counts: readonly SamplingCount[];
}

/** Says what is kept, and how many traces that were in the last day. */
function Summary({ sampling, counts }: SummaryProps) {
  const { kept, all } = countKept(counts);
  const { isEnabled, lastError } = sampling;
  return (
    <>
      <p className={classes.words}>
        You can read traces while they run. Once a trace is quiet, Spandrel deletes it unless a rule
        keeps it. Figures and charts without a filter still count every trace that arrived.
      </p>
      <p className={classes.summary}>
        {isEnabled
          ? `This project keeps ${describeRules(sampling)}`
          : 'This project keeps all traces'}
        {all === 0 ? (
          '.'
        ) : (
          <>
            {isEnabled ? ': ' : '. While it was sampled, '}
            <b>
              {formatExact(kept)} of {formatExact(all)}
            </b>{' '}
            traces of the last 24 hours were kept ({formatShare(kept / all)}).
          </>
        )}
        {isEnabled && all === 0 ? ' Nothing was decided in the last 24 hours.' : null}
      </p>
      {kept > 0 ? <p className={classes.words}>Why: {describeReasons(counts)}.</p> : null}
      {isEnabled ? <FormAlert text={lastError ?? undefined} /> : null}
    </>
  );
}
