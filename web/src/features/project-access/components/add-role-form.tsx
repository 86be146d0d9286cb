import { Button, NativeSelect, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { FormAlert } from '../../../components/forms/form-parts.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { PROJECT_ROLES } from '../access-texts.js';
import {
  type AssignedRole,
  type NamedGroup,
  SetProjectRoleMutation,
} from '../api/project-access.js';
import classes from './project-access.module.css';

interface AddRoleFormProps {
  projectId: string;
  groups: readonly NamedGroup[];
}

const EMPTY = { email: '', userGroupId: null as string | null, role: 'MEMBER' as AssignedRole };

/** Gives a role in a project to a person, by email address, or to a group. */
export function AddRoleForm({ projectId, groups }: AddRoleFormProps) {
  const [kind, setKind] = useState('person');
  const [refusal, setRefusal] = useState<string>();
  const [setRole] = useGraphqlMutation(SetProjectRoleMutation);
  const form = useForm({ initialValues: EMPTY, onValuesChange: () => setRefusal(undefined) });
  const { email, userGroupId } = form.values;
  const isGroup = kind === 'group';

  const submit = form.onSubmit(async ({ role }) => {
    const holder = isGroup ? { userGroupId } : { email: email.trim() };
    const { error } = await setRole({ input: { projectId, ...holder, role } });
    if (error) setRefusal(describeError(error).detail);
    else form.setValues({ email: '', userGroupId: null });
  });
  return (
    <form onSubmit={submit} aria-label="Add a role">
      <div className={classes.form}>
        {groups.length > 0 ? (
          <SegmentedControl
            aria-label="Add a person or a group"
            value={kind}
            onChange={setKind}
            data={[
              { value: 'person', label: 'Person' },
              { value: 'group', label: 'Group' },
            ]}
          />
        ) : null}
        {isGroup ? (
          <Select
            className={classes.wide}
            aria-label="Group"
            placeholder="Find a group"
            searchable
            nothingFoundMessage="No group has this name"
            data={groups.map(({ id, name }) => ({ value: id, label: name }))}
            {...form.getInputProps('userGroupId')}
          />
        ) : (
          <TextInput
            className={classes.wide}
            aria-label="Email address"
            placeholder="Email address of a user"
            type="email"
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('email')}
          />
        )}
        <NativeSelect
          className={classes.narrow}
          aria-label="Role to add"
          data={PROJECT_ROLES.map(({ role, label }) => ({ value: role, label }))}
          {...form.getInputProps('role')}
        />
        <Button
          type="submit"
          variant="default"
          leftSection={<UserPlus size={15} aria-hidden />}
          loading={form.submitting}
          disabled={isGroup ? userGroupId === null : email.trim() === ''}
        >
          Add
        </Button>
      </div>
      <FormAlert text={refusal} />
    </form>
  );
}
