import { useState } from 'react';
import { createPasskey } from '../../lib/browser/passkeys.js';
import { describeUserAgent } from '../../lib/browser/user-agent.js';
import { useGraphqlMutation } from '../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../lib/errors/server-errors.js';
import { AddPasskeyMutation, StartPasskeyMutation } from './mutations.js';
import { PasswordStep, type PasswordStepInput } from './password-step.js';
import { RecoveryCodes } from './recovery-codes.js';

interface SetupProps {
  onCancel: () => void;
  /** Called when it has been added, and the user has seen the recovery codes. */
  onDone: () => void;
}

/** Adds a passkey: the password, the dialog of the browser, and the recovery codes. */
export function PasskeySetup({ onCancel, onDone }: SetupProps) {
  const [codes, setCodes] = useState<readonly string[]>();
  // The page behind must not change before the codes have been seen.
  const [start] = useGraphqlMutation(StartPasskeyMutation, { invalidates: [] });
  const [add] = useGraphqlMutation(AddPasskeyMutation, { invalidates: [] });

  const submit = async ({ name, password }: PasswordStepInput) => {
    const started = await start({ input: { password } });
    if (!started.data) return describeError(started.error).detail;
    const { credential, problem } = await createPasskey(started.data.startPasskey.options);
    if (!credential) return problem ?? 'No passkey was created.';
    const { data, error } = await add({ input: { name, credential } });
    if (!data) return describeError(error).detail;
    const { recoveryCodes } = data.addPasskey;
    if (recoveryCodes) setCodes(recoveryCodes);
    else onDone();
    return undefined;
  };
  if (codes) return <RecoveryCodes codes={codes} message="Passkey added." onDone={onDone} />;
  return (
    <PasswordStep
      text="A passkey signs you in with your fingerprint, your face or a PIN instead of your password. Your phone, computer, password manager or security key keeps it."
      label="Add passkey"
      suggestedName={describeUserAgent(navigator.userAgent)}
      onCancel={onCancel}
      onSubmit={submit}
    />
  );
}
