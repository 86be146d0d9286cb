import { Modal, Skeleton, Stack, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { FormAlert, FormButtons } from '../../../components/forms/form-parts.js';
import { JsonEditor } from '../../../components/json-editor/json-editor.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import {
  isObject,
  type Json,
  type JsonObject,
  printExactJson,
} from '../../../lib/json/exact-json.js';
import { readJsonObject } from '../../../lib/json/json-text.js';
import { PatchPromptMutation, PromptToEditQuery } from '../api/prompt-mutations.js';

interface EditPromptDialogProps {
  /** Absent if nothing is being edited. */
  promptId: string | undefined;
  onClose: () => void;
  onSaved: () => void;
}

/** Changes the description and metadata of a prompt. Its name never changes. */
export function EditPromptDialog({ promptId, onClose, onSaved }: EditPromptDialogProps) {
  return (
    <Modal
      opened={promptId !== undefined}
      onClose={onClose}
      title="Edit prompt"
      closeOnClickOutside={false}
    >
      {promptId === undefined ? null : (
        <EditPrompt promptId={promptId} onClose={onClose} onSaved={onSaved} />
      )}
    </Modal>
  );
}

function EditPrompt(props: EditPromptDialogProps & { promptId: string }) {
  const { promptId, onClose, onSaved } = props;
  const { data, error, reload } = useGraphqlQuery(
    PromptToEditQuery,
    { id: promptId },
    { exact: true },
  );
  const [patchPrompt] = useGraphqlMutation(PatchPromptMutation, { exact: true });
  const prompt = data?.node.__typename === 'Prompt' ? data.node : undefined;
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!prompt) return <FormSkeleton />;

  const save = async (description: string, metadata: JsonObject) => {
    const { error: refused } = await patchPrompt({
      input: { promptId, description: description || null, metadata },
    });
    if (refused) return describeError(refused).detail;
    notifications.show({ message: `Prompt ${prompt.name} saved` });
    onSaved();
    return undefined;
  };
  const metadata = prompt.metadata as Json;
  const isEmpty = isObject(metadata) && Object.keys(metadata).length === 0;
  return (
    <EditForm
      description={prompt.description ?? ''}
      metadata={isEmpty ? '' : printExactJson(metadata)}
      onSubmit={save}
      onClose={onClose}
    />
  );
}

interface EditFormProps {
  description: string;
  metadata: string;
  /** Returns why the server refused. */
  onSubmit: (description: string, metadata: JsonObject) => Promise<string | undefined>;
  onClose: () => void;
}

function EditForm(props: EditFormProps) {
  const { onSubmit, onClose } = props;
  const [description, setDescription] = useState(props.description);
  const [text, setText] = useState(props.metadata);
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const [wasSent, setWasSent] = useState(false);
  const metadata = readJsonObject(text);

  const submit = async () => {
    setWasSent(true);
    if ('problem' in metadata || isBusy) return;
    setIsBusy(true);
    const reason = await onSubmit(description.trim(), metadata.value);
    setIsBusy(false);
    setRefusal(reason);
    if (reason === undefined) onClose();
  };
  const onFormSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  return (
    <form onSubmit={onFormSubmit}>
      <Stack gap="sm">
        <Textarea
          label="Description"
          data-autofocus
          autosize
          minRows={2}
          maxRows={8}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <JsonEditor
          label="Metadata"
          description="A JSON object. Optional."
          minLines={3}
          maxLines={12}
          value={text}
          problem={wasSent && 'problem' in metadata ? metadata.problem : undefined}
          onChange={setText}
          onSubmit={() => void submit()}
        />
        <FormAlert text={refusal} />
        <FormButtons label="Save prompt" isBusy={isBusy} onCancel={onClose} />
      </Stack>
    </form>
  );
}

function FormSkeleton() {
  return (
    <Stack gap="sm" aria-busy>
      <Skeleton height={72} />
      <Skeleton height={120} />
    </Stack>
  );
}
