import { Badge, Button, Skeleton, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { MonitorSmartphone } from 'lucide-react';
import { notifyWhenDone, useConfirmDialog } from '../../../components/dialogs/confirm-dialog.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { describeUserAgent } from '../../../lib/browser/user-agent.js';
import {
  EndOtherSessionsMutation,
  EndOwnSessionMutation,
  type LoginSession,
  SessionsQuery,
} from '../api/sessions.js';
import rows from '../components/rows.module.css';
import { ProfileSection } from '../components/profile-section.js';

/** Your sign-in sessions, with a button to end each. */
export function SignInSessionsPage() {
  const { data, error, reload: refresh } = useGraphqlQuery(SessionsQuery, {});
  const sessions = data?.viewer?.sessions;
  const others = sessions?.filter(({ isCurrent }) => !isCurrent) ?? [];
  return (
    <ProfileSection
      isPage
      title="Sessions"
      intro="Browsers and devices that are signed in to your account. If you don’t recognize one, end its session and change your password."
      action={others.length > 0 ? <EndOthers count={others.length} onEnded={refresh} /> : null}
    >
      {sessions ? (
        <ul className={rows.list}>
          {sortSessions(sessions).map((session) => (
            <SessionRow key={session.id} session={session} onEnded={refresh} />
          ))}
        </ul>
      ) : null}
      {!sessions && error ? <ErrorState error={error} onRetry={refresh} /> : null}
      {!sessions && !error ? <Skeleton height={64} /> : null}
    </ProfileSection>
  );
}

/** Sorts the current session first, then by last use, newest first. */
function sortSessions(sessions: readonly LoginSession[]): LoginSession[] {
  return sessions.toSorted(
    (a, b) =>
      Number(b.isCurrent) - Number(a.isCurrent) ||
      Date.parse(b.lastUsedAt) - Date.parse(a.lastUsedAt),
  );
}

function SessionRow({ session, onEnded }: { session: LoginSession; onEnded: () => void }) {
  const { id, userAgent, address, isCurrent, createdAt, lastUsedAt, provider } = session;
  const device = describeUserAgent(userAgent);
  const [end, isSending] = useGraphqlMutation(EndOwnSessionMutation);
  const submit = async () => {
    const { error } = await end({ input: { id } });
    notifications.show({
      message: error ? describeError(error).detail : `Session in ${device} ended`,
    });
    onEnded();
  };
  return (
    <li className={rows.row}>
      <MonitorSmartphone size={18} strokeWidth={1.6} className={rows.icon} aria-hidden />
      <div className={rows.text}>
        <div className={rows.title}>
          <Tooltip label={userAgent ?? 'The browser did not identify itself'} multiline maw={360}>
            <span>{device}</span>
          </Tooltip>
          {isCurrent ? (
            <Badge size="sm" variant="light" tt="none" fw={500}>
              This session
            </Badge>
          ) : null}
        </div>
        <div className={rows.facts}>
          {address ? <span>{address}</span> : null}
          <span>
            {isCurrent ? (
              'in use now'
            ) : (
              <>
                last used <RelativeTime time={lastUsedAt} />
              </>
            )}
          </span>
          <span>
            signed in <RelativeTime time={createdAt} />
            {provider ? ` with ${provider}` : ''}
          </span>
        </div>
      </div>
      {isCurrent ? null : (
        <Button
          variant="default"
          size="compact-sm"
          loading={isSending}
          aria-label={`End session in ${device}`}
          onClick={() => void submit()}
        >
          End session
        </Button>
      )}
    </li>
  );
}

/** Ends all sessions but this one, after confirmation. */
function EndOthers({ count, onEnded }: { count: number; onEnded: () => void }) {
  const { confirm, confirmDialog } = useConfirmDialog();
  const [endOthers] = useGraphqlMutation(EndOtherSessionsMutation);
  const ask = () =>
    confirm({
      title: 'End all other sessions',
      text: (
        <>
          <b>{formatPlural(count, 'session')}</b> on other browsers and devices{' '}
          {count === 1 ? 'ends' : 'end'}. This session continues, and API keys keep working.
        </>
      ),
      label: 'End sessions',
      run: () => notifyWhenDone(endOthers({}), `${formatPlural(count, 'session')} ended`, onEnded),
    });
  return (
    <>
      <Button variant="default" onClick={ask}>
        End all other sessions
      </Button>
      {confirmDialog}
    </>
  );
}
