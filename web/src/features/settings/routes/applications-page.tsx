import { AppWindow } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useGrantRevocation } from '../../../components/applications/use-grant-revocation.js';
import { DataTable } from '../../../components/data-table/data-table.js';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import page from '../../../components/layout/list-page.module.css';
import { formatPlural } from '../../../lib/format/numbers.js';
import { useGrants } from '../api/applications.js';
import { AdminOnly } from '../components/admin-only.js';
import { buildGrantColumns } from '../components/grant-columns.js';
import { useSection } from '../components/use-section.js';

/** The applications that act for users, for administrators. */
export function ApplicationsPage() {
  useSection('Applications');
  return (
    <AdminOnly>
      <Applications />
    </AdminOnly>
  );
}

function Applications() {
  const { grants, error, reload } = useGrants();
  const revocation = useGrantRevocation();
  const { ask } = revocation;
  const columns = useMemo(
    () => buildGrantColumns((grant) => ask(grant, grant.user.username)),
    [ask],
  );
  const layout = useColumnLayout(
    'settings.applications',
    columns,
    undefined,
    useCallback(() => undefined, []),
  );
  return (
    <div className={page.page}>
      <div className={page.heading}>
        <h1>Applications</h1>
        <p>
          Applications that users have approved, such as coding agents. Each has the permissions of
          its user.
        </p>
      </div>
      <div className={page.list}>
        {error && !grants ? (
          <ErrorState error={error} onRetry={reload} />
        ) : (
          <DataTable
            label="Applications"
            layout={layout}
            rows={grants ?? []}
            isLoading={!grants}
            empty={
              <EmptyState icon={AppWindow} title="No applications yet">
                Applications appear here after a user approves them.
              </EmptyState>
            }
          />
        )}
        {grants && grants.length > 0 ? (
          <div className={page.foot}>{formatPlural(grants.length, 'application')}</div>
        ) : null}
      </div>
      {revocation.dialog}
    </div>
  );
}
