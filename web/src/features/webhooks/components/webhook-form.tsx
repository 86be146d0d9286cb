import { Button, Group, Modal, MultiSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { ChoiceField } from '../../../components/forms/choice-field.js';
import { FormAlert, FormButtons, ShownOnce } from '../../../components/forms/form-parts.js';
import { ProjectSelect } from '../../../components/projects/project-select.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { CreateWebhookMutation, UpdateWebhookMutation, type Webhook } from '../api/webhooks.js';
import { EVENTS, FORMATS } from '../webhook-texts.js';

interface WebhookDialogProps {
  /** The webhook to edit, or `new`; undefined to hide the dialog. */
  shown: Webhook | 'new' | undefined;
  onClose: () => void;
}

/** Creates or edits a webhook. A new one shows its secret once. */
export function WebhookDialog({ shown, onClose }: WebhookDialogProps) {
  const edited = shown === 'new' ? undefined : shown;
  return (
    <Modal
      opened={shown !== undefined}
      onClose={onClose}
      title={edited ? 'Edit webhook' : 'New webhook'}
      closeOnClickOutside={false}
      size={520}
    >
      {shown === undefined ? null : <WebhookSteps edited={edited} onClose={onClose} />}
    </Modal>
  );
}

interface WebhookStepsProps {
  edited: Webhook | undefined;
  onClose: () => void;
}

function WebhookSteps({ edited, onClose }: WebhookStepsProps) {
  const [made, setMade] = useState<WebhookSecretProps>();
  return made ? (
    <WebhookSecret {...made} onClose={onClose} />
  ) : (
    <WebhookForm
      edited={edited}
      onClose={onClose}
      onMade={(name, secret) => setMade({ name, secret, onClose })}
    />
  );
}

interface WebhookSecretProps {
  name: string;
  secret: string;
  onClose: () => void;
}

/** A new secret, which cannot be read again. */
export function WebhookSecret({ name, secret, onClose }: WebhookSecretProps) {
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        The messages of <b>{name}</b> are signed with this secret. Its receiver needs it to check
        the header <code>webhook-signature</code>.
      </Text>
      <ShownOnce label="Signing secret" value={secret} />
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}

interface WebhookFormProps extends WebhookStepsProps {
  onMade: (name: string, secret: string) => void;
}

function WebhookForm({ edited, onClose, onMade }: WebhookFormProps) {
  const [refusal, setRefusal] = useState<string>();
  const [create] = useGraphqlMutation(CreateWebhookMutation);
  const [update] = useGraphqlMutation(UpdateWebhookMutation);
  const form = useForm({
    initialValues: {
      name: edited?.name ?? '',
      url: edited?.url ?? '',
      format: edited?.format ?? 'STANDARD',
      events: edited?.events ?? [],
      isEnabled: edited?.isEnabled ?? true,
      projectId: null as string | null,
    },
    onValuesChange: () => setRefusal(undefined),
  });
  const submit = form.onSubmit(async (draft) => {
    const input = { ...draft, events: [...draft.events] };
    if (!edited) {
      const { data, error } = await create({ input });
      if (error) setRefusal(describeError(error).detail);
      else onMade(draft.name, data.createWebhook.secret);
      return;
    }
    const { url, projectId: _, ...rest } = input;
    const isMoved = url !== edited.url;
    const { error } = await update({ input: { id: edited.id, ...rest, ...(isMoved && { url }) } });
    if (error) {
      setRefusal(describeError(error).detail);
      return;
    }
    notifications.show({ message: `Webhook ${draft.name} saved` });
    onClose();
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label="Name"
          placeholder="On-call channel"
          required
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <TextInput
          label="Address"
          description="Messages are sent here with POST. Viewers see only how it begins."
          placeholder="https://hooks.example.com/…"
          required
          type="url"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('url')}
        />
        <ChoiceField
          label="Format"
          value={form.values.format}
          choices={FORMATS}
          onChange={(format) => form.setFieldValue('format', format)}
        />
        <MultiSelect
          label="Events"
          description="Sent in addition to alerts from rules that use this webhook."
          placeholder={form.values.events.length === 0 ? 'Only alerts' : undefined}
          data={EVENTS}
          clearable
          value={form.values.events}
          onChange={(events) => form.setFieldValue('events', events)}
        />
        {edited ? null : (
          <ProjectSelect
            label="Events of"
            everyone="All projects that are not private"
            description="A webhook of one project gets only its events. Those who can see the project can see the webhook."
            initial={null}
            onChange={(projectId) => form.setFieldValue('projectId', projectId)}
          />
        )}
        <Switch
          label="Enabled"
          {...(edited?.pausedAt == null
            ? {}
            : { description: 'It was paused, because every message failed for a day.' })}
          {...form.getInputProps('isEnabled', { type: 'checkbox' })}
        />
        <FormAlert text={refusal} />
        <FormButtons
          label={edited ? 'Save webhook' : 'Create webhook'}
          isBusy={form.submitting}
          isDisabled={form.values.name.trim() === '' || form.values.url.trim() === ''}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
