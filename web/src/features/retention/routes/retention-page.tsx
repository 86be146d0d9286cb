import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { getRouteApi } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useCallback, useEffect, useMemo } from 'react';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { type Confirmation, useConfirmDialog } from '../../../components/dialogs/confirm-dialog.js';
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
import { ListPage } from '../../../components/layout/list-page.js';
import { Toolbar } from '../../../components/layout/page.js';

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
  const { confirm, confirmDialog } = useConfirmDialog();
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
              onRun: (policy) => confirm(describe.run(policy)),
              onDelete: (policy) => confirm(describe.deletion(policy)),
            }
          : undefined,
      ),
    [confirm, can.administer, openRow, describe],
  );
  const layout = useColumnLayout('settings.retention', columns);
  const isRunning = rows.some(({ lastRun }) => lastRun?.endedAt === null);
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(reread, FOLLOW_MS);
    return () => clearInterval(timer);
  }, [isRunning, reread]);

  return (
    <ListPage
      title="Data retention"
      intro={
        <>
          Policies delete old traces with their spans and annotations, or only their texts. Projects
          without their own policy follow the default policy. Datasets and experiments are kept.
        </>
      }
      toolbar={
        <>
          {can.administer ? <StorageUse /> : null}
          <BehindNotice policies={rows} />
          <Toolbar
            actions={
              can.administer ? (
                <Button leftSection={<Plus size={15} aria-hidden />} onClick={() => open('new')}>
                  New policy
                </Button>
              ) : null
            }
          />
        </>
      }
      label="Retention policies"
      layout={layout}
      list={list}
      noun={['policy', 'policies']}
      isFootAnnounced
      onOpen={can.administer ? openRow : undefined}
      activeId={openId}
      empty={null}
    >
      <PolicyDialog
        shown={can.administer ? findShown(openId, rows) : undefined}
        onClose={() => open(undefined)}
        onSaved={reread}
      />
      {confirmDialog}
    </ListPage>
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
