import { Skeleton } from '@mantine/core';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { type Masking, ProjectMaskingQuery } from '../api/masking.js';
import { KINDS } from '../masking-draft.js';
import { MaskingForm } from './masking-form.js';
import classes from './project-masking.module.css';

/** The masking of the spans of a project. Its managers choose it. */
export function ProjectMasking({ projectId }: { projectId: string }) {
  const { can } = useViewer();
  const { data, error, reload } = useGraphqlQuery(ProjectMaskingQuery, { id: projectId });
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!data || data.node.__typename !== 'Project') return <Skeleton height={120} />;
  const { masking } = data.node;
  return (
    <div>
      <p className={classes.words}>
        Spandrel masks these in new spans before it stores them: in names, errors, attributes, names
        of attributes, and events. If two names become the same, the second gets a number, as in
        [email] 2. Stored spans stay as they are.
      </p>
      {can.administer ? (
        <MaskingForm key={JSON.stringify(masking)} projectId={projectId} masking={masking} />
      ) : (
        <Summary masking={masking} />
      )}
    </div>
  );
}

function Summary({ masking: { kinds, keys, patterns } }: { masking: Masking }) {
  const names = KINDS.filter(({ kind }) => kinds.includes(kind)).map(({ label }) => label);
  const parts = [...names, ...patterns.map(({ name }) => name), ...keys];
  return <p>{parts.length === 0 ? 'Nothing is masked.' : parts.join(', ')}</p>;
}
