import { Button, Skeleton } from '@mantine/core';
import { AppWindow } from 'lucide-react';
import { ApplicationName } from '../../../components/applications/application-name.js';
import { useGrantRevocation } from '../../../components/applications/use-grant-revocation.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { ApplicationsQuery, type OwnGrant } from '../api/applications.js';
import rows from '../components/rows.module.css';
import { ProfileSection } from '../components/profile-section.js';

/** The applications that act for you, with a button to end the access of each. */
export function ApplicationsPage() {
  const { data, error, reload } = useGraphqlQuery(ApplicationsQuery, {});
  const revocation = useGrantRevocation();
  const grants = data?.viewer?.oauth2Grants;
  return (
    <ProfileSection
      isPage
      title="Applications"
      intro="Applications that you have approved, such as coding agents. Each has your permissions. If you don’t recognize one, revoke its access."
    >
      {grants && grants.length > 0 ? (
        <ul className={rows.list}>
          {grants.map((grant) => (
            <GrantRow key={grant.id} grant={grant} onRevoke={() => revocation.ask(grant)} />
          ))}
        </ul>
      ) : null}
      {grants?.length === 0 ? (
        <EmptyState icon={AppWindow} title="No applications yet">
          When an application asks to act for you, this browser opens a page where you decide. Those
          that you approve are listed here.
        </EmptyState>
      ) : null}
      {!grants && error ? <ErrorState error={error} onRetry={reload} /> : null}
      {!grants && !error ? <Skeleton height={64} /> : null}
      {revocation.dialog}
    </ProfileSection>
  );
}

function GrantRow({ grant, onRevoke }: { grant: OwnGrant; onRevoke: () => void }) {
  const { clientName, createdAt, expiresAt, lastUsedAt } = grant;
  return (
    <li className={rows.row}>
      <AppWindow size={18} strokeWidth={1.6} className={rows.icon} aria-hidden />
      <div className={rows.text}>
        <div className={rows.title}>
          <ApplicationName application={grant} />
        </div>
        <div className={rows.facts}>
          <span>
            {lastUsedAt === null ? (
              'never used'
            ) : (
              <>
                last used <RelativeTime time={lastUsedAt} />
              </>
            )}
          </span>
          <span>
            approved <RelativeTime time={createdAt} />
          </span>
          <span>
            expires <RelativeTime time={expiresAt} />
          </span>
        </div>
      </div>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Revoke access of ${clientName}`}
        onClick={onRevoke}
      >
        Revoke
      </Button>
    </li>
  );
}
