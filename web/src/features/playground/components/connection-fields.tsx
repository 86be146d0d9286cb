import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { JsonEditor } from '../../../components/json-editor/json-editor.js';
import type { ModelProvider } from '../../../components/prompt-editor/providers.js';
import { type ConnectionDraft, listConnectionFields } from '../draft/connection-draft.js';

interface ConnectionFieldsProps {
  provider: ModelProvider;
  connection: ConnectionDraft;
  onChange: (connection: ConnectionDraft) => void;
}

const LABELS: Record<Exclude<keyof ConnectionDraft, 'headers' | 'apiType'>, string> = {
  address: 'Address',
  region: 'Region',
  organization: 'Organization',
  project: 'Project',
};

const API_TYPES = [
  { value: '', label: 'Default' },
  { value: 'CHAT_COMPLETIONS', label: 'Chat Completions' },
  { value: 'RESPONSES', label: 'Responses' },
];

/** How to reach a built-in provider in another way than the server does. */
export function ConnectionFields({ provider, connection, onChange }: ConnectionFieldsProps) {
  const fields = listConnectionFields(provider);
  return (
    <Stack gap="sm">
      {fields.map((field) =>
        field === 'apiType' ? (
          <NativeSelect
            key={field}
            label="API"
            data={API_TYPES}
            value={connection.apiType}
            onChange={({ currentTarget }) =>
              onChange({
                ...connection,
                apiType: currentTarget.value as ConnectionDraft['apiType'],
              })
            }
          />
        ) : (
          <TextInput
            key={field}
            label={LABELS[field]}
            description={
              field === 'address'
                ? 'Leave empty for the default address. Another address requires your own key.'
                : undefined
            }
            spellCheck={false}
            autoComplete="off"
            value={connection[field]}
            onChange={({ currentTarget }) =>
              onChange({ ...connection, [field]: currentTarget.value })
            }
          />
        ),
      )}
      <JsonEditor
        label="Headers"
        description="Sent to the provider: a JSON object of strings."
        minLines={2}
        value={connection.headers}
        onChange={(headers) => onChange({ ...connection, headers })}
      />
    </Stack>
  );
}
