import { Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { Notice } from '../../../components/feedback/notice.js';
import { PasswordField } from '../../../components/passwords/password-field.js';
import { formatClock } from '../../../lib/format/numbers.js';
import { useCountdown } from '../use-countdown.js';
import type { Outcome, Refusal } from '../api/sign-in.js';

interface CredentialsFormProps {
  /** What identifies the account. */
  nameLabel: string;
  nameType: 'email' | 'text';
  signIn: (name: string, password: string) => Promise<Outcome>;
  /** The error for wrong credentials. */
  wrongText: string;
  onSignedIn: () => void;
}

/**
 * Name and password. Keeps the input after an error. After too many attempts, the button counts
 * down until it can be used again.
 */
export function CredentialsForm(props: CredentialsFormProps) {
  const { nameLabel, nameType, signIn, wrongText, onSignedIn } = props;
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const [pausedName, setPausedName] = useState('');
  const [secondsLeft, pause] = useCountdown();
  const passwordField = useRef<HTMLInputElement>(null);
  // The pause applies to this account only; you can still try another.
  const isPaused = secondsLeft > 0 && name.trim() === pausedName;

  const submit = async () => {
    setIsBusy(true);
    setRefusal(undefined);
    const outcome = await signIn(name.trim(), password);
    if (!outcome) {
      onSignedIn();
      return;
    }
    setIsBusy(false);
    setRefusal(outcome);
    if (outcome.retryAfterSeconds !== undefined) {
      setPausedName(name.trim());
      pause(outcome.retryAfterSeconds);
    }
    passwordField.current?.select();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPaused && !isBusy) void submit();
  };

  return (
    <form onSubmit={onSubmit}>
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
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <PasswordField
          ref={passwordField}
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={setPassword}
        />
        <Button type="submit" mt={4} fullWidth loading={isBusy} disabled={isPaused}>
          {isPaused ? `Try again in ${formatClock(secondsLeft)}` : 'Sign in'}
        </Button>
      </Stack>
    </form>
  );
}

function describe({ status, text }: Refusal, wrongText: string): string {
  // The credentials may be correct: the server does not trust the origin of this page.
  if (status === 401) return text.startsWith('untrusted ') ? text : wrongText;
  if (status === 429) return 'Too many attempts. Wait a moment, then try again.';
  return text;
}
