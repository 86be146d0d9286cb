import { Anchor, Button, Divider, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Fingerprint } from 'lucide-react';
import { useRef, useState } from 'react';
import { Notice } from '../../../components/feedback/notice.js';
import { canUsePasskeys } from '../../../lib/browser/passkeys.js';
import { formatClock } from '../../../lib/format/numbers.js';
import {
  type Refusal,
  type SecondFactorName,
  sendCode,
  type SignInResult,
  completeWithPasskey,
} from '../api/sign-in.js';
import { useCountdown } from '../use-countdown.js';

interface SecondStepFormProps {
  factors: readonly SecondFactorName[];
  onSignedIn: () => void;
  /** Called when the password has to be entered again. */
  onStartOver: (reason?: string) => void;
}

/** Asks for what the account needs besides the password. */
export function SecondStepForm({ factors, onSignedIn, onStartOver }: SecondStepFormProps) {
  const [isRecovering, setIsRecovering] = useState(
    !factors.includes('authenticator') && !factors.includes('passkey'),
  );
  const [refusal, setRefusal] = useState<Refusal>();
  const [isDone, setIsDone] = useState(false);
  const [secondsLeft, pause] = useCountdown();
  const form = useForm({ initialValues: { code: '' } });
  const field = useRef<HTMLInputElement>(null);
  const hasPasskey = factors.includes('passkey') && canUsePasskeys() && !isRecovering;
  const hasField = isRecovering || factors.includes('authenticator');
  const isPaused = secondsLeft > 0;

  const finish = (outcome: SignInResult) => {
    if (!outcome) {
      setIsDone(true);
      onSignedIn();
    } else if (outcome.text.startsWith('Enter your password')) {
      onStartOver('That took too long. Enter your password again.');
    } else {
      setRefusal(outcome);
      if (outcome.retryAfterSeconds !== undefined) pause(outcome.retryAfterSeconds);
      field.current?.select();
    }
  };
  const submit = async ({ code }: { code: string }) => {
    if (isPaused) return;
    setRefusal(undefined);
    finish(await sendCode(code.trim()));
  };
  const askPasskey = async () => {
    setRefusal(undefined);
    const { outcome, problem } = await completeWithPasskey();
    if (problem === undefined) finish(outcome);
    else if (problem !== null) setRefusal({ status: 0, text: problem });
  };
  const recover = () => {
    setIsRecovering(true);
    setRefusal(undefined);
    form.reset();
    field.current?.focus();
  };

  return (
    <Stack gap="sm">
      {refusal && (refusal.status !== 429 || isPaused) ? (
        <Notice tone={refusal.status === 429 ? 'warning' : 'error'}>{describe(refusal)}</Notice>
      ) : null}
      {hasPasskey ? (
        <Button
          leftSection={<Fingerprint size={15} aria-hidden />}
          loading={isDone}
          onClick={() => void askPasskey()}
        >
          Use a passkey
        </Button>
      ) : null}
      {hasPasskey && hasField ? <Divider label="or" /> : null}
      {hasField ? (
        <form onSubmit={(event) => form.onSubmit(submit)(event)}>
          <Stack gap="sm">
            <TextInput
              ref={field}
              label={isRecovering ? 'Recovery code' : 'Code'}
              description={
                isRecovering ? 'It works only once.' : 'The six digits that your app shows.'
              }
              autoComplete={isRecovering ? 'off' : 'one-time-code'}
              inputMode={isRecovering ? 'text' : 'numeric'}
              autoCapitalize="none"
              spellCheck={false}
              required
              withAsterisk={false}
              {...form.getInputProps('code')}
            />
            <Button
              type="submit"
              variant={hasPasskey ? 'default' : 'filled'}
              fullWidth
              loading={form.submitting || isDone}
              disabled={isPaused}
            >
              {isPaused ? `Try again in ${formatClock(secondsLeft)}` : 'Sign in'}
            </Button>
          </Stack>
        </form>
      ) : null}
      {factors.includes('recovery_code') && !isRecovering ? (
        <Anchor component="button" type="button" size="sm" onClick={recover}>
          Use a recovery code
        </Anchor>
      ) : null}
      <Anchor component="button" type="button" size="sm" onClick={() => onStartOver()}>
        Use another account
      </Anchor>
    </Stack>
  );
}

function describe({ status, text }: Refusal): string {
  if (status === 401) return text === 'Invalid code' ? 'Wrong code, or already used.' : text;
  if (status === 429) return 'Too many attempts. Wait a moment, then try again.';
  return text;
}
