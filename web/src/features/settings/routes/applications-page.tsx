import { AppWindow } from 'lucide-react';
import { useMemo } from 'react';
import { useGrantRevocation } from '../../../components/applications/use-grant-revocation.js';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { useGrants } from '../api/applications.js';
import { AdminOnly } from '../components/admin-only.js';
import { buildGrantColumns } from '../components/grant-columns.js';
import { useSection } from '../components/use-section.js';
import { ListPage, toList } from '../../../components/layout/list-page.js';

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
  const layout = useColumnLayout('settings.applications', columns);
  return (
    <ListPage
      title="Applications"
      intro={
        <>
          Applications that users have approved, such as coding agents. Each has the permissions of
          its user.
        </>
      }
      label="Applications"
      layout={layout}
      list={toList(grants, error, reload)}
      noun="application"
      empty={
        <EmptyState icon={AppWindow} title="No applications yet">
          Applications appear here after a user approves them.
        </EmptyState>
      }
    >
      {revocation.dialog}
    </ListPage>
  );
}
