import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { EXPIRY_CHOICES, type ExpiryChoice, resolveExpiry } from './key-expiry.js';
import { KEY_SCOPES, type KeyScope } from './key-use.js';
import { FormAlert, FormButtons } from '../forms/form-parts.js';
import { graphql } from '../../graphql.js';
import { useGraphqlQuery } from '../../lib/data/use-graphql-query.js';

export const KeyProjectsQuery = graphql(`
  query KeyProjects {
    projects(first: 1000, sort: { col: name, dir: asc }) {
      edges {
        node {
          id
          name
        }
      }
    }
  }
`);

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
  /** Returns an error message on failure. */
  onSubmit: (key: NewKey) => Promise<string | undefined>;
}

interface KeyDraft {
  name: string;
  description: string;
  scope: KeyScope;
  /** Empty for all projects. */
  projectId: string;
  choice: ExpiryChoice;
  /** In local time; only for the choice `date`. */
  date: string;
}

/** Asks for the name and scope of a new key. Keeps the input if the server rejects it. */
export function CreateKeyForm({ fullScopeNote, onCancel, onSubmit }: CreateKeyFormProps) {
  const [refusal, setRefusal] = useState<string>();
  const form = useForm<KeyDraft>({
    initialValues: {
      name: '',
      description: '',
      scope: 'FULL',
      projectId: '',
      choice: '90',
      date: '',
    },
    validate: {
      date: (date, { choice }) => {
        const expiry = resolveExpiry(choice, date);
        return 'problem' in expiry ? expiry.problem : null;
      },
    },
  });
  const { scope, projectId, choice } = form.values;
  const projects = useKeyProjects();

  const submit = form.onSubmit(async ({ name, description, date }) => {
    const expiry = resolveExpiry(choice, date);
    if ('problem' in expiry) return;
    const problem = await onSubmit({
      name: name.trim(),
      description: description.trim() || null,
      expiresAt: expiry.expiresAt,
      scope,
      projectId: projectId || null,
    });
    setRefusal(problem);
  });

  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label="Name"
          description="Name the program that uses the key, so you know what stops working if you delete it."
          required
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <TextInput label="Description" autoComplete="off" {...form.getInputProps('description')} />
        <NativeSelect
          label="Scope"
          description={scope === 'FULL' ? fullScopeNote : undefined}
          data={KEY_SCOPES.map(({ value, label }) => ({ value, label }))}
          {...form.getInputProps('scope')}
        />
        <NativeSelect
          label="Project"
          description={
            projectId === ''
              ? undefined
              : 'All data sent with this key goes to this project. The key cannot use GraphQL.'
          }
          data={[
            { value: '', label: 'All projects' },
            ...projects.map((project) => ({ value: project.id, label: project.name })),
          ]}
          {...form.getInputProps('projectId')}
        />
        <NativeSelect
          label="Expires after"
          data={EXPIRY_CHOICES.map(({ value, label }) => ({ value, label }))}
          {...form.getInputProps('choice')}
        />
        {choice === 'date' ? (
          <TextInput
            type="datetime-local"
            label="Expires at"
            max="9999-12-31T23:59"
            {...form.getInputProps('date')}
          />
        ) : null}
        <FormAlert text={refusal} />
        <FormButtons
          label="Create key"
          isBusy={form.submitting}
          isDisabled={form.values.name.trim() === ''}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}

/** Lists the projects a key can be limited to: the first thousand by name. */
function useKeyProjects(): readonly { id: string; name: string }[] {
  const { data } = useGraphqlQuery(KeyProjectsQuery, {});
  return data?.projects.edges.map(({ node }) => node) ?? [];
}
