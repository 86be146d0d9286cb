import { Modal, NativeSelect, Select, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FormAlert, FormButtons } from '../../../components/forms/form-parts.js';
import { usePromptVersion, type VersionDetail } from '../../../components/prompt-editor/version.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { usePromptChoices, useVersionChoices } from '../api/prompt-choices.js';
import type { VariantOrigin } from '../draft/playground-draft.js';

interface LoadPromptDialogProps {
  /** The letter of the variant to replace; closed if undefined. */
  letter: string | undefined;
  /** Whether the variant has edits that would be lost. */
  isEdited: boolean;
  onClose: () => void;
  onLoad: (version: VersionDetail, origin: VariantOrigin) => void;
}

/** Replaces a variant by a version of a prompt. */
export function LoadPromptDialog({ letter, ...rest }: LoadPromptDialogProps) {
  return (
    <Modal
      opened={letter !== undefined}
      onClose={rest.onClose}
      title={`Load a prompt into ${letter}`}
    >
      {letter === undefined ? null : <LoadForm {...rest} />}
    </Modal>
  );
}

function LoadForm({ isEdited, onClose, onLoad }: Omit<LoadPromptDialogProps, 'letter'>) {
  const [typed, setTyped] = useState('');
  const [promptId, setPromptId] = useState<string>();
  const [chosenId, setChosenId] = useState<string>();
  const prompts = usePromptChoices(typed);
  const { prompt } = useVersionChoices(promptId);
  const versionId = chosenId ?? prompt?.version?.id;
  return (
    <Stack gap="sm">
      <Select
        label="Prompt"
        searchable
        data-autofocus
        nothingFoundMessage="No prompt has this name"
        data={prompts.map(({ id, name }) => ({ value: id, label: name }))}
        // The server has filtered them.
        filter={({ options }) => options}
        searchValue={typed}
        onSearchChange={setTyped}
        value={promptId ?? null}
        onChange={(id) => {
          setPromptId(id ?? undefined);
          setChosenId(undefined);
        }}
      />
      <NativeSelect
        label="Version"
        disabled={!prompt}
        value={versionId ?? ''}
        data={(prompt?.versions ?? []).map(({ id, sequenceNumber, description, tags }) => ({
          value: id,
          label: [`Version ${sequenceNumber}`, ...tags.map(({ name }) => name), description]
            .filter(Boolean)
            .join(' · '),
        }))}
        onChange={(event) => setChosenId(event.currentTarget.value)}
      />
      {isEdited ? (
        <Text size="sm" c="dimmed">
          Replaces the messages and settings that are there now.
        </Text>
      ) : null}
      {prompt && versionId !== undefined ? (
        <Loader key={versionId} {...{ versionId, onClose, onLoad }} prompt={prompt} />
      ) : (
        <FormButtons label="Load" isBusy={false} isDisabled onCancel={onClose} />
      )}
    </Stack>
  );
}

interface LoaderProps extends Pick<LoadPromptDialogProps, 'onClose' | 'onLoad'> {
  versionId: string;
  prompt: { id: string; name: string };
}

/** Reads the version, so that the button needs only to hand it over. */
function Loader({ versionId, prompt, onClose, onLoad }: LoaderProps) {
  const { version, error } = usePromptVersion(versionId);
  const load = () => {
    if (!version) return;
    const { sequenceNumber } = version;
    onLoad(version, { promptId: prompt.id, promptName: prompt.name, versionId, sequenceNumber });
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    load();
  };
  return (
    <form onSubmit={submit}>
      <FormAlert text={error && describeError(error).detail} />
      <FormButtons
        label="Load"
        isBusy={!version && !error}
        isDisabled={error !== undefined}
        onCancel={onClose}
      />
    </form>
  );
}
