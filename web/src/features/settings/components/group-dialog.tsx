import { Modal, Skeleton, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { Notice } from '../../../components/feedback/notice.js';
import { FormAlert, FormButtons } from '../../../components/forms/form-parts.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import {
  CreateGroupMutation,
  type GroupMember,
  type GroupRow,
  PatchGroupMutation,
  useGroupMembers,
} from '../api/user-groups.js';
import { explainSource } from '../group-sources.js';
import classes from './group-dialog.module.css';
import { MembersField } from './members-field.js';

interface GroupDialogProps {
  /** The group to show, or `new`; undefined to hide the dialog. */
  shown: GroupRow | 'new' | undefined;
  onClose: () => void;
}

/** Creates a group, edits one that was created here, or shows one that comes from elsewhere. */
export function GroupDialog({ shown, onClose }: GroupDialogProps) {
  return (
    <Modal
      opened={shown !== undefined}
      onClose={onClose}
      title={shown === 'new' ? 'New group' : (shown?.name ?? 'Group')}
      closeOnClickOutside={shown !== 'new'}
      size={520}
    >
      {shown === 'new' ? <GroupForm group={undefined} members={[]} onClose={onClose} /> : null}
      {shown === undefined || shown === 'new' ? null : <Group group={shown} onClose={onClose} />}
    </Modal>
  );
}

function Group({ group, onClose }: { group: GroupRow; onClose: () => void }) {
  const { members, error, reload } = useGroupMembers(group.id);
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!members) return <Skeleton height={160} />;
  if (group.source === 'LOCAL') {
    return <GroupForm group={group} members={members} onClose={onClose} />;
  }
  return (
    <Stack gap="sm">
      <Notice tone="info">{explainSource(group.source)}</Notice>
      {members.length === 0 ? <p className={classes.none}>Nobody is in this group.</p> : null}
      <ul className={classes.members}>
        {members.map(({ id, username, email }) => (
          <li key={id}>
            <bdi>{username}</bdi> <small>{email}</small>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

interface GroupFormProps {
  /** Undefined for a new one. */
  group: GroupRow | undefined;
  members: readonly GroupMember[];
  onClose: () => void;
}

function GroupForm({ group, members, onClose }: GroupFormProps) {
  const [refusal, setRefusal] = useState<string>();
  const [create] = useGraphqlMutation(CreateGroupMutation);
  const [patch] = useGraphqlMutation(PatchGroupMutation);
  const form = useForm({
    initialValues: { name: group?.name ?? '', memberIds: members.map(({ id }) => id) },
    onValuesChange: () => setRefusal(undefined),
  });

  const submit = form.onSubmit(async ({ name, memberIds }) => {
    const { error } = group
      ? await patch({ input: { userGroupId: group.id, name, memberIds } })
      : await create({ input: { name, memberIds } });
    if (error) {
      setRefusal(describeError(error).detail);
      return;
    }
    notifications.show({ message: `Group ${name.trim()} ${group ? 'saved' : 'created'}` });
    onClose();
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label="Name"
          required
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <MembersField
          known={members}
          value={form.values.memberIds}
          onChange={(memberIds) => form.setFieldValue('memberIds', memberIds)}
        />
        <FormAlert text={refusal} />
        <FormButtons
          label={group ? 'Save group' : 'Create group'}
          isBusy={form.submitting}
          isDisabled={form.values.name.trim() === '' || (group !== undefined && !form.isDirty())}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
