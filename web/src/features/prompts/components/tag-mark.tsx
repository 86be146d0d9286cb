import { Bookmark } from 'lucide-react';
import classes from './tag-mark.module.css';

/** A tag, which points to a version. */
export function TagMark({ name }: { name: string }) {
  return (
    <span className={classes.tag} title={name}>
      <Bookmark size={12} aria-hidden className={classes.icon} />
      <span className={classes.name}>{name}</span>
    </span>
  );
}

interface TagMarksProps {
  tags: readonly { id: string; name: string }[];
  /** The maximum number to show; the rest are counted. */
  limit?: number;
}

/** Tags in one line. */
export function TagMarks({ tags, limit = tags.length }: TagMarksProps) {
  const rest = tags.slice(limit);
  return (
    <span className={classes.tags}>
      {tags.slice(0, limit).map((tag) => (
        <TagMark key={tag.id} name={tag.name} />
      ))}
      {rest.length > 0 ? (
        <span className={classes.more} title={rest.map(({ name }) => name).join(', ')}>
          +{rest.length}
        </span>
      ) : null}
    </span>
  );
}
