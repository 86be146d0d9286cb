import { Link } from '@tanstack/react-router';
import { ErrorState } from '../../../../components/feedback/error-state.js';
import { PageSection } from '../../../../components/layout/page-section.js';
import { formatPlural, formatScore } from '../../../../lib/format/numbers.js';
import { describeBasis, listMeasures } from '../agreement-texts.js';
import { type DetailedAgreement, type Queue, useQueueAgreement } from '../api/queues.js';
import { getReviewerName } from '../reviewer-name.js';
import classes from './queue-summary.module.css';

interface AgreementSectionProps {
  projectId: string;
  queue: Queue;
}

/** How much the reviewers of a queue agree on each config, and where they do not. */
export function AgreementSection({ projectId, queue }: AgreementSectionProps) {
  const { agreement, error, reload } = useQueueAgreement(queue.id);
  return (
    <PageSection title="Agreement">
      {error ? <ErrorState error={error} onRetry={reload} /> : null}
      <div className={classes.cards} aria-busy={!agreement && !error}>
        {agreement?.map((item) => (
          <section key={item.annotationConfig.id} className={classes.card}>
            <h3 dir="auto">{item.annotationConfig.name}</h3>
            <p className={classes.hint}>{describeBasis(item, queue.judgmentsPerItem)}</p>
            <dl className={classes.measures}>
              {listMeasures(item).map(({ name, value, meaning }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd className="numeric">{value}</dd>
                  <dd className={classes.hint}>{meaning}</dd>
                </div>
              ))}
            </dl>
            <Disagreements projectId={projectId} queueId={queue.id} items={item.disagreements} />
          </section>
        ))}
      </div>
    </PageSection>
  );
}

interface DisagreementsProps {
  projectId: string;
  queueId: string;
  items: DetailedAgreement['disagreements'];
}

function Disagreements({ projectId, queueId, items }: DisagreementsProps) {
  if (items.length === 0) return null;
  return (
    <details className={classes.disagreements}>
      <summary>{formatPlural(items.length, 'item')} with different judgments</summary>
      <ul>
        {items.map(({ annotationQueueItem: item, judgments }) =>
          item ? (
            <li key={item.id}>
              <Link
                to="/projects/$projectId/review/$queueId"
                params={{ projectId, queueId }}
                search={(now) => ({ ...now, item: item.id, summary: undefined })}
              >
                Item {item.number}
              </Link>
              <span className={classes.judgments}>
                {judgments
                  .map(
                    ({ user, label, score }) =>
                      `${getReviewerName(user)}: ${label ?? (score === null ? '–' : formatScore(score))}`,
                  )
                  .join(' · ')}
              </span>
            </li>
          ) : null,
        )}
      </ul>
    </details>
  );
}
