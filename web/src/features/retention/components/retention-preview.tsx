import { useDebouncedValue } from '@mantine/hooks';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { RetentionPreviewQuery } from '../api/retention-policies.js';
import { type PolicyDraft, toRuleInput } from '../policy-draft.js';
import classes from './retention-preview.module.css';

const PAUSE_MS = 400;

interface RetentionPreviewProps {
  draft: PolicyDraft;
  /** The default policy, whose projects are not chosen. */
  defaultId: string | undefined;
}

/** Says what a policy would delete if it ran now, while it is edited. */
export function RetentionPreview({ draft, defaultId }: RetentionPreviewProps) {
  const variables = {
    rule: toRuleInput(draft),
    keeps: draft.keeps,
    projects: defaultId === undefined ? draft.projectIds : [],
    policyId: defaultId ?? null,
  };
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

interface Counts {
  traceCount: number;
  spanCount: number;
  keptTraceCount: number;
}

function describe({ traceCount, spanCount, keptTraceCount }: Counts) {
  const kept =
    keptTraceCount > 0 ? ` ${formatPlural(keptTraceCount, 'older trace')} would be kept.` : '';
  if (traceCount === 0) return `This would delete nothing now.${kept}`;
  return (
    <>
      This would delete <b>{formatPlural(traceCount, 'trace')}</b> with{' '}
      {formatPlural(spanCount, 'span')} now.{kept} Deleted traces cannot be restored.
    </>
  );
}
