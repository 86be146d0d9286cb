import { Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { IDENTIFIER_RULE, isIdentifier } from '../identifier.js';
import classes from './tag-form.module.css';

/** Suggested tags that say where a version is used. */
const USUAL = ['production', 'staging', 'development'];

interface TagFormProps {
  /** Tags that point to other versions and would be moved. */
  others: readonly { name: string }[];
  /** Tags that already point to this version. */
  taken: readonly string[];
  /** Returns why the server refused. */
  onSubmit: (name: string) => Promise<string | undefined>;
}

/** Selects or creates a tag for a version. */
export function TagForm({ others, taken, onSubmit }: TagFormProps) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const isMoved = others.some((tag) => tag.name === name);
  const known = [...new Set([...others.map((tag) => tag.name), ...USUAL])].filter(
    (choice) => !taken.includes(choice),
  );

  const submit = async (chosen: string) => {
    if (!isIdentifier(chosen)) {
      setProblem(IDENTIFIER_RULE);
      return;
    }
    setIsBusy(true);
    const refusal = await onSubmit(chosen);
    setIsBusy(false);
    setProblem(refusal);
  };
  const onFormSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit(name.trim());
  };
  return (
    <form onSubmit={onFormSubmit}>
      <Stack gap="xs">
        <TextInput
          label="Tag name"
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          value={name}
          error={problem}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
        {known.length > 0 ? (
          <div className={classes.known}>
            {known.slice(0, 8).map((choice) => (
              <Button
                key={choice}
                variant="default"
                size="compact-xs"
                onClick={() => void submit(choice)}
              >
                {choice}
                {others.some((tag) => tag.name === choice) ? (
                  <span className={classes.moves}>moves here</span>
                ) : null}
              </Button>
            ))}
          </div>
        ) : null}
        <Button type="submit" loading={isBusy} disabled={name.trim() === ''}>
          {isMoved ? 'Move tag here' : 'Set tag'}
        </Button>
      </Stack>
    </form>
  );
}
