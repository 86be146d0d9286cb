import { Button, Stack } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import {
  isComplete,
  NewPasswordFields,
  NO_PASSWORD,
} from '../../../components/passwords/new-password-fields.js';
import { Notice } from '../../../components/feedback/notice.js';
import { forgetSession } from '../../../lib/session/server-fetch.js';
import { formatClock } from '../../../lib/format/numbers.js';
import { useCountdown } from '../use-countdown.js';
import { resetPassword } from '../api/sign-in.js';
import { AccountFrame } from '../components/account-frame.js';
import { buildPageUrl } from '../use-skipped-sign-in.js';

const route = getRouteApi('/reset-password-with-token');

/** Sets a new password with the link from the email. */
export function ResetPasswordPage() {
  const { token } = route.useSearch();
  const [isRefused, setIsRefused] = useState(false);
  if (!token || isRefused) {
    return (
      <AccountFrame
        title="This link does not work"
        intro="It has been used, has expired, or is incomplete. Your password has not changed."
        foot={<Link to="/login">Back to sign-in</Link>}
      >
        <Button
          renderRoot={(props) => <Link {...props} to="/forgot-password" />}
          fullWidth
          data-button
        >
          Request a new link
        </Button>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      title="Set a new password"
      intro="This ends all your sessions, on all devices."
      foot={<Link to="/login">Back to sign-in</Link>}
    >
      <ResetForm token={token} onRefused={() => setIsRefused(true)} />
    </AccountFrame>
  );
}

function ResetForm({ token, onRefused }: { token: string; onRefused: () => void }) {
  const form = useForm({ initialValues: NO_PASSWORD });
  const [isDone, setIsDone] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [secondsLeft, pause] = useCountdown();

  const submit = form.onSubmit(async (typed) => {
    if (!isComplete(typed)) return;
    const outcome = await resetPassword(token, typed.password);
    if (!outcome) {
      setIsDone(true);
      forgetSession();
      location.replace(buildPageUrl('/login?message=password_reset'));
      return;
    }
    if (outcome.status === 401) onRefused();
    setRefusal(
      outcome.status === 429 ? 'Too many attempts. Wait a moment, then try again.' : outcome.text,
    );
    if (outcome.retryAfterSeconds !== undefined) pause(outcome.retryAfterSeconds);
  });

  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {refusal ? <Notice tone="error">{refusal}</Notice> : null}
        <NewPasswordFields value={form.values} onChange={form.setValues} />
        <Button
          type="submit"
          mt={4}
          fullWidth
          loading={form.submitting || isDone}
          disabled={!isComplete(form.values) || secondsLeft > 0}
        >
          {secondsLeft > 0 ? `Try again in ${formatClock(secondsLeft)}` : 'Set password'}
        </Button>
      </Stack>
    </form>
  );
}
