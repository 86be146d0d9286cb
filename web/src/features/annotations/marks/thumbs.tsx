import { Tooltip, UnstyledButton } from '@mantine/core';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { formatPlural } from '../../../lib/format/numbers.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import type { Judgment } from '../judge/judgments.js';
import { useValues } from '../judge/use-judgments.js';
import { NotSaved } from './not-saved.js';
import { useOnceLoaded } from './use-once-loaded.js';
import classes from './marks.module.css';

/** The config that every server has, for what users think of an answer. */
const USER_FEEDBACK = 'user_feedback';

const THUMBS = [
  { label: 'positive', score: 1, text: 'Thumbs up', Icon: ThumbsUp },
  { label: 'negative', score: 0, text: 'Thumbs down', Icon: ThumbsDown },
] as const;

/** Thumbs up or down for the answer of a span. A second press takes it back. */
export function Thumbs({ spanId }: { spanId: string }) {
  const { can } = useViewer();
  const values = useValues({ kind: 'span', id: spanId });
  const value = values.getValue(USER_FEEDBACK);
  const others = values.annotations.filter(
    (item) => item.name === USER_FEEDBACK && !(can.write && values.isOwn(item)),
  );
  const press = useOnceLoaded(values.isLoaded, (label: string) => {
    const chosen = THUMBS.find((thumb) => thumb.label === label);
    const isChosen = value.label === label;
    values.save(USER_FEEDBACK, {
      label: isChosen ? null : label,
      score: isChosen ? null : (chosen?.score ?? null),
    });
  });

  return (
    <div className={classes.thumbs}>
      {THUMBS.map(({ label, score, text, Icon }) => {
        const count = others.filter((item) => isPositive(item) === (score === 1)).length;
        const isPressed = value.label === label;
        const fromOthers = count > 0 ? `, ${formatPlural(count, 'other')}` : '';
        const content = (
          <>
            <Icon size={14} aria-hidden />
            {count > 0 ? <span className="numeric">{count}</span> : null}
          </>
        );
        if (!can.write) {
          return count === 0 ? null : (
            <span key={label} className={classes.thumb} role="img" aria-label={`${text}: ${count}`}>
              {content}
            </span>
          );
        }
        return (
          <Tooltip key={label} label={`${text}${fromOthers}`}>
            <UnstyledButton
              className={classes.thumb}
              aria-label={`${text}${fromOthers}`}
              aria-pressed={isPressed}
              onClick={() => press(label)}
            >
              {content}
            </UnstyledButton>
          </Tooltip>
        );
      })}
      <NotSaved failed={values.getFailed(USER_FEEDBACK)} onRetry={values.retry} />
    </div>
  );
}

/** Whether feedback is a thumb up; undefined if it is neither up nor down. */
function isPositive({ label, score }: Judgment): boolean | undefined {
  if (label === 'positive') return true;
  if (label === 'negative') return false;
  return score === null ? undefined : score > 0;
}
