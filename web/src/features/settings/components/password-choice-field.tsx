import { PasswordInput, SegmentedControl, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { pageConfig } from '../../../lib/page/page-config.js';
import { describePasswordRule } from '../../../components/passwords/password-rule.js';

/** The source of a new user’s first password: generated or typed. */
export interface PasswordChoice {
  isTyped: boolean;
  typed: string;
}

interface PasswordFieldProps {
  value: PasswordChoice;
  error: ReactNode;
  onChange: (value: PasswordChoice) => void;
}

/** A password for another user: generated or typed. */
export function PasswordChoiceField({ value, error, onChange }: PasswordFieldProps) {
  return (
    <Stack gap={6}>
      <SegmentedControl
        aria-label="Password"
        value={value.isTyped ? 'typed' : 'made'}
        onChange={(way) => onChange({ ...value, isTyped: way === 'typed' })}
        data={[
          { value: 'made', label: 'Generate a password' },
          { value: 'typed', label: 'Enter a password' },
        ]}
      />
      {value.isTyped ? (
        <PasswordInput
          label="Password"
          description={describePasswordRule()}
          autoComplete="new-password"
          value={value.typed}
          error={error}
          onChange={(event) => onChange({ ...value, typed: event.currentTarget.value })}
        />
      ) : null}
    </Stack>
  );
}

/**
 * Returns an error message if a typed password breaks a rule that this page can check; the server
 * checks more.
 */
export function findPasswordProblem({ isTyped, typed }: PasswordChoice): string | undefined {
  if (!isTyped || Array.from(typed).length >= pageConfig.passwordMinLength) return undefined;
  return `Use at least ${pageConfig.passwordMinLength} characters, or generate a password.`;
}
