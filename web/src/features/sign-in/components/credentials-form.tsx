import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import { Notice } from '../../../components/feedback/notice.js';
import { PasswordField } from '../../../components/passwords/password-field.js';
import { formatClock } from '../../../lib/format/numbers.js';
import { useCountdown } from '../use-countdown.js';
import type { PendingSignIn, Refusal, SecondFactorName, SignInResult } from '../api/sign-in.js';

interface CredentialsFormProps {
  /** The field that identifies the account. */
  nameLabel: string;
  nameType: 'email' | 'text';
  signIn: (name: string, password: string) => Promise<SignInResult | PendingSignIn>;
  /** The error for wrong credentials. */
  wrongText: string;
  onSignedIn: () => void;
  /** Called if the account needs a second factor. */
  onSecondStep?: (factors: readonly SecondFactorName[]) => void;
}

/**
 * Name and password. Keeps the input after an error. After too many attempts, the button counts
 * down until it can be used again.
 */
export function CredentialsForm(props: CredentialsFormProps) {
  const { nameLabel, nameType, signIn, wrongText, onSignedIn, onSecondStep } = props;
  const form = useForm({ initialValues: { name: '', password: '' } });
  const [refusal, setRefusal] = useState<Refusal>();
  const [isDone, setIsDone] = useState(false);
  const [pausedName, setPausedName] = useState('');
  const [secondsLeft, pause] = useCountdown();
  const passwordField = useRef<HTMLInputElement>(null);
  const name = form.values.name.trim();
  // The pause applies to this account only; you can still try another.
  const isPaused = secondsLeft > 0 && name === pausedName;

  const submit = async ({ password }: { password: string }) => {
    if (isPaused || form.submitting) return;
    setRefusal(undefined);
    const outcome = await signIn(name, password);
    if (!outcome) {
      setIsDone(true);
      onSignedIn();
      return;
    }
    if ('secondFactors' in outcome) {
      onSecondStep?.(outcome.secondFactors);
      return;
    }
    setRefusal(outcome);
    if (outcome.retryAfterSeconds !== undefined) {
      setPausedName(name);
      pause(outcome.retryAfterSeconds);
    }
    passwordField.current?.select();
  };

  return (
    <form onSubmit={(event) => form.onSubmit(submit)(event)}>
      <Stack gap="sm">
        {refusal && (refusal.status !== 429 || isPaused) ? (
          <Notice tone={refusal.status === 429 ? 'warning' : 'error'}>
            {describe(refusal, wrongText)}
          </Notice>
        ) : null}
        <TextInput
          label={nameLabel}
          type={nameType}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
          {...form.getInputProps('name')}
        />
        <PasswordField
          ref={passwordField}
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          value={form.values.password}
          onChange={(password) => form.setFieldValue('password', password)}
        />
        <Button
          type="submit"
          mt={4}
          fullWidth
          loading={form.submitting || isDone}
          disabled={isPaused}
        >
          {isPaused ? `Try again in ${formatClock(secondsLeft)}` : 'Sign in'}
        </Button>
      </Stack>
    </form>
  );
}

function describe({ status, text }: Refusal, wrongText: string): string {
  // The server does not trust the origin of this page. The credentials may be correct.
  if (status === 401) return text.startsWith('untrusted ') ? text : wrongText;
  if (status === 429) return 'Too many attempts. Wait a moment, then try again.';
  return text;
}
