import { useDebouncedValue } from '@mantine/hooks';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { SamplingPreviewQuery, type SamplingRules } from '../api/sampling.js';
import { describePreview } from '../sampling-texts.js';
import classes from './project-sampling.module.css';

/** How long typing must rest before the preview is read again. */
const REST_MS = 500;

interface SamplingPreviewProps {
  projectId: string;
  rules: SamplingRules;
}

/** Says what rules would do to the newest traces of a project, while they are edited. */
export function SamplingPreview({ projectId, rules }: SamplingPreviewProps) {
  const text = JSON.stringify(rules);
  const [rested] = useDebouncedValue(text, REST_MS);
  const isRested = rested === text;
  const { data, error } = useGraphqlQuery(SamplingPreviewQuery, {
    id: projectId,
    rules: JSON.parse(rested) as SamplingRules,
  });
  const counts = data?.node.__typename === 'Project' ? data.node.samplingPreview : undefined;
  return (
    <p role="status" className={classes.preview}>
      {isRested && error ? describeError(error).detail : null}
      {isRested && counts ? describePreview(counts) : null}
      {isRested && (counts || error) ? null : 'Counting what these rules would keep…'}
    </p>
  );
}
