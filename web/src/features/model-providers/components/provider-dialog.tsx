import { Modal, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { FormAlert, FormButtons } from '../../../components/forms/form-parts.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import {
  CreateCustomProviderMutation,
  type CustomProvider,
  PatchCustomProviderMutation,
} from '../api/custom-providers.js';
import {
  createDraft,
  findCredentialNeed,
  findRefusedField,
  type ProviderDraft,
  toProviderInput,
} from '../provider-draft.js';
import { type Sdk, SDKS } from '../sdks.js';
import { ConnectionFields } from './connection-fields.js';
import { CredentialTest } from './credential-test.js';

interface ProviderDialogProps {
  /** The provider to change, `new` to create one, or undefined to hide the dialog. */
  shown: CustomProvider | 'new' | undefined;
  onClose: () => void;
  onSaved: () => void;
}

/** Creates or edits a custom provider. Keeps the input if the server rejects it. */
export function ProviderDialog({ shown, onClose, onSaved }: ProviderDialogProps) {
  return (
    <Modal
      opened={shown !== undefined}
      onClose={onClose}
      title={shown === 'new' ? 'New model provider' : 'Edit model provider'}
      closeOnClickOutside={false}
      size={560}
    >
      {shown ? (
        <ProviderForm
          edited={shown === 'new' ? undefined : shown}
          onClose={onClose}
          onSaved={onSaved}
        />
      ) : null}
    </Modal>
  );
}

interface ProviderFormProps {
  edited: CustomProvider | undefined;
  onClose: () => void;
  onSaved: () => void;
}

function ProviderForm({ edited, onClose, onSaved }: ProviderFormProps) {
  const [refusal, setRefusal] = useState<string>();
  const [initial] = useState(() => createDraft(edited));
  const form = useForm<ProviderDraft>({
    initialValues: initial,
    onValuesChange: () => setRefusal(undefined),
  });
  const [create] = useGraphqlMutation(CreateCustomProviderMutation);
  const [patch] = useGraphqlMutation(PatchCustomProviderMutation);
  const { values } = form;

  const showRefusedField = (message: string): boolean => {
    const refused = findRefusedField(message);
    if (refused) form.setFieldError(refused.field, refused.text);
    return refused !== undefined;
  };
  const submit = form.onSubmit(async (draft) => {
    const input = toProviderInput(draft);
    const { error } = edited
      ? await patch({ input: { id: edited.id, ...input } })
      : await create({ input });
    if (error) {
      const { detail } = describeError(error);
      if (!showRefusedField(detail)) setRefusal(detail);
      return;
    }
    notifications.show({ message: `Model provider ${input.name} saved` });
    onSaved();
    onClose();
  });

  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {edited?.config?.__typename === 'UnparsableConfig' ? (
          <FormAlert
            text={`The stored credentials cannot be read. ${edited.config.parseError} Enter them again.`}
          />
        ) : null}
        <NameFields form={form} />
        <NativeSelect
          label="SDK"
          description="The interface that the provider understands."
          data={Object.entries(SDKS).map(([value, { label }]) => ({ value, label }))}
          {...form.getInputProps('sdk')}
          onChange={(event) => {
            const sdk = event.currentTarget.value as Sdk;
            // Another SDK needs another address.
            form.setValues({ sdk, address: sdk === initial.sdk ? initial.address : '' });
          }}
        />
        <ConnectionFields
          key={values.sdk}
          form={form}
          edited={edited}
          need={findCredentialNeed(values, edited)}
        />
        {/* Another service than Bedrock itself lists its models. */}
        {values.sdk === 'AWS_BEDROCK' ? null : (
          <CredentialTest
            draft={values}
            providerId={edited?.id}
            showRefusedField={showRefusedField}
          />
        )}
        <Textarea
          label="Models"
          description="The models to choose from, one per line. Users can also type others."
          placeholder={'large\nsmall'}
          autosize
          minRows={2}
          maxRows={8}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('modelNames')}
        />
        <FormAlert text={refusal} />
        <FormButtons
          label={edited ? 'Save provider' : 'Create provider'}
          isBusy={form.submitting}
          isDisabled={
            values.name.trim() === '' ||
            values.provider.trim() === '' ||
            (edited !== undefined && !form.isDirty())
          }
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

function NameFields({ form }: { form: UseFormReturnType<ProviderDraft> }) {
  return (
    <>
      <TextInput
        label="Name"
        placeholder="gateway"
        required
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('name')}
      />
      <TextInput label="Description" autoComplete="off" {...form.getInputProps('description')} />
      <TextInput
        label="Provider"
        description="Who runs the models. Shown to everyone who chooses a model."
        placeholder="Acme"
        required
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('provider')}
      />
    </>
  );
}
