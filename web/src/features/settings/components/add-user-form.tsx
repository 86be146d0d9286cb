import { NativeSelect, SegmentedControl, Stack, Switch, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { pageConfig } from '../../../lib/page/page-config.js';
import { roleLabel } from '../../../lib/session/permissions.js';
import { listAddableMethods } from '../addable-methods.js';
import { CreateUserMutation } from '../api/user-mutations.js';
import { ACCOUNT_FIELDS, findErrorField } from '../form-errors.js';
import { generatePassword } from '../generate-password.js';
import { type AuthMethod, methodLabel, type Role, ROLES } from '../roles.js';
import { FormAlert, FormButtons } from '../../../components/forms/form-parts.js';
import { PasswordField, findPasswordProblem } from './password-field.js';

/** A user who has been added. */
export interface AddedUser {
  username: string;
  method: AuthMethod;
  /**
   * The password to hand over; undefined if it was typed, or if the user signs in with another
   * method.
   */
  password: string | undefined;
  isMailed: boolean;
}

interface AddUserFormProps {
  onCancel: () => void;
  onAdded: (user: AddedUser) => void;
}

const METHODS = listAddableMethods(pageConfig);

const METHOD_NOTE: Record<AuthMethod, string> = {
  LOCAL: 'They sign in with their email address and a Spandrel password.',
  OAUTH2: 'They sign in with a provider that knows this email address.',
  LDAP: 'They sign in with their directory name. The directory must have this email address.',
};

/** Asks for a new user and their sign-in method. Keeps the input when the server refuses it. */
export function AddUserForm({ onCancel, onAdded }: AddUserFormProps) {
  const [method, setMethod] = useState<AuthMethod>(METHODS[0] ?? 'LOCAL');
  const [username, setUsername] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('MEMBER');
  const [choice, setChoice] = useState({ isTyped: false, typed: '' });
  const [isMailed, setIsMailed] = useState(pageConfig.passwordResetEmailEnabled);
  const [refusal, setRefusal] = useState<{ field: string | undefined; text: string }>();
  const [create, isSending] = useGraphqlMutation(CreateUserMutation);
  const errorOf = (field: string) => (refusal?.field === field ? refusal.text : undefined);

  const submit = async () => {
    const problem = method === 'LOCAL' ? findPasswordProblem(choice) : undefined;
    if (problem) {
      setRefusal({ field: 'password', text: problem });
      return;
    }
    setRefusal(undefined);
    const made = generatePassword(pageConfig.passwordMinLength);
    const password = choice.isTyped ? choice.typed : made;
    const { data, error } = await create({
      input: {
        username: username.trim(),
        email: email.trim(),
        role,
        authMethod: method,
        sendWelcomeEmail: isMailed,
        ...(method === 'LOCAL' ? { password } : {}),
      },
    });
    if (!data) {
      const text = describeError(error).detail;
      setRefusal({ field: findErrorField(text, ACCOUNT_FIELDS), text });
      return;
    }
    onAdded({
      username: data.createUser.user.username,
      method,
      password: method === 'LOCAL' && !choice.isTyped ? made : undefined,
      isMailed,
    });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };

  return (
    <form onSubmit={onSubmit}>
      <Stack gap="sm">
        {METHODS.length > 1 ? (
          <SegmentedControl
            aria-label="Sign-in method"
            value={method}
            onChange={(value) => setMethod(METHODS.find((item) => item === value) ?? method)}
            data={METHODS.map((item) => ({ value: item, label: methodLabel(item) }))}
          />
        ) : null}
        <TextInput
          label="Username"
          required
          data-autofocus
          autoComplete="off"
          value={username}
          error={errorOf('username')}
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
        <TextInput
          label="Email"
          description={METHOD_NOTE[method]}
          type="email"
          required
          autoComplete="off"
          value={email}
          error={errorOf('email')}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <NativeSelect
          label="Role"
          value={role}
          data={ROLES.map((item) => ({ value: item, label: roleLabel(item) }))}
          onChange={(event) =>
            setRole(ROLES.find((item) => item === event.currentTarget.value) ?? role)
          }
        />
        {method === 'LOCAL' ? (
          <PasswordField value={choice} error={errorOf('password')} onChange={setChoice} />
        ) : null}
        {pageConfig.passwordResetEmailEnabled ? (
          <Switch
            label="Send a welcome email"
            checked={isMailed}
            onChange={(event) => setIsMailed(event.currentTarget.checked)}
          />
        ) : null}
        <FormAlert text={refusal && refusal.field === undefined ? refusal.text : undefined} />
        <FormButtons
          label="Add user"
          isBusy={isSending}
          isDisabled={username.trim() === '' || email.trim() === ''}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}
