import { ANNOTATOR_KINDS } from '../../../components/annotations/annotation-value.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { formatExact } from '../../../lib/format/numbers.js';
import { pageConfig } from '../../../lib/page/page-config.js';
import { useShownPart } from './use-shown-part.js';
import type { Judgment } from './judgments.js';
import classes from './judge-panel.module.css';

interface JudgmentListProps {
  label: string;
  judgments: readonly Judgment[];
  isOwn: (judgment: Judgment) => boolean;
}

/** Annotations with their author, kind and time, to read. */
export function JudgmentList({ label, judgments, isOwn }: JudgmentListProps) {
  const { shown, more } = useShownPart(judgments);
  return (
    <>
      <ul className={classes.list} aria-label={label}>
        {shown.map((item) => (
          <li key={item.id}>
            <strong dir="auto">{item.name}</strong> <span dir="auto">{describeValue(item)}</span>
            {item.explanation ? (
              <p className={classes.text} dir="auto">
                {item.explanation}
              </p>
            ) : null}
            <p className={classes.hint}>
              {isOwn(item) && item.user ? 'You · ' : describeAuthor(item.user)}
              {ANNOTATOR_KINDS[item.annotatorKind]} · {item.source === 'APP' ? 'web app' : 'API'} ·{' '}
              <RelativeTime time={item.updatedAt} />
            </p>
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

/** The author of an annotation; without authentication, nobody knows. */
export function describeAuthor(user: Judgment['user']): string {
  if (user) return `${user.username} · `;
  return pageConfig.authenticationEnabled ? 'Unknown author · ' : '';
}

function describeValue({ label, score }: Judgment): string {
  if (label !== null && score !== null) return `${label} (${formatExact(score)})`;
  return label ?? (score === null ? '' : formatExact(score));
}
