import { Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { FormAlert, FormButtons } from '../../../components/forms/form-parts.js';
import {
  IDENTIFIER_RULE,
  isIdentifier,
  toIdentifier,
} from '../../../components/prompt-editor/identifier.js';
import {
  CreatePromptMutation,
  CreateVersionMutation,
} from '../../../components/prompt-editor/save-mutations.js';
import { ProjectSelect } from '../../../components/projects/project-select.js';
import type { TemplateFormat } from '../../../components/prompt-editor/template-formats.js';
import { readVersionDraft } from '../../../components/prompt-editor/version-draft.js';
import { VersionNotes } from '../../../components/prompt-editor/version-notes.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { listFiles, type Variant, type VariantOrigin } from '../draft/playground-draft.js';

interface SaveDialogProps {
  /** Closed if undefined. */
  variant: Variant | undefined;
  templateFormat: TemplateFormat;
  onClose: () => void;
  onSaved: (variant: Variant, origin: VariantOrigin) => void;
}

/** Saves a variant as a new version of its prompt, or as a new prompt. */
export function SaveDialog({ variant, ...rest }: SaveDialogProps) {
  return (
    <Modal opened={variant !== undefined} onClose={rest.onClose} title="Save prompt">
      {variant ? <SaveForm variant={variant} {...rest} /> : null}
    </Modal>
  );
}

const NOTHING_TYPED = {
  name: '',
  description: '',
  note: '',
  tags: '',
  metadata: '',
  projectId: null as string | null,
};

interface SaveFormProps extends SaveDialogProps {
  variant: Variant;
}

function SaveForm(props: SaveFormProps) {
  const { variant, onClose } = props;
  const { origin } = variant;
  const [target, setTarget] = useState(origin ? 'version' : 'prompt');
  const [refusal, setRefusal] = useState<string>();
  const save = useSave(props);
  const isNew = target === 'prompt' || !origin;
  const form = useForm({
    initialValues: NOTHING_TYPED,
    validate: {
      name: (name) => {
        if (!isNew) return null;
        if (name === '') return 'Enter a name for the prompt.';
        return isIdentifier(name) ? null : IDENTIFIER_RULE;
      },
    },
  });

  const submit = form.onSubmit(async (typed) =>
    setRefusal(await save(typed, isNew ? undefined : (origin ?? undefined))),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {origin ? (
          <SegmentedControl
            aria-label="Save as"
            data={[
              { value: 'version', label: `New version of ${origin.promptName}` },
              { value: 'prompt', label: 'New prompt' },
            ]}
            value={target}
            onChange={setTarget}
          />
        ) : null}
        {isNew ? (
          <>
            <TextInput
              label="Name"
              description={`Programs refer to the prompt by this name. ${IDENTIFIER_RULE}`}
              required
              data-autofocus
              autoComplete="off"
              spellCheck={false}
              {...form.getInputProps('name')}
              onBlur={() => form.setFieldValue('name', (name) => toIdentifier(name) || name)}
            />
            <TextInput
              label="Description"
              autoComplete="off"
              {...form.getInputProps('description')}
            />
            <ProjectSelect
              initial={null}
              onChange={(projectId) => form.setFieldValue('projectId', projectId)}
            />
          </>
        ) : null}
        <VersionNotes draft={form.values} isFirst={!isNew} onChange={form.setValues} />
        {listFiles(variant.messages).length > 0 ? (
          <Text size="sm" c="dimmed">
            Prompts do not store images, so the saved version will have none.
          </Text>
        ) : null}
        <FormAlert text={refusal} />
        <FormButtons
          label={isNew ? 'Create prompt' : 'Save version'}
          isBusy={form.submitting}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

/**
 * Returns a function that saves a variant as a new version of a prompt or, without one, as a new
 * prompt. It returns the server’s error message on failure.
 */
function useSave({ variant, templateFormat, onClose, onSaved }: SaveFormProps) {
  const [createVersion] = useGraphqlMutation(CreateVersionMutation, { exact: true });
  const [createPrompt] = useGraphqlMutation(CreatePromptMutation, { exact: true });
  return async (
    { name, description, projectId, ...notes }: typeof NOTHING_TYPED,
    origin: VariantOrigin | undefined,
  ): Promise<string | undefined> => {
    const reading = readVersionDraft({ ...variant, ...notes, templateFormat });
    if ('problem' in reading) return reading.problem;
    const { version: promptVersion, tags } = reading.value;
    const finish = (
      promptId: string,
      promptName: string,
      version: { id: string; sequenceNumber: number } | null,
    ) => {
      if (version) {
        const { id: versionId, sequenceNumber } = version;
        onSaved(variant, { promptId, promptName, versionId, sequenceNumber });
      }
      const message = `Version ${version?.sequenceNumber ?? ''} of ${promptName} saved`;
      notifications.show({ message });
      onClose();
    };
    if (origin) {
      const { promptId, promptName } = origin;
      const { data, error } = await createVersion({ input: { promptId, promptVersion, tags } });
      if (!data) return describeError(error).detail;
      finish(promptId, promptName, data.createChatPromptVersion.version);
    } else {
      const about = description.trim() || null;
      const input = { name, description: about, projectId, promptVersion, tags };
      const { data, error } = await createPrompt({ input });
      if (!data) return describeError(error).detail;
      finish(data.createChatPrompt.id, name, data.createChatPrompt.version);
    }
    return undefined;
  };
}
