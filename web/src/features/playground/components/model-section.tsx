import { TriangleAlert } from 'lucide-react';
import { useCustomProviderChoices } from '../../../components/prompt-editor/custom-provider-choices.js';
import { KeyState } from '../../../components/prompt-editor/key-state.js';
import { ModelFields } from '../../../components/prompt-editor/model-fields.js';
import { getProviderLabel } from '../../../components/prompt-editor/providers.js';
import { isObject, type Json } from '../../../lib/json/exact-json.js';
import { toText } from '../../../lib/openinference/attribute-path.js';
import { readJsonObject } from '../../../lib/json/json-text.js';
import {
  hasKeys,
  useEnteredKeys,
  useProviders,
} from '../../../components/prompt-editor/provider-keys.js';
import { isDefaultConnection } from '../draft/connection-draft.js';
import type { Variant } from '../draft/playground-draft.js';
import { ConnectionFields } from './connection-fields.js';
import { FoldSection } from './fold-section.js';
import classes from './model-section.module.css';

interface ModelSectionProps {
  variant: Variant;
  isOpen: boolean;
  onToggle: () => void;
  onChange: (variant: Variant) => void;
  /** Opens the dialog for the keys of the provider. */
  onKeys: () => void;
}

/** The model of a variant: one line, and the form behind it. */
export function ModelSection({ variant, isOpen, onToggle, onChange, onKeys }: ModelSectionProps) {
  return (
    <FoldSection
      title="Model"
      summary={<Summary variant={variant} />}
      isOpen={isOpen}
      onToggle={onToggle}
    >
      <ModelFields
        draft={variant}
        onChange={onChange}
        note={
          variant.customProviderId === null ? (
            <KeyState modelProvider={variant.modelProvider} onKeys={onKeys} />
          ) : null
        }
      />
      {variant.customProviderId === null ? (
        <details className={classes.more} open={!isDefaultConnection(variant.connection)}>
          <summary>Address and headers</summary>
          <ConnectionFields
            provider={variant.modelProvider}
            connection={variant.connection}
            onChange={(connection) => onChange({ ...variant, connection })}
          />
        </details>
      ) : null}
    </FoldSection>
  );
}

function Summary({ variant }: { variant: Variant }) {
  const { choices } = useCustomProviderChoices();
  const { modelProvider, customProviderId, modelName, parameters } = variant;
  const custom = choices.find(({ id }) => id === customProviderId);
  const provider = useProviders()?.find(({ key }) => key === modelProvider);
  const entered = useEnteredKeys();
  const isKeyless = customProviderId === null && provider && !hasKeys(provider, entered);
  const reading = readJsonObject(parameters);
  const given = 'value' in reading ? Object.entries(reading.value) : [];
  const words = given.flatMap(([name, value]) =>
    isShort(value) ? [`${name} ${toText(value)}`] : [],
  );
  return (
    <>
      {custom?.name ?? getProviderLabel(modelProvider)}
      {modelName.trim() === '' ? (
        <span className={classes.missing}>
          <TriangleAlert size={13} aria-hidden /> no model chosen
        </span>
      ) : (
        <b className={classes.model}>{modelName}</b>
      )}
      {words.slice(0, 3).join(' · ')}
      {isKeyless ? (
        <span className={classes.missing}>
          <TriangleAlert size={13} aria-hidden /> no key
        </span>
      ) : null}
    </>
  );
}

function isShort(value: Json | undefined): boolean {
  return !Array.isArray(value) && !isObject(value) && (toText(value)?.length ?? 99) <= 12;
}
