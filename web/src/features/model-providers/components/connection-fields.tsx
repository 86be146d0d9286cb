import { NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { CustomProvider } from '../api/custom-providers.js';
import type {
  ApiType,
  CredentialNeed,
  CredentialsDraft,
  ProviderDraft,
} from '../provider-draft.js';
import { SDKS } from '../sdks.js';
import classes from './connection-fields.module.css';
import { HeaderFields } from './header-fields.js';

interface ConnectionFieldsProps {
  form: UseFormReturnType<ProviderDraft>;
  edited: CustomProvider | undefined;
  need: CredentialNeed;
}

const NOTES: Record<CredentialNeed, string> = {
  new: 'Spandrel encrypts it and never shows it again.',
  moved: 'Enter it again, because the address changes.',
  kept: 'Leave empty to keep the stored one.',
};

/** How to reach a provider: the fields that its SDK needs. */
export function ConnectionFields({ form, edited, need }: ConnectionFieldsProps) {
  const { sdk, headers } = form.values;
  const words = SDKS[sdk];
  const text = { autoComplete: 'off', spellCheck: false } as const;
  const credential = (name: keyof CredentialsDraft, label: string, isOptional = false) => (
    <CredentialField
      label={label}
      description={isOptional ? 'Only for temporary credentials.' : NOTES[need]}
      required={!isOptional && need !== 'kept'}
      {...form.getInputProps(name)}
    />
  );
  return (
    <>
      {sdk === 'AWS_BEDROCK' ? (
        <TextInput
          label="Region"
          placeholder="us-east-1"
          required
          {...text}
          {...form.getInputProps('region')}
        />
      ) : null}
      <TextInput
        label={words.address}
        description={words.addressNote}
        placeholder={words.addressExample}
        required={sdk === 'AZURE_OPENAI'}
        inputMode="url"
        {...text}
        {...form.getInputProps('address')}
      />
      {sdk === 'AWS_BEDROCK' ? (
        <>
          {credential('accessKeyId', 'Access key ID')}
          {credential('secretAccessKey', 'Secret access key')}
          {credential('sessionToken', 'Session token', true)}
        </>
      ) : (
        credential('apiKey', 'API key')
      )}
      {sdk === 'OPENAI' || sdk === 'AZURE_OPENAI' ? (
        <NativeSelect
          label="API"
          description="The interface for chats. Most compatible servers support only chat completions."
          data={[
            { value: 'CHAT_COMPLETIONS', label: 'Chat completions' },
            { value: 'RESPONSES', label: 'Responses' },
          ]}
          {...form.getInputProps('apiType')}
          onChange={(event) => form.setFieldValue('apiType', event.currentTarget.value as ApiType)}
        />
      ) : null}
      {sdk === 'OPENAI' ? (
        <div className={classes.pair}>
          <TextInput label="Organization" {...text} {...form.getInputProps('organization')} />
          <TextInput label="Project" {...text} {...form.getInputProps('project')} />
        </div>
      ) : null}
      {sdk === 'AWS_BEDROCK' ? null : (
        <HeaderFields
          headers={headers}
          edited={edited}
          need={need}
          error={form.errors['headers']}
          onChange={(changed) => {
            form.setFieldValue('headers', changed);
            form.clearFieldError('headers');
          }}
        />
      )}
    </>
  );
}

interface CredentialFieldProps {
  label: string;
  description: string;
  required: boolean;
}

/** A credential that can be looked at only while it is typed. */
function CredentialField(props: CredentialFieldProps) {
  const [isVisible, setIsVisible] = useState(false);
  return (
    <PasswordInput
      autoComplete="off"
      spellCheck={false}
      autoCapitalize="none"
      visible={isVisible}
      onVisibilityChange={setIsVisible}
      visibilityToggleIcon={VisibilityIcon}
      visibilityToggleButtonProps={{
        'aria-label': `${isVisible ? 'Hide' : 'Show'} ${props.label}`,
        'aria-hidden': false,
        tabIndex: 0,
      }}
      {...props}
    />
  );
}

function VisibilityIcon({ reveal }: { reveal: boolean }) {
  const Icon = reveal ? EyeOff : Eye;
  return <Icon size={15} aria-hidden />;
}
