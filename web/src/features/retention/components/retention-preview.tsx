import { useDebouncedValue } from '@mantine/hooks';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { formatBytes, formatPlural } from '../../../lib/format/numbers.js';
import { type Preview, RetentionPreviewQuery } from '../api/retention-policies.js';
import { type PolicyDraft, toPreviewVariables } from '../policy-draft.js';
import classes from './retention-preview.module.css';

const PAUSE_MS = 400;

interface RetentionPreviewProps {
  draft: PolicyDraft;
  /** The default policy, whose projects are not chosen. */
  defaultId: string | undefined;
}

/** Says what a policy would delete if it ran now, while it is edited. */
export function RetentionPreview({ draft, defaultId }: RetentionPreviewProps) {
  const variables = toPreviewVariables(draft, defaultId);
  const [rested] = useDebouncedValue(JSON.stringify(variables), PAUSE_MS);
  const isRested = rested === JSON.stringify(variables);
  const { data, error } = useGraphqlQuery(
    RetentionPreviewQuery,
    JSON.parse(rested) as typeof variables,
  );
  return (
    <p role="status" className={classes.preview}>
      {isRested && error ? 'What this would delete could not be counted in time.' : null}
      {isRested && data ? describe(data.retentionPreview) : null}
      {isRested && (data || error) ? null : 'Counting what this would delete…'}
    </p>
  );
}

function describe(preview: Preview) {
  const { traceCount, spanCount, keptTraceCount, textTraceCount, storedBytes } = preview;
  const kept =
    keptTraceCount > 0 ? ` ${formatPlural(keptTraceCount, 'older trace')} would be kept.` : '';
  const texts =
    textTraceCount > 0
      ? ` ${formatPlural(textTraceCount, 'trace')} would lose ${textTraceCount === 1 ? 'its' : 'their'} texts.`
      : '';
  const size =
    storedBytes === null ? '' : ` The projects occupy about ${formatBytes(storedBytes)} now.`;
  if (traceCount === 0) {
    return `This would delete ${texts ? 'no traces' : 'nothing'} now.${texts}${kept}${size}`;
  }
  return (
    <>
      This would delete <b>{formatPlural(traceCount, 'trace')}</b> with{' '}
      {formatPlural(spanCount, 'span')} now.{texts}
      {kept}
      {size} Deleted traces cannot be restored.
    </>
  );
}
