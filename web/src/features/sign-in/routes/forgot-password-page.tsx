import { Button, Stack, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Notice } from '../../../components/feedback/notice.js';
import { formatClock } from '../../../lib/format/numbers.js';
import { pageConfig } from '../../../lib/page/page-config.js';
import { useCountdown } from '../use-countdown.js';
import { requestResetMail } from '../api/sign-in.js';
import { AccountFrame } from '../components/account-frame.js';

/** Asks for a mail with a link to set a new password. */
export function ForgotPasswordPage() {
  const back = <Link to="/login">Back to the sign-in</Link>;
  const { basicAuthDisabled, passwordResetEmailEnabled } = pageConfig;
  if (basicAuthDisabled || !passwordResetEmailEnabled) {
    return (
      <AccountFrame
        title="Forgot the password?"
        intro={
          basicAuthDisabled
            ? 'This server keeps no passwords. Sign in with one of its providers.'
            : 'This server sends no mail. An administrator can set a new password for you.'
        }
        foot={back}
      />
    );
  }
  return (
    <AccountFrame
      title="Forgot the password?"
      intro="A mail with a link to set a new one goes to the address of your account."
      foot={back}
    >
      <ResetMailForm />
    </AccountFrame>
  );
}

function ResetMailForm() {
  const [email, setEmail] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const [secondsLeft, pause] = useCountdown();

  const submit = async () => {
    setIsBusy(true);
    const outcome = await requestResetMail(email.trim());
    setIsBusy(false);
    setSentTo(outcome ? undefined : email.trim());
    setRefusal(outcome?.status === 429 ? 'Too many requests. Wait a moment.' : outcome?.text);
    if (outcome?.retryAfterSeconds !== undefined) pause(outcome.retryAfterSeconds);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };

  if (sentTo !== undefined) {
    return (
      <Notice tone="success">
        If <b>{sentTo}</b> has an account with a password here, a mail is on its way. Its link can
        be used once and only for a short time; look among unwanted mail too.
      </Notice>
    );
  }
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="sm">
        {refusal ? <Notice tone="error">{refusal}</Notice> : null}
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" mt={4} fullWidth loading={isBusy} disabled={secondsLeft > 0}>
          {secondsLeft > 0 ? `Try again in ${formatClock(secondsLeft)}` : 'Send the mail'}
        </Button>
      </Stack>
    </form>
  );
}
