import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { useGraphqlMutation } from '../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../lib/errors/server-errors.js';
import { CopyButton } from '../buttons/copy-button.js';
import { FormAlert, FormButtons } from '../forms/form-parts.js';
import { ConfirmAuthenticatorMutation, StartAuthenticatorMutation } from './mutations.js';
import { PasswordStep } from './password-step.js';
import { RecoveryCodes } from './recovery-codes.js';
import classes from './second-factor.module.css';
import { encode } from 'uqr';

interface SetupProps {
  onCancel: () => void;
  /** Called when it has been added, and the user has seen the recovery codes. */
  onDone: () => void;
}

/** Adds an authenticator app: the password, the QR code and a first code, the recovery codes. */
export function AuthenticatorSetup({ onCancel, onDone }: SetupProps) {
  const [started, setStarted] = useState<{ secret: string; uri: string }>();
  const [codes, setCodes] = useState<readonly string[]>();
  // The page behind must not change before the codes have been seen.
  const [start] = useGraphqlMutation(StartAuthenticatorMutation, { invalidates: [] });
  const [confirm] = useGraphqlMutation(ConfirmAuthenticatorMutation, { invalidates: [] });

  if (codes) {
    return <RecoveryCodes codes={codes} message="Authenticator app added." onDone={onDone} />;
  }
  if (!started) {
    return (
      <PasswordStep
        text="An app on your phone shows a code that you enter after your password. Install one first, if you don’t have one."
        label="Continue"
        onCancel={onCancel}
        onSubmit={async ({ password }) => {
          const { data, error } = await start({ input: { password } });
          if (!data) return describeError(error).detail;
          setStarted(data.startAuthenticator);
          return undefined;
        }}
      />
    );
  }
  const submit = async (code: string) => {
    const { data, error } = await confirm({ input: { code } });
    if (!data) return describeError(error).detail;
    const { recoveryCodes } = data.confirmAuthenticator;
    if (recoveryCodes) setCodes(recoveryCodes);
    else onDone();
    return undefined;
  };
  return <ConfirmForm started={started} onSubmit={submit} onCancel={onCancel} />;
}

interface ConfirmFormProps {
  started: { secret: string; uri: string };
  onSubmit: (code: string) => Promise<string | undefined>;
  onCancel: () => void;
}

function ConfirmForm({ started: { secret, uri }, onSubmit, onCancel }: ConfirmFormProps) {
  const form = useForm({ initialValues: { code: '' } });
  const field = useRef<HTMLInputElement>(null);
  // The password was entered before this step appeared.
  useEffect(() => field.current?.focus(), []);
  const [refusal, setRefusal] = useState<string>();
  const submit = form.onSubmit(async ({ code }) => {
    setRefusal(undefined);
    setRefusal(await onSubmit(code));
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <p className={classes.text}>Scan this code with the app, or type the secret.</p>
        <QrCode text={uri} label="QR code for your authenticator app" />
        <div className={classes.secret}>
          <code>{secret.replace(/(.{4})(?!$)/g, '$1 ')}</code>
          <CopyButton value={secret} label="secret" />
        </div>
        <TextInput
          label="Code"
          description="The six digits that the app shows now."
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          ref={field}
          {...form.getInputProps('code')}
        />
        <FormAlert text={refusal} />
        <FormButtons
          label="Add app"
          isBusy={form.submitting}
          isDisabled={form.values.code.trim() === ''}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}

/** A QR code. Always dark on light, because many cameras read nothing else. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const path = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      role="img"
      aria-label={label}
      className={classes.qrCode}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={path.join('')} />
    </svg>
  );
}
