import { Button } from '@mantine/core';
import { Plus, UsersRound } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import {
  type Confirmation,
  notifyWhenDone,
  useConfirmDialog,
} from '../../../components/dialogs/confirm-dialog.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { DeleteGroupsMutation, type GroupRow, useUserGroups } from '../api/user-groups.js';
import { AdminOnly } from '../components/admin-only.js';
import { buildGroupColumns } from '../components/group-columns.js';
import { GroupDialog } from '../components/group-dialog.js';
import { useSection } from '../components/use-section.js';
import { ListPage, toList } from '../../../components/layout/list-page.js';
import { Toolbar } from '../../../components/layout/page.js';

/** The groups of users, for administrators. */
export function GroupsPage() {
  useSection('Groups');
  return (
    <AdminOnly>
      <Groups />
    </AdminOnly>
  );
}

function Groups() {
  const { groups, error, reload } = useUserGroups();
  const [shown, setShown] = useState<GroupRow | 'new'>();
  const { confirm, confirmDialog } = useConfirmDialog();
  const describeDeletion = useGroupDeletion();
  const columns = useMemo(
    () =>
      buildGroupColumns({
        onOpen: setShown,
        onDelete: (group) => confirm(describeDeletion(group)),
      }),
    [confirm, describeDeletion],
  );
  const layout = useColumnLayout('settings.groups', columns);
  const newButton = (
    <Button leftSection={<Plus size={15} aria-hidden />} onClick={() => setShown('new')}>
      New group
    </Button>
  );

  return (
    <ListPage
      title="Groups"
      intro={
        <>
          Groups can have roles in projects, as people do. Create groups here, or let your identity
          provider or directory name them.
        </>
      }
      toolbar={groups?.length === 0 ? null : <Toolbar actions={newButton} />}
      label="Groups"
      layout={layout}
      list={toList(groups, error, reload)}
      noun="group"
      isFootAnnounced
      onOpen={setShown}
      empty={
        <EmptyState icon={UsersRound} title="No groups yet" action={newButton}>
          Give a role in a project to a group instead of to each person. Identity providers and
          directories can name the groups of a user, too: see docs/project-access.md.
        </EmptyState>
      }
    >
      <GroupDialog shown={shown} onClose={() => setShown(undefined)} />
      {confirmDialog}
    </ListPage>
  );
}

/** Returns a function that describes the deletion of a group. */
function useGroupDeletion(): (group: GroupRow) => Confirmation {
  const [deleteGroups] = useGraphqlMutation(DeleteGroupsMutation);
  return useMemo(
    () =>
      ({ id, name, source, memberCount }) => ({
        title: `Delete ${name}`,
        text: (
          <>
            <b>{formatPlural(memberCount, 'member')}</b> lose the roles in projects that this group
            gives them. Their accounts are kept. You can’t undo this.
            {source === 'LOCAL'
              ? ''
              : ' The group is created again, without roles, when one of its users signs in.'}
          </>
        ),
        label: 'Delete group',
        run: () =>
          notifyWhenDone(deleteGroups({ input: { userGroupIds: [id] } }), `Group ${name} deleted`),
      }),
    [deleteGroups],
  );
}
