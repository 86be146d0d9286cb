import { Link } from '@tanstack/react-router';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import type { PromptVersionRow } from '../api/versions-list.js';
import { usePrompt } from './prompt-context.js';
import { TagMarks } from './tag-mark.js';
import classes from './version-line.module.css';

/** A version in a list: its number, note, tags, author and time. */
export function VersionLine({ version }: { version: PromptVersionRow }) {
  const { id: promptId, newestVersion, tags } = usePrompt();
  const { id, sequenceNumber, description, user, createdAt, modelName } = version;
  // From the prompt, which is reloaded whenever a tag is moved.
  const own = tags.filter(({ promptVersionId }) => promptVersionId === id);
  return (
    <Link
      to="/prompts/$promptId/versions/$versionId"
      params={{ promptId, versionId: id }}
      search={({ compare }) => ({ compare })}
      className={classes.line}
    >
      <span className={classes.top}>
        <span className={classes.number}>Version {sequenceNumber}</span>
        {id === newestVersion ? <span className={classes.dimmed}>latest</span> : null}
        <span className={classes.time}>
          <RelativeTime time={createdAt} />
        </span>
      </span>
      {description ? (
        <span className={classes.note} title={description} dir="auto">
          {description}
        </span>
      ) : null}
      <span className={classes.dimmed}>
        {[user?.username, modelName].filter(Boolean).join(' · ')}
      </span>
      {own.length > 0 ? <TagMarks tags={own} limit={3} /> : null}
    </Link>
  );
}
