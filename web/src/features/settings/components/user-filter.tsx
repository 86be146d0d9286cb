import { Button, Loader, Popover, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useUserChoices, useUserName } from '../api/users.js';
import classes from './audit.module.css';

interface PersonFilterProps {
  /** Global ID of the chosen user. */
  value: string | undefined;
  onChange: (userId: string | undefined) => void;
}

/** Filters by user. */
export function UserFilter({ value, onChange }: PersonFilterProps) {
  const [opened, setOpened] = useState(false);
  const { name, isPending } = useUserName(value);
  const choose = (userId: string | undefined) => {
    setOpened(false);
    onChange(userId);
  };
  const label =
    value === undefined ? 'All users' : (name ?? (isPending ? 'Selected user' : 'Deleted user'));
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={260} trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="compact-md"
          className={classes.person}
          data-active={value !== undefined || undefined}
          rightSection={<ChevronDown size={14} aria-hidden />}
          aria-label={`User: ${label}`}
          onClick={() => setOpened(!opened)}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={8} aria-label="User">
        <PersonChoices isChosen={value !== undefined} onChoose={choose} />
      </Popover.Dropdown>
    </Popover>
  );
}

interface PersonChoicesProps {
  isChosen: boolean;
  onChoose: (userId: string | undefined) => void;
}

function PersonChoices({ isChosen, onChoose }: PersonChoicesProps) {
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text, 200);
  const { users, isPending } = useUserChoices(settled);
  return (
    <>
      <TextInput
        aria-label="Find a user"
        placeholder="Name or email address"
        data-autofocus
        value={text}
        rightSection={isPending ? <Loader size={12} /> : null}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ul className={classes.people}>
        {isChosen ? (
          <li>
            <button type="button" className={classes.choice} onClick={() => onChoose(undefined)}>
              All users
            </button>
          </li>
        ) : null}
        {users.map(({ id, username, email }) => (
          <li key={id}>
            <button type="button" className={classes.choice} onClick={() => onChoose(id)}>
              {username} <small>{email}</small>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
