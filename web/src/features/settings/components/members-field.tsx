import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { GroupMember } from '../api/user-groups.js';
import { useUserChoices } from '../api/users.js';

const PAUSE_MS = 200;

interface MembersFieldProps {
  /** The members so far, whose names are not among the suggestions. */
  known: readonly GroupMember[];
  /** Global IDs of the chosen users. */
  value: readonly string[];
  onChange: (userIds: string[]) => void;
}

/** A field that finds users by name or email address. */
export function MembersField({ known, value, onChange }: MembersFieldProps) {
  const [typed, setTyped] = useState('');
  const [settled] = useDebouncedValue(typed, PAUSE_MS);
  const { users } = useUserChoices(settled);
  const [chosen, setChosen] = useState(known);
  const people = new Map([...chosen, ...users].map((user) => [user.id, user]));
  return (
    <MultiSelect
      label="Members"
      description="Users who get roles in projects together."
      placeholder={value.length === 0 ? 'Name or email address' : undefined}
      nothingFoundMessage="No user has this name"
      searchable
      hidePickedOptions
      searchValue={typed}
      onSearchChange={setTyped}
      data={[...people.values()].map(({ id, username }) => ({ value: id, label: username }))}
      // The server has filtered them.
      filter={({ options }) => options}
      renderOption={({ option }) => <Person user={people.get(option.value)} />}
      value={[...value]}
      onChange={(ids) => {
        setChosen(ids.flatMap((id) => people.get(id) ?? []));
        onChange(ids);
      }}
    />
  );
}

function Person({ user }: { user: GroupMember | undefined }) {
  return (
    <span>
      <bdi>{user?.username}</bdi> <small>{user?.email}</small>
    </span>
  );
}
