import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { Notice } from '../../../components/feedback/notice.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { RemovingPolicyQuery } from '../api/span-query.js';
import classes from './removed-text.module.css';

/** Says why a span has no texts any more. */
export function RemovedText({ id, removedAt }: { id: string; removedAt: string }) {
  const { data } = useGraphqlQuery(RemovingPolicyQuery, { id });
  const policy =
    data?.node.__typename === 'Span' ? data.node.project.traceRetentionPolicy : undefined;
  const days = policy?.maxTextDays ?? null;
  const after = days === null ? '' : ` after ${days === 1 ? 'a day' : `${days} days`}`;
  return (
    <div className={classes.note}>
      <Notice tone="info">
        The texts of this span were removed{after} by{' '}
        {days === null ? 'a retention policy' : <>the retention policy {policy?.name}</>},{' '}
        <RelativeTime time={removedAt} />. Its figures, short attributes and annotations are still
        here.
      </Notice>
    </div>
  );
}
