import { Switch } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { UserLock } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { DataTable } from '../../../components/data-table/data-table.js';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import {
  type Confirmation,
  notifyWhenDone,
  useConfirmDialog,
} from '../../../components/dialogs/confirm-dialog.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { countHolders } from '../access-texts.js';
import {
  type AssignedRole,
  type Assignment,
  ProjectRolesQuery,
  RemoveProjectRoleMutation,
  SetProjectPrivacyMutation,
  SetProjectRoleMutation,
  type VisibleProject,
} from '../api/project-access.js';
import { AddRoleForm } from './add-role-form.js';
import { buildRoleColumns, getHolderName } from './role-columns.js';
import classes from './project-access.module.css';

/** The project that gets spans that name none. */
const DEFAULT_PROJECT = 'default';
const NONE: readonly Assignment[] = [];

/** Who can see a project and what they may do in it, for its managers. */
export function ProjectRoles({ project }: { project: VisibleProject }) {
  const { id, name, isPrivate } = project;
  const { data, error, reload } = useGraphqlQuery(ProjectRolesQuery, { id });
  const { confirm, confirmDialog } = useConfirmDialog();
  const describePrivacy = usePrivacyChange(project);
  const { onChange, onRemove } = useRoleChanges(id, confirm);
  const columns = useMemo(() => buildRoleColumns({ onChange, onRemove }), [onChange, onRemove]);
  const layout = useColumnLayout('project.access', columns);
  if (error) return <ErrorState error={error} onRetry={reload} />;
  const node = data?.node.__typename === 'Project' ? data.node : undefined;
  const assignments = node?.roleAssignments;

  return (
    <div className={classes.parts}>
      <Switch
        label="Private"
        description={
          name === DEFAULT_PROJECT
            ? 'Everyone sees this project, because spans that name no project are stored in it.'
            : 'Only the people and groups below, and administrators, see the project with its datasets, prompts and experiments.'
        }
        checked={isPrivate}
        disabled={name === DEFAULT_PROJECT || assignments === undefined}
        onChange={() => confirm(describePrivacy(assignments ?? NONE))}
      />
      <p className={classes.words}>
        {isPrivate
          ? 'In this project, only these roles count.'
          : 'A role can give people more rights in this project than they have on the server, never fewer.'}{' '}
        The highest role counts if somebody has several.
      </p>
      <div className={classes.table}>
        <DataTable
          label="Roles in this project"
          layout={layout}
          rows={assignments ?? NONE}
          isLoading={assignments === undefined}
          empty={
            <EmptyState icon={UserLock} title="Nobody has a role in this project yet">
              {isPrivate
                ? 'Only administrators see it. Add people or groups below.'
                : 'Everyone has the role that they have on the server. Add people or groups who need more.'}
            </EmptyState>
          }
        />
      </div>
      <AddRoleForm projectId={id} groups={data?.userGroups ?? []} />
      {confirmDialog}
    </div>
  );
}

/** Asks before a project is hidden or shown, because people lose or get sight of it at once. */
function usePrivacyChange({ id, name, isPrivate }: VisibleProject) {
  const [setPrivacy] = useGraphqlMutation(SetProjectPrivacyMutation);
  return (assignments: readonly Assignment[]): Confirmation => ({
    title: isPrivate ? `Show ${name} to everyone` : `Make ${name} private`,
    text: isPrivate ? (
      'Everyone who can sign in will see this project with its datasets, prompts and experiments.'
    ) : (
      <>
        {assignments.length === 0 ? (
          'Nobody has a role in this project yet, so only administrators will see it. '
        ) : (
          <>
            <b>{countHolders(assignments)}</b> with a role in this project, and administrators, will
            see it.{' '}
          </>
        )}
        It disappears for everyone else, with its datasets, prompts and experiments. System keys can
        still send spans to it.
      </>
    ),
    label: isPrivate ? 'Show to everyone' : 'Make private',
    isHarmless: true,
    run: () =>
      notifyWhenDone(
        setPrivacy({ input: { projectId: id, isPrivate: !isPrivate } }),
        isPrivate ? `Everyone sees ${name}` : `${name} is private`,
      ),
  });
}

/** Returns functions that change and remove roles. Asks before you change your own. */
function useRoleChanges(projectId: string, ask: (confirmation: Confirmation) => void) {
  const { viewer, canOnServer } = useViewer();
  const [setRole] = useGraphqlMutation(SetProjectRoleMutation);
  const [removeRole] = useGraphqlMutation(RemoveProjectRoleMutation);
  const viewerId = canOnServer.administer ? undefined : viewer?.id;

  const apply = useCallback(
    (assignment: Assignment, label: string, run: () => Promise<string | undefined>) => {
      if (assignment.user === null || assignment.user.id !== viewerId) {
        void run().then((problem) => {
          if (problem !== undefined) notifications.show({ message: problem, color: 'red' });
        });
        return;
      }
      ask({
        title: 'Change your own role',
        text: 'You may no longer be able to manage this project, or to see it. Only another manager or an administrator can give you the role back.',
        label,
        run,
      });
    },
    [viewerId, ask],
  );
  const onChange = useCallback(
    (assignment: Assignment, role: AssignedRole) =>
      apply(assignment, 'Change role', async () => {
        const { user, userGroup } = assignment;
        const holder = user ? { userId: user.id } : { userGroupId: userGroup?.id };
        const { error } = await setRole({ input: { projectId, ...holder, role } });
        return error && describeError(error).detail;
      }),
    [apply, projectId, setRole],
  );
  const onRemove = useCallback(
    (assignment: Assignment) =>
      apply(assignment, 'Remove role', async () => {
        const input = { projectId, roleAssignmentId: assignment.id };
        const { error } = await removeRole({ input });
        if (error) return describeError(error).detail;
        const name = getHolderName(assignment);
        notifications.show({ message: `${name} no longer has a role in this project` });
        return undefined;
      }),
    [apply, projectId, removeRole],
  );
  return { onChange, onRemove };
}
