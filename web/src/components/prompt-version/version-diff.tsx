import { useMemo } from 'react';
import { WordDiff } from '../word-diff/word-diff.js';
import type { VersionDetail } from '../prompt-editor/version.js';
import { pairMessages } from './pair-messages.js';
import { type WrittenMessage, writeVersion } from './write-version.js';
import { MessageCard, MessageList } from './message-card.js';
import { PageSection } from '../layout/page-section.js';
import classes from './version-diff.module.css';

interface VersionDiffProps {
  before: VersionDetail;
  after: VersionDetail;
}

/** The differences between two versions, word by word. */
export function VersionDiff({ before, after }: VersionDiffProps) {
  const [old, now] = useMemo(() => [writeVersion(before), writeVersion(after)], [before, after]);
  const pairs = useMemo(() => pairMessages(old.messages, now.messages), [old, now]);
  const changed = now.parts.flatMap((part, index) => {
    const was = old.parts[index]?.text ?? '';
    return was === part.text ? [] : [{ ...part, was }];
  });
  const isSame = changed.length === 0 && pairs.every(isUnchanged);
  return (
    <div className={classes.diff}>
      {isSame ? <p className={classes.same}>The two versions are identical.</p> : null}
      <PageSection title="Messages">
        <MessageList>
          {pairs.map((pair, place) => (
            <MessageDiff key={place} {...pair} />
          ))}
        </MessageList>
      </PageSection>
      {changed.map(({ title, was, text }) => (
        <PageSection key={title} title={title}>
          <div className={title === 'Model' ? classes.line : classes.code}>
            <WordDiff before={was} after={text} />
          </div>
        </PageSection>
      ))}
    </div>
  );
}

interface Pair {
  before?: WrittenMessage;
  after?: WrittenMessage;
}

function isUnchanged({ before, after }: Pair): boolean {
  return before?.text === after?.text && before?.roleName === after?.roleName;
}

function MessageDiff({ before, after }: Pair) {
  const shown = after ?? before;
  if (!shown) return null;
  const kind = shown.role === 'TOOL' ? classes.result : classes.prose;
  const note = !before
    ? 'added'
    : !after
      ? 'removed'
      : isUnchanged({ before, after })
        ? ''
        : 'changed';
  return (
    <MessageCard
      role={shown.role}
      roleName={shown.roleName}
      note={note === '' ? null : <span className={classes.note}>{note}</span>}
    >
      {note === '' ? (
        <div className={`${kind} ${classes.quiet}`}>{shown.text}</div>
      ) : (
        <div className={kind}>
          <WordDiff before={before?.text ?? ''} after={after?.text ?? ''} />
        </div>
      )}
    </MessageCard>
  );
}
