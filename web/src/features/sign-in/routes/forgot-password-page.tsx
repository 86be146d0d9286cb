import { Button, Stack, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { Notice } from '../../../components/feedback/notice.js';
import { formatClock } from '../../../lib/format/numbers.js';
import { pageConfig } from '../../../lib/page/page-config.js';
import { useCountdown } from '../use-countdown.js';
import { requestResetMail } from '../api/sign-in.js';
import { AccountFrame } from '../components/account-frame.js';

/** Requests an email with a link to set a new password. */
export function ForgotPasswordPage() {
  const back = <Link to="/login">Back to sign-in</Link>;
  const { basicAuthDisabled, passwordResetEmailEnabled } = pageConfig;
  if (basicAuthDisabled || !passwordResetEmailEnabled) {
    return (
      <AccountFrame
        title="Forgot your password?"
        intro={
          basicAuthDisabled
            ? 'This server does not use passwords. Sign in with a provider instead.'
            : 'This server does not send email. Ask an administrator to reset your password.'
        }
        foot={back}
      />
    );
  }
  return (
    <AccountFrame
      title="Forgot your password?"
      intro="Enter the email address of your account. We will send you a link to set a new password."
      foot={back}
    >
      <ResetMailForm />
    </AccountFrame>
  );
}

function ResetMailForm() {
  const form = useForm({ initialValues: { email: '' } });
  const [sentTo, setSentTo] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const [secondsLeft, pause] = useCountdown();

  const submit = form.onSubmit(async (values) => {
    const email = values.email.trim();
    const outcome = await requestResetMail(email);
    setSentTo(outcome ? undefined : email);
    setRefusal(
      outcome?.status === 429 ? 'Too many requests. Wait a moment, then try again.' : outcome?.text,
    );
    if (outcome?.retryAfterSeconds !== undefined) pause(outcome.retryAfterSeconds);
  });

  if (sentTo !== undefined) {
    return (
      <Notice tone="success">
        If <b>{sentTo}</b> has an account with a password here, you will get an email. Its link
        expires soon and works only once. If you don’t see it, check your spam folder.
      </Notice>
    );
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {refusal ? <Notice tone="error">{refusal}</Notice> : null}
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          {...form.getInputProps('email')}
        />
        <Button type="submit" mt={4} fullWidth loading={form.submitting} disabled={secondsLeft > 0}>
          {secondsLeft > 0 ? `Try again in ${formatClock(secondsLeft)}` : 'Send reset link'}
        </Button>
      </Stack>
    </form>
  );
}
