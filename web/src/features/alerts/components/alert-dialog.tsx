import { Modal, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useDirections } from '../../../components/annotations/use-annotation-scales.js';
import { FormAlert, FormButtons } from '../../../components/forms/form-parts.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import {
  type AlertDraft,
  findWorseSide,
  NEW_ALERT,
  readAlertDraft,
  toAlertDraft,
} from '../alert-draft.js';
import {
  type AlertRule,
  CreateAlertRuleMutation,
  UpdateAlertRuleMutation,
} from '../api/alert-rules.js';
import { DraftPreview, ThresholdFields, WatchedFields } from './alert-fields.js';
import { ReceiverFields } from './receiver-fields.js';

interface AlertDialogProps {
  projectId: string;
  /** The rule to edit, or `new`; undefined to hide the dialog. */
  shown: AlertRule | 'new' | undefined;
  onClose: () => void;
}

/** Creates or edits an alert rule. Keeps the input if the server rejects it. */
export function AlertDialog({ projectId, shown, onClose }: AlertDialogProps) {
  const edited = shown === 'new' ? undefined : shown;
  return (
    <Modal
      opened={shown !== undefined}
      onClose={onClose}
      title={edited ? 'Edit alert rule' : 'New alert rule'}
      closeOnClickOutside={false}
      size={620}
    >
      {shown === undefined ? null : (
        <AlertForm projectId={projectId} edited={edited} onClose={onClose} />
      )}
    </Modal>
  );
}

interface AlertFormProps {
  projectId: string;
  edited: AlertRule | undefined;
  onClose: () => void;
}

function AlertForm({ projectId, edited, onClose }: AlertFormProps) {
  const [refusal, setRefusal] = useState<string>();
  const [create] = useGraphqlMutation(CreateAlertRuleMutation);
  const [update] = useGraphqlMutation(UpdateAlertRuleMutation);
  const form = useForm<AlertDraft>({
    initialValues: edited ? toAlertDraft(edited) : NEW_ALERT,
    onValuesChange: () => setRefusal(undefined),
  });
  const draft = form.values;
  const submit = form.onSubmit(async () => {
    const reading = readAlertDraft(draft);
    if ('problems' in reading) {
      form.setErrors(reading.problems);
      return;
    }
    const input = reading.value;
    const { error } = edited
      ? await update({ input: { id: edited.id, ...input } })
      : await create({ input: { projectId, ...input } });
    if (error) {
      setRefusal(describeError(error).detail);
      return;
    }
    notifications.show({ message: `Alert rule ${draft.name} saved` });
    onClose();
  });
  const directions = useDirections(draft.measure === 'SCORE' ? projectId : undefined);
  const worseSideOf = (annotation: string) => findWorseSide(directions.get(annotation));
  const fields = { projectId, form, worseSideOf };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label="Name"
          placeholder="Many errors"
          required
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <WatchedFields {...fields} isNew={!edited} />
        <ThresholdFields {...fields} />
        <DraftPreview projectId={projectId} draft={draft} />
        <TextInput
          label="Quiet time"
          description="The rule sends at most one message in this time. The alert resolves after the value has been within the threshold for the same time."
          required
          inputMode="numeric"
          autoComplete="off"
          rightSection="min"
          rightSectionWidth={44}
          {...form.getInputProps('quietMinutes')}
        />
        <ReceiverFields edited={edited} draft={draft} onChange={form.setValues} />
        <Switch label="Enabled" {...form.getInputProps('isEnabled', { type: 'checkbox' })} />
        <FormAlert text={refusal} />
        <FormButtons
          label={edited ? 'Save rule' : 'Create rule'}
          isBusy={form.submitting}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
