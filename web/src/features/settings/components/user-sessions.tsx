import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { describeUserAgent } from '../../../lib/browser/user-agent.js';
import { EndUserSessionMutation } from '../api/user-mutations.js';
import type { UserSession } from '../api/users.js';
import { getAuthMethodLabel } from '../../../lib/page/page-config.js';
import classes from './user-panel.module.css';

interface UserSessionsProps {
  sessions: readonly UserSession[];
  onEnded: () => void;
}

/** The sessions of a user, with a button to end each. */
export function UserSessions({ sessions, onEnded }: UserSessionsProps) {
  const [end, isSending] = useGraphqlMutation(EndUserSessionMutation);
  if (sessions.length === 0) return <p className={classes.none}>Not signed in anywhere.</p>;

  const endSession = async (session: UserSession) => {
    const { error } = await end({ input: { id: session.id } });
    notifications.show(
      error
        ? {
            color: 'red',
            title: 'Session not ended',
            message: describeError(error).detail,
          }
        : { message: `Session in ${describeUserAgent(session.userAgent)} ended` },
    );
    onEnded();
  };
  return (
    <ul className={classes.list} aria-label="Sessions">
      {sessions.map((session) => (
        <li key={session.id} className={classes.item}>
          <div className={classes.what}>
            <div className={classes.name} title={session.userAgent ?? undefined}>
              {describeUserAgent(session.userAgent)}
              {session.isCurrent ? <span className={classes.notes}>this session</span> : null}
            </div>
            <div className={classes.notes}>
              <span>{session.provider ?? getAuthMethodLabel(session.authMethod)}</span>
              {session.address ? <span>{session.address}</span> : null}
              <span>
                last used <RelativeTime time={session.lastUsedAt} />
              </span>
              <span>
                since <RelativeTime time={session.createdAt} />
              </span>
            </div>
          </div>
          {session.isCurrent ? null : (
            <Button
              variant="default"
              size="compact-sm"
              disabled={isSending}
              aria-label={`End session in ${describeUserAgent(session.userAgent)}`}
              onClick={() => void endSession(session)}
            >
              End
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
