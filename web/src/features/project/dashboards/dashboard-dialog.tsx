import { Modal, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { FormAlert, FormButtons } from '../../../components/forms/form-parts.js';
import { useViewer } from '../../../lib/viewer/viewer.js';

/** The values that the dialog asks for. */
export interface DashboardDetails {
  name: string;
  description: string;
  isShared: boolean;
}

/** The title, initial values and action of the dialog. */
export interface DetailsRequest {
  title: string;
  label: string;
  initial: DashboardDetails;
  /** Whether the details can be submitted unchanged. */
  isNew: boolean;
  /** Returns the server’s error message on failure. */
  onSubmit: (details: DashboardDetails) => Promise<string | undefined>;
}

interface DashboardDialogProps {
  request: DetailsRequest | undefined;
  onClose: () => void;
}

/** A dialog for the name, the description and the visibility of a dashboard. */
export function DashboardDialog({ request, onClose }: DashboardDialogProps) {
  return (
    <Modal opened={request !== undefined} onClose={onClose} title={request?.title ?? 'Dashboard'}>
      {request ? <DetailsForm request={request} onClose={onClose} /> : null}
    </Modal>
  );
}

function DetailsForm({ request, onClose }: { request: DetailsRequest; onClose: () => void }) {
  const { initial, label, isNew, onSubmit } = request;
  const { canOnServer, viewer } = useViewer();
  const [refusal, setRefusal] = useState<string>();
  const form = useForm({ initialValues: initial, onValuesChange: () => setRefusal(undefined) });
  const submit = form.onSubmit(async ({ name, description, isShared }) => {
    const details = { name: name.trim(), description: description.trim(), isShared };
    const problem = await onSubmit(details);
    setRefusal(problem);
    if (problem === undefined) onClose();
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label="Name"
          required
          data-autofocus
          autoComplete="off"
          maxLength={200}
          {...form.getInputProps('name')}
        />
        <Textarea
          label="Description"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={2000}
          {...form.getInputProps('description')}
        />
        {canOnServer.write && viewer ? (
          <Switch
            label="Share with the project"
            {...form.getInputProps('isShared', { type: 'checkbox' })}
          />
        ) : null}
        <FormAlert text={refusal} />
        <FormButtons
          label={label}
          isBusy={form.submitting}
          isDisabled={form.values.name.trim() === '' || (!isNew && !form.isDirty())}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
