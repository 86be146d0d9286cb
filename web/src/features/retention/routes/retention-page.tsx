import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { getRouteApi } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { DataTable } from '../../../components/data-table/data-table.js';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { ConfirmDialog, type Confirmation } from '../../../components/dialogs/confirm-dialog.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import page from '../../../components/layout/list-page.module.css';
import { useBreadcrumbs } from '../../../components/layout/page-chrome.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import {
  DeletePolicyMutation,
  type RetentionPolicy,
  RunPolicyMutation,
  useRetentionPolicies,
} from '../api/retention-policies.js';
import { BehindNotice } from '../components/behind-notice.js';
import { buildPolicyColumns } from '../components/policy-columns.js';
import { PolicyDialog } from '../components/policy-dialog.js';
import { StorageUse } from '../components/storage-use.js';
import { describeRule } from '../policy-texts.js';

const route = getRouteApi('/settings/data');

/** How often the list is read again while a policy runs. */
const FOLLOW_MS = 1_500;

/** The policies that delete old traces. Administrators change them. */
export function RetentionPage() {
  useBreadcrumbs([{ label: 'Settings', link: { to: '/settings' } }, { label: 'Data retention' }]);
  const { policy: openId } = route.useSearch();
  const navigate = route.useNavigate();
  const { can } = useViewer();
  const list = useRetentionPolicies();
  const { rows, reload, reread } = list;
  const [confirmation, setConfirmation] = useState<Confirmation>();
  const describe = useConfirmations(reload);

  const open = useCallback(
    (policy: string | undefined) => void navigate({ search: { policy } }),
    [navigate],
  );
  const openRow = useCallback(({ id }: RetentionPolicy) => open(id), [open]);
  const columns = useMemo(
    () =>
      buildPolicyColumns(
        can.administer
          ? {
              onEdit: openRow,
              onRun: (policy) => setConfirmation(describe.run(policy)),
              onDelete: (policy) => setConfirmation(describe.deletion(policy)),
            }
          : undefined,
      ),
    [can.administer, openRow, describe],
  );
  const layout = useColumnLayout('settings.retention', columns, undefined, ignoreColumns);
  const isRunning = rows.some(({ lastRun }) => lastRun?.endedAt === null);
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(reread, FOLLOW_MS);
    return () => clearInterval(timer);
  }, [isRunning, reread]);

  return (
    <div className={page.page}>
      <div className={page.heading}>
        <h1>Data retention</h1>
        <p>
          Policies that delete old traces with their spans and annotations, or only their texts. A
          project without one of its own follows the default policy. Datasets and experiments stay.
        </p>
      </div>
      {can.administer ? <StorageUse /> : null}
      <BehindNotice policies={rows} />
      <div className={page.toolbar}>
        <span className={page.spring} />
        {can.administer ? (
          <Button leftSection={<Plus size={15} aria-hidden />} onClick={() => open('new')}>
            New policy
          </Button>
        ) : null}
      </div>
      <div className={page.list}>
        {list.status === 'error' ? (
          <ErrorState error={list.error} onRetry={reload} />
        ) : (
          <DataTable
            label="Retention policies"
            layout={layout}
            rows={rows}
            onOpen={can.administer ? openRow : undefined}
            activeId={openId}
            isLoading={list.status === 'loading'}
            empty={null}
          />
        )}
        {rows.length > 0 ? (
          <div className={page.foot} role="status">
            {formatPlural(rows.length, 'policy', 'policies')}
          </div>
        ) : null}
      </div>
      <PolicyDialog
        shown={can.administer ? findShown(openId, rows) : undefined}
        onClose={() => open(undefined)}
        onSaved={reread}
      />
      <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(undefined)} />
    </div>
  );
}

function findShown(id: string | undefined, rows: readonly RetentionPolicy[]) {
  return id === 'new' ? 'new' : rows.find((row) => row.id === id);
}

/** Returns functions that describe what to confirm. */
function useConfirmations(onDone: () => void) {
  const [run] = useGraphqlMutation(RunPolicyMutation);
  const [remove] = useGraphqlMutation(DeletePolicyMutation);
  return useMemo(() => {
    const confirm = async (
      sent: ReturnType<typeof run> | ReturnType<typeof remove>,
      message: string,
    ) => {
      const { error } = await sent;
      if (error) return describeError(error).detail;
      notifications.show({ message });
      onDone();
      return undefined;
    };
    return {
      run: (policy: RetentionPolicy): Confirmation => ({
        title: `Run ${policy.name}`,
        text: `${describeRule(policy)}, in ${formatPlural(policy.projectCount, 'project')}. Deleted traces cannot be restored.`,
        label: 'Run now',
        run: () => confirm(run({ input: { id: policy.id } }), `Policy ${policy.name} started`),
      }),
      deletion: ({ id, name, projectCount }: RetentionPolicy): Confirmation => ({
        title: `Delete ${name}`,
        text:
          projectCount === 0
            ? 'No project follows this policy.'
            : `${formatPlural(projectCount, 'project')} will follow the default policy instead.`,
        label: 'Delete policy',
        run: () => confirm(remove({ input: { id } }), `Policy ${name} deleted`),
      }),
    };
  }, [run, remove, onDone]);
}

/** The list has few columns and no column chooser, so the URL need not hold them. */
function ignoreColumns(): void {
  return undefined;
}
