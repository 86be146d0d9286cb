import { pageConfig } from '../../lib/page/page-config.js';
import { problemOfNewPassword } from './new-password.js';
import { passwordRule } from './password-rule.js';
import { PasswordField } from './password-field.js';

/** A new password as it is being typed, twice. */
export interface NewPassword {
  password: string;
  repeated: string;
}

export const NO_PASSWORD: NewPassword = { password: '', repeated: '' };

/** Whether it can be sent. */
export function isComplete({ password, repeated }: NewPassword): boolean {
  return (
    Object.keys(problemOfNewPassword(password, repeated, pageConfig.passwordMinLength)).length === 0
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
  const problem = problemOfNewPassword(password, repeated, passwordMinLength);
  return (
    <>
      <PasswordField
        label="New password"
        description={`${passwordRule()} Several words are easy to keep in mind.`}
        autoComplete="new-password"
        required
        value={password}
        onChange={(next) => onChange({ ...value, password: next })}
        error={password === '' ? undefined : problem.password}
      />
      <PasswordField
        label="New password again"
        autoComplete="new-password"
        required
        value={repeated}
        onChange={(next) => onChange({ ...value, repeated: next })}
        error={repeated.length < password.length ? undefined : problem.repeated}
      />
    </>
  );
}
