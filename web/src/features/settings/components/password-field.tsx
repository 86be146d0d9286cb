import { PasswordInput, SegmentedControl, Stack } from '@mantine/core';
import { pageConfig } from '../../../lib/page/page-config.js';
import { passwordRule } from '../../../components/passwords/password-rule.js';

/** How somebody else's first password comes about. */
export interface PasswordChoice {
  isTyped: boolean;
  typed: string;
}

interface PasswordFieldProps {
  value: PasswordChoice;
  error: string | undefined;
  onChange: (value: PasswordChoice) => void;
}

/** A password for somebody else: made at random, or typed. */
export function PasswordField({ value, error, onChange }: PasswordFieldProps) {
  return (
    <Stack gap={6}>
      <SegmentedControl
        aria-label="Password"
        value={value.isTyped ? 'typed' : 'made'}
        onChange={(way) => onChange({ ...value, isTyped: way === 'typed' })}
        data={[
          { value: 'made', label: 'Generate a password' },
          { value: 'typed', label: 'Type one' },
        ]}
      />
      {value.isTyped ? (
        <PasswordInput
          label="Password"
          description={passwordRule()}
          autoComplete="new-password"
          value={value.typed}
          error={error}
          onChange={(event) => onChange({ ...value, typed: event.currentTarget.value })}
        />
      ) : null}
    </Stack>
  );
}

/** Why a typed password cannot be taken yet, as far as can be told here; the server has the last word. */
export function passwordProblem({ isTyped, typed }: PasswordChoice): string | undefined {
  if (!isTyped || Array.from(typed).length >= pageConfig.passwordMinLength) return undefined;
  return `Take at least ${pageConfig.passwordMinLength} characters, or let one be generated.`;
}
