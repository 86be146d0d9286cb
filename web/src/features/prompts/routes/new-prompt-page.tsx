import { Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useBreadcrumbs } from '../../../components/layout/page-chrome.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { useFocusOnMount } from '../../../lib/browser/use-focus-on-mount.js';
import { CreatePromptMutation } from '../api/prompt-mutations.js';
import { MembersOnly } from '../components/members-only.js';
import { VersionEditor } from '../components/version-editor.js';
import fields from '../components/version-editor.module.css';
import { emptyDraft } from '../draft/version-draft.js';
import { IDENTIFIER_RULE, isIdentifier, toIdentifier } from '../identifier.js';

/** The editor for a new prompt with its first version. */
export function NewPromptPage() {
  useBreadcrumbs([{ label: 'Prompts', link: { to: '/prompts' } }, { label: 'New prompt' }]);
  return (
    <MembersOnly>
      <NewPrompt />
    </MembersOnly>
  );
}

function NewPrompt() {
  const navigate = useNavigate();
  const [initial] = useState(emptyDraft);
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const first = useFocusOnMount<HTMLInputElement>();
  const [nameProblem, setNameProblem] = useState<string>();

  const [createPrompt] = useGraphqlMutation(CreatePromptMutation, { exact: true });
  return (
    <VersionEditor
      initial={initial}
      title="New prompt"
      label="Create prompt"
      isChanged={name !== '' || description !== ''}
      onCancel={() => void navigate({ to: '/prompts' })}
      onSubmit={async (promptVersion, tags) => {
        if (!isIdentifier(name)) {
          setNameProblem(name === '' ? 'Enter a name for the prompt.' : IDENTIFIER_RULE);
          return 'Enter a valid name for the prompt.';
        }
        const input = { name, description: description.trim() || null, promptVersion, tags };
        const { data, error } = await createPrompt({ input });
        if (!data) return describeError(error).detail;
        notifications.show({ message: `Prompt ${name} created` });
        const params = { promptId: data.createChatPrompt.id };
        void navigate({ to: '/prompts/$promptId', params });
        return undefined;
      }}
    >
      <div className={fields.fields}>
        <TextInput
          label="Name"
          description={`Programs find the prompt by this name. ${IDENTIFIER_RULE}`}
          required
          ref={first}
          autoComplete="off"
          spellCheck={false}
          value={name}
          error={nameProblem}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setNameProblem(undefined);
          }}
          onBlur={() => setName(toIdentifier(name) || name)}
        />
        <Textarea
          label="Description"
          autosize
          minRows={1}
          maxRows={8}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
      </div>
    </VersionEditor>
  );
}
