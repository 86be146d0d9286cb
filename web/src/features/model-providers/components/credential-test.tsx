import { Button } from '@mantine/core';
import { CircleCheck, CircleX } from 'lucide-react';
import { useState } from 'react';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { TestCredentialsMutation } from '../api/custom-providers.js';
import { type ProviderDraft, toClientConfig } from '../provider-draft.js';
import classes from './credential-test.module.css';

interface CredentialTestProps {
  draft: ProviderDraft;
  /** The provider being edited, whose stored credentials stand in for those left empty. */
  providerId: string | undefined;
  /** Shows an error beside the field that it is about. Returns false if it is about no field. */
  showRefusedField: (message: string) => boolean;
}

/** Asks the provider whether it accepts the credentials as typed, before or after they are saved. */
export function CredentialTest({ draft, providerId, showRefusedField }: CredentialTestProps) {
  const [outcome, setOutcome] = useState<{ tested: string; problem: string | null }>();
  const [test, isTesting] = useGraphqlMutation(TestCredentialsMutation, { invalidates: [] });
  const config = toClientConfig(draft);
  const fingerprint = JSON.stringify(config);
  // An outcome says nothing about values that were typed since.
  const shown = outcome?.tested === fingerprint ? outcome : undefined;

  const run = async () => {
    setOutcome(undefined);
    const { data, error } = await test({ input: { config, id: providerId ?? null } });
    if (data) {
      const problem = data.testGenerativeModelCustomProviderCredentials.error;
      setOutcome({ tested: fingerprint, problem });
      return;
    }
    const { detail } = describeError(error);
    if (!showRefusedField(detail)) setOutcome({ tested: fingerprint, problem: detail });
  };
  const isAccepted = shown?.problem === null;
  const Icon = isAccepted ? CircleCheck : CircleX;
  return (
    <div className={classes.test}>
      <Button size="xs" variant="default" loading={isTesting} onClick={() => void run()}>
        Test credentials
      </Button>
      <p role="status" className={classes.outcome} data-accepted={isAccepted}>
        {isTesting ? (
          'Asking the provider…'
        ) : shown ? (
          <>
            <Icon size={14} aria-hidden />
            <span>{shown.problem ?? 'The provider accepts these credentials.'}</span>
          </>
        ) : null}
      </p>
    </div>
  );
}
