import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { EXPIRY_CHOICES, type ExpiryChoice, resolveExpiry } from './key-expiry.js';
import { KEY_SCOPES, type KeyScope } from './key-use.js';
import { FormAlert, FormButtons } from '../forms/form-parts.js';
import { useKeyProjects } from './key-projects.js';

/** The key to create. */
export interface NewKey {
  name: string;
  description: string | null;
  expiresAt: string | null;
  scope: KeyScope;
  projectId: string | null;
}

interface CreateKeyFormProps {
  fullScopeNote: string;
  onCancel: () => void;
  /** Returns why the key could not be created. */
  onSubmit: (key: NewKey) => Promise<string | undefined>;
}

/** Asks what a new key is for. Keeps the input when the server refuses it. */
export function CreateKeyForm({ fullScopeNote, onCancel, onSubmit }: CreateKeyFormProps) {
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [choice, setChoice] = useState<ExpiryChoice>('90');
  const [date, setDate] = useState('');
  const [dateProblem, setDateProblem] = useState<string>();
  const [scope, setScope] = useState<KeyScope>('FULL');
  const [projectId, setProjectId] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const projects = useKeyProjects();

  const submit = async () => {
    const expiry = resolveExpiry(choice, date);
    if ('problem' in expiry) {
      setDateProblem(expiry.problem);
      return;
    }
    setIsBusy(true);
    const problem = await onSubmit({
      name: name.trim(),
      description: description.trim() || null,
      expiresAt: expiry.expiresAt,
      scope,
      projectId: projectId || null,
    });
    setIsBusy(false);
    setRefusal(problem);
  };
  const onFormSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };

  return (
    <form onSubmit={onFormSubmit}>
      <Stack gap="sm">
        <TextInput
          label="Name"
          description="Name the program that uses the key, so that you know what stops working when you delete it."
          required
          data-autofocus
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label="Description"
          autoComplete="off"
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <NativeSelect
          label="Scope"
          description={scope === 'FULL' ? fullScopeNote : undefined}
          value={scope}
          data={KEY_SCOPES.map(({ value, label }) => ({ value, label }))}
          onChange={(event) =>
            setScope(
              KEY_SCOPES.find(({ value }) => value === event.currentTarget.value)?.value ?? scope,
            )
          }
        />
        <NativeSelect
          label="Project"
          description={
            projectId === ''
              ? undefined
              : 'All data sent with this key goes to this project. The key cannot use GraphQL.'
          }
          value={projectId}
          data={[
            { value: '', label: 'All projects' },
            ...projects.map((project) => ({ value: project.id, label: project.name })),
          ]}
          onChange={(event) => setProjectId(event.currentTarget.value)}
        />
        <NativeSelect
          label="Expires after"
          value={choice}
          data={EXPIRY_CHOICES.map(({ value, label }) => ({ value, label }))}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setChoice(EXPIRY_CHOICES.find((item) => item.value === value)?.value ?? choice);
          }}
        />
        {choice === 'date' ? (
          <TextInput
            type="datetime-local"
            label="Expires at"
            max="9999-12-31T23:59"
            value={date}
            error={dateProblem}
            onChange={(event) => {
              setDate(event.currentTarget.value);
              setDateProblem(undefined);
            }}
          />
        ) : null}
        <FormAlert text={refusal} />
        <FormButtons
          label="Create key"
          isBusy={isBusy}
          isDisabled={name.trim() === ''}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}
