import { pageConfig } from '../../lib/page/page-config.js';
import { checkNewPassword } from './check-new-password.js';
import { describePasswordRule } from './password-rule.js';
import { PasswordField } from './password-field.js';

/** A new password as typed, twice. */
export interface NewPassword {
  password: string;
  repeated: string;
}

export const NO_PASSWORD: NewPassword = { password: '', repeated: '' };

/** Whether the new password can be submitted. */
export function isComplete({ password, repeated }: NewPassword): boolean {
  return (
    Object.keys(checkNewPassword(password, repeated, pageConfig.passwordMinLength)).length === 0
  );
}

interface NewPasswordFieldsProps {
  value: NewPassword;
  onChange: (value: NewPassword) => void;
}

/** Two fields for a new password, with the rules and what is still missing. */
export function NewPasswordFields({ value, onChange }: NewPasswordFieldsProps) {
  const { password, repeated } = value;
  const { passwordMinLength } = pageConfig;
  const problem = checkNewPassword(password, repeated, passwordMinLength);
  return (
    <>
      <PasswordField
        label="New password"
        description={`${describePasswordRule()} A phrase of several words is easy to remember.`}
        autoComplete="new-password"
        required
        value={password}
        onChange={(next) => onChange({ ...value, password: next })}
        error={password === '' ? undefined : problem.password}
      />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        required
        value={repeated}
        onChange={(next) => onChange({ ...value, repeated: next })}
        error={repeated.length < password.length ? undefined : problem.repeated}
      />
    </>
  );
}
