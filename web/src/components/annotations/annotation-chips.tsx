import { Tooltip, UnstyledButton } from '@mantine/core';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { formatExact, formatScore } from '../../lib/format/numbers.js';
import { formatAbsolute } from '../../lib/time/time.js';
import classes from './annotation-chips.module.css';
import { type AnnotationScales, judgeValue, type Quality } from './annotation-scale.js';
import { ANNOTATOR_KINDS, type AnnotationGroup, type AnnotationValue } from './annotation-value.js';

/** Values that a tooltip lists; the rest are counted. */
const LISTED = 12;

interface AnnotationChipsProps {
  groups: readonly AnnotationGroup[];
  scales: AnnotationScales;
  /** The maximum number of chips; the rest are counted. */
  limit?: number;
  /** Leaves out the names, for a column about one name. */
  isNamed?: boolean;
  /** Shows more about them; absent if there is nothing more to show. */
  onOpen?: (() => void) | undefined;
}

/**
 * One chip per name with its label or mean score. The tooltip lists all values with their authors.
 * A dash if there are none.
 */
export function AnnotationChips(props: AnnotationChipsProps) {
  const { groups, scales, limit = 2, isNamed = true, onOpen } = props;
  if (groups.length === 0) return <span aria-label="no annotations">–</span>;
  const rest = groups.length - limit;
  return (
    <Tooltip
      multiline
      maw={380}
      events={{ hover: true, focus: true, touch: true }}
      label={<Values groups={groups} />}
    >
      <UnstyledButton
        className={classes.chips}
        data-opens={onOpen ? true : undefined}
        onClick={onOpen}
      >
        {groups.slice(0, limit).map((group) => (
          <Chip
            key={group.name}
            group={group}
            isNamed={isNamed}
            quality={judgeValue(scales.get(group.name), { ...group, score: group.meanScore })}
          />
        ))}
        {rest > 0 ? <span className={classes.more}>+{rest}</span> : null}
      </UnstyledButton>
    </Tooltip>
  );
}

interface ChipProps {
  group: AnnotationGroup;
  isNamed: boolean;
  quality: Quality | undefined;
}

function Chip({ group, isNamed, quality }: ChipProps) {
  const { name, label, meanScore, values } = group;
  const Sign = quality === 'good' ? ThumbsUp : ThumbsDown;
  return (
    <span className={classes.chip} data-quality={quality}>
      {quality ? <Sign size={11} aria-label={quality} /> : null}
      {isNamed ? (
        <span className={classes.name} dir="auto">
          {name}
        </span>
      ) : null}
      {label === null ? null : (
        <span className={classes.label} dir="auto">
          {label}
        </span>
      )}
      {label === null && meanScore !== null ? (
        <b className="numeric">{formatScore(meanScore)}</b>
      ) : null}
      {label === null && meanScore === null ? <span className={classes.name}>text</span> : null}
      {values.length > 1 ? <span className={classes.count}>×{values.length}</span> : null}
    </span>
  );
}

/** All values of the chips, by name. */
function Values({ groups }: { groups: readonly AnnotationGroup[] }) {
  const shown = groups.flatMap(({ values }) => values).slice(0, LISTED);
  const count = groups.reduce((sum, { values }) => sum + values.length, 0);
  return (
    <ul className={classes.values}>
      {shown.map((value) => (
        <li key={value.id}>
          <b dir="auto">{value.name}</b> {describeValue(value)}
          <small>{describeOrigin(value)}</small>
        </li>
      ))}
      {count > shown.length ? <li>{count - shown.length} more</li> : null}
    </ul>
  );
}

function describeValue({ label, score }: AnnotationValue): string {
  const parts = [label, score === null ? null : formatExact(score)].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(', ') : 'text only';
}

function describeOrigin({ target, annotatorKind, user, createdAt }: AnnotationValue): string {
  const kind = ANNOTATOR_KINDS[annotatorKind];
  const author = user ? `${kind} (${user.username})` : kind;
  return [target, author, formatAbsolute(createdAt)].filter(Boolean).join(' · ');
}
