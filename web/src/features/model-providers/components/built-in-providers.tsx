import { Anchor, Button, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { PageSection } from '../../../components/layout/page-section.js';
import { SecretDialog } from '../../../components/secrets/secret-dialog.js';
import { type BuiltInProvider, useBuiltInProviders } from '../api/built-in-providers.js';
import classes from './built-in-providers.module.css';

/** Which built-in providers can be used, and which credentials the others need. */
export function BuiltInProviders({ isEditable }: { isEditable: boolean }) {
  const { providers, readyCount, error, reload } = useBuiltInProviders();
  const [variable, setVariable] = useState<string>();
  return (
    <PageSection
      title="Built-in providers"
      note={providers ? `${readyCount} of ${providers.length} ready` : undefined}
    >
      <p className={classes.hint}>
        {isEditable ? (
          <>
            Store what a provider needs as a{' '}
            <Anchor inherit underline="always" component={Link} to="/settings/secrets">
              secret
            </Anchor>
            , or set it in the server’s environment. Addresses in private networks belong in the
            environment.
          </>
        ) : (
          'An administrator can store what a provider needs as a secret, or set it in the server’s environment.'
        )}
      </p>
      {error ? (
        <ErrorState error={error} onRetry={reload} />
      ) : providers ? (
        <ul className={classes.list} aria-label="Built-in providers">
          {providers.map((provider) => (
            <li key={provider.key} className={classes.item}>
              <span className={classes.name}>{provider.name}</span>
              <Status of={provider} onSet={isEditable ? setVariable : undefined} />
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton height={320} />
      )}
      <SecretDialog
        secret={variable === undefined ? undefined : { key: variable }}
        // A variable that is missing is no secret yet.
        taken={[]}
        onClose={() => setVariable(undefined)}
      />
    </PageSection>
  );
}

interface StatusProps {
  of: BuiltInProvider;
  /** Absent for everyone but administrators. */
  onSet: ((variable: string) => void) | undefined;
}

function Status({ of: { missingCredentials }, onSet }: StatusProps) {
  if (missingCredentials.length === 0) {
    return (
      <span className={classes.ready}>
        <CircleCheck size={14} aria-hidden />
        Ready
      </span>
    );
  }
  return (
    <div className={classes.needs}>
      {missingCredentials.map((variable, place) => (
        <div key={variable} className={classes.need}>
          <span>{place === 0 ? 'Needs' : 'and'}</span>
          <code>{variable}</code>
          {onSet ? (
            <>
              <CopyButton value={variable} label={variable} />
              <Button
                size="compact-xs"
                variant="default"
                aria-label={`Set ${variable}`}
                onClick={() => onSet(variable)}
              >
                Set
              </Button>
            </>
          ) : null}
        </div>
      ))}
    </div>
  );
}
