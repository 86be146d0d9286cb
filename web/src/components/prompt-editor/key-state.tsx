import { Anchor, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { KeyRound, TriangleAlert } from 'lucide-react';
import classes from './key-state.module.css';
import { hasKeys, useEnteredKeys, useProviders } from './provider-keys.js';
import type { ModelProvider } from './providers.js';

interface KeyStateProps {
  modelProvider: ModelProvider;
  /** Opens the dialog for the keys of the provider. Absent where only the server’s are used. */
  onKeys?: () => void;
}

/** Says where the key of a built-in provider comes from. */
export function KeyState({ modelProvider, onKeys }: KeyStateProps) {
  const providers = useProviders();
  const entered = useEnteredKeys();
  const provider = providers?.find(({ key }) => key === modelProvider);
  if (!providers) return null;
  if (!provider) return <p className={classes.key}>This server does not allow this provider.</p>;
  const { credentialRequirements: needs, missingCredentials: missing } = provider;
  if (needs.length === 0) return null;
  const isEntered = needs.some(({ envVarName }) => entered.has(envVarName));
  const isReady = hasKeys(provider, entered);
  return (
    <div className={classes.key} data-missing={!isReady || undefined}>
      {isReady ? <KeyRound size={13} aria-hidden /> : <TriangleAlert size={13} aria-hidden />}
      <span>
        {isEntered
          ? 'Uses the key that you entered.'
          : isReady
            ? 'Uses the key of this server.'
            : `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not set on this server.`}{' '}
        {isReady ? null : (
          <Anchor component={Link} to="/settings/model-providers" inherit underline="always">
            Settings
          </Anchor>
        )}
      </span>
      {onKeys ? (
        <Button variant="subtle" size="compact-xs" onClick={onKeys}>
          {isEntered ? 'Change key…' : 'Use your own key…'}
        </Button>
      ) : null}
    </div>
  );
}
