import { Button } from '@mantine/core';
import { CircleCheck } from 'lucide-react';
import { ScrollRegion } from '../../../../components/layout/scroll-region.js';
import { PageSection } from '../../../../components/layout/page-section.js';
import { formatCount } from '../../../../lib/format/numbers.js';
import type { Queue } from '../api/queues.js';
import { describeRest } from '../queue-texts.js';
import { getReviewerName } from '../reviewer-name.js';
import { AgreementSection } from './agreement-section.js';
import classes from './queue-summary.module.css';

interface QueueSummaryProps {
  projectId: string;
  queue: Queue;
  /** Whether the user has just come to the end of the queue. */
  isExhausted: boolean;
  /** Opens an item; absent if there is none to open. */
  onOpen: (() => void) | undefined;
  openLabel: string;
}

/** How far a queue is: who judged how much, and how much they agree. */
export function QueueSummary(props: QueueSummaryProps) {
  const { projectId, queue, isExhausted, onOpen, openLabel } = props;
  const { progress } = queue;
  const { reviewers } = progress;
  const rest = isExhausted || progress.total === 0 ? describeRest(progress) : undefined;
  return (
    <ScrollRegion label="Summary" className={classes.scroller}>
      <div className={classes.page}>
        <div className={classes.lead}>
          {rest ? (
            <div role="status" className={classes.rest}>
              {progress.total > 0 ? <CircleCheck size={20} aria-hidden /> : null}
              <div>
                <h2>{rest.title}</h2>
                <p>{rest.text}</p>
              </div>
            </div>
          ) : null}
          {queue.description ? (
            <p dir="auto" className={classes.description}>
              {queue.description}
            </p>
          ) : null}
          {onOpen ? <Button onClick={onOpen}>{openLabel}</Button> : null}
        </div>
        <PageSection title="Reviewers">
          {reviewers.length === 0 ? (
            <p className={classes.hint}>Nobody has judged an item yet.</p>
          ) : (
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">Name</th>
                  <th scope="col">Judged</th>
                  <th scope="col">Skipped</th>
                  <th scope="col">Open</th>
                </tr>
              </thead>
              <tbody>
                {reviewers.map(({ user, done, skipped, inProgress }, index) => (
                  <tr key={user?.id ?? index}>
                    <th scope="row" dir="auto">
                      {getReviewerName(user)}
                    </th>
                    <td>{formatCount(done)}</td>
                    <td>{formatCount(skipped)}</td>
                    <td>{formatCount(inProgress)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </PageSection>
        <AgreementSection projectId={projectId} queue={queue} />
      </div>
    </ScrollRegion>
  );
}
