import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useBreadcrumbs } from '../../../components/layout/page-chrome.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { useFocusOnMount } from '../../../lib/browser/use-focus-on-mount.js';
import { CreatePromptMutation } from '../../../components/prompt-editor/save-mutations.js';
import { useMayCreate } from '../../../components/projects/project-options.js';
import { ProjectSelect } from '../../../components/projects/project-select.js';
import { MembersOnly } from '../components/members-only.js';
import { VersionEditor } from '../components/version-editor.js';
import fields from '../../../components/layout/editor-page.module.css';
import { createEmptyDraft } from '../../../components/prompt-editor/version-draft.js';
import {
  IDENTIFIER_RULE,
  isIdentifier,
  toIdentifier,
} from '../../../components/prompt-editor/identifier.js';

/** The editor for a new prompt with its first version. */
export function NewPromptPage() {
  useBreadcrumbs([{ label: 'Prompts', link: { to: '/prompts' } }, { label: 'New prompt' }]);
  const mayCreate = useMayCreate();
  return (
    <MembersOnly isAllowed={mayCreate}>
      <NewPrompt />
    </MembersOnly>
  );
}

function NewPrompt() {
  const navigate = useNavigate();
  const [initial] = useState(createEmptyDraft);
  const form = useForm({
    initialValues: { name: '', description: '', projectId: null as string | null },
    validate: {
      name: (name) => {
        if (name === '') return 'Enter a name for the prompt.';
        return isIdentifier(name) ? null : IDENTIFIER_RULE;
      },
    },
  });
  const first = useFocusOnMount<HTMLInputElement>();
  const [createPrompt] = useGraphqlMutation(CreatePromptMutation, { exact: true });
  return (
    <VersionEditor
      initial={initial}
      title="New prompt"
      label="Create prompt"
      isChanged={form.isDirty()}
      onCancel={() => void navigate({ to: '/prompts' })}
      onSubmit={async (promptVersion, tags) => {
        if (form.validate().hasErrors) return 'Enter a valid name for the prompt.';
        const { name, description, projectId } = form.getValues();
        const input = {
          name,
          description: description.trim() || null,
          projectId,
          promptVersion,
          tags,
        };
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
          description={`Programs refer to the prompt by this name. ${IDENTIFIER_RULE}`}
          required
          ref={first}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('name')}
          onBlur={() => form.setFieldValue('name', (name) => toIdentifier(name) || name)}
        />
        <Textarea
          label="Description"
          autosize
          minRows={1}
          maxRows={8}
          {...form.getInputProps('description')}
        />
        <ProjectSelect
          initial={null}
          onChange={(projectId) => form.setFieldValue('projectId', projectId)}
        />
      </div>
    </VersionEditor>
  );
}
