import { Autocomplete, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { JsonEditor } from '../json-editor/json-editor.js';
import { type CustomProviderChoice, useCustomProviderChoices } from './custom-provider-choices.js';
import { useModelNames } from './model-names.js';
import {
  describeParameters,
  getProviderFamily,
  type ModelProvider,
  PROVIDERS,
} from './providers.js';
import { type ChatDraft, changeProvider, readParameters } from './version-draft.js';

interface ModelFieldsProps<Draft extends ChatDraft> {
  draft: Draft;
  /** Shown below the provider, such as whether its key is set. */
  note?: ReactNode;
  onChange: (draft: Draft) => void;
}

/** The provider, the model and its parameters. */
export function ModelFields<Draft extends ChatDraft>(props: ModelFieldsProps<Draft>) {
  const { draft, note, onChange } = props;
  const { choices, isLoaded } = useCustomProviderChoices();
  const models = useModelNames(draft.modelProvider, draft.customProviderId === null);
  const parameters = readParameters(draft);
  const own = choices.find(({ id }) => id === draft.customProviderId);
  const change = (value: string) => {
    const custom = choices.find(({ id }) => id === value);
    onChange(
      custom
        ? changeProvider(draft, getModelProvider(custom.sdk), custom.id)
        : changeProvider(draft, value as ModelProvider),
    );
  };
  return (
    <>
      <div>
        <NativeSelect
          label="Provider"
          value={draft.customProviderId ?? draft.modelProvider}
          data={[
            ...groupCustom(choices, draft.customProviderId, isLoaded),
            { group: 'Built in', items: PROVIDERS.map(([value, label]) => ({ value, label })) },
          ]}
          onChange={({ currentTarget }) => change(currentTarget.value)}
        />
        {note}
      </div>
      <Autocomplete
        label="Model name"
        required
        spellCheck={false}
        autoComplete="off"
        maxDropdownHeight={260}
        limit={100}
        data={own ? own.modelNames : models}
        value={draft.modelName}
        onChange={(modelName) => onChange({ ...draft, modelName })}
      />
      <JsonEditor
        label="Parameters"
        description={`A JSON object with any of these: ${describeParameters(getProviderFamily(draft.modelProvider))}.`}
        minLines={3}
        value={draft.parameters}
        problem={'problem' in parameters ? parameters.problem : undefined}
        onChange={(parameters) => onChange({ ...draft, parameters })}
      />
    </>
  );
}

/** Custom providers come first. One that has been deleted stays visible until it is replaced. */
function groupCustom(
  choices: readonly CustomProviderChoice[],
  chosen: string | null,
  isLoaded: boolean,
) {
  const items = choices.map(({ id, name }) => ({ value: id, label: name }));
  if (chosen !== null && !choices.some(({ id }) => id === chosen)) {
    items.push({ value: chosen, label: isLoaded ? 'Deleted provider' : 'Custom provider' });
  }
  return items.length > 0 ? [{ group: 'Custom', items }] : [];
}

/** The built-in provider whose parameters a custom one has. */
function getModelProvider(sdk: CustomProviderChoice['sdk']): ModelProvider {
  switch (sdk) {
    case 'AWS_BEDROCK':
      return 'AWS';
    case 'GOOGLE_GENAI':
      return 'GOOGLE';
    default:
      return sdk;
  }
}
