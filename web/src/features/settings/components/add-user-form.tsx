import { NativeSelect, SegmentedControl, Stack, Switch, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useMutation } from 'urql';
import { describeError } from '../../../lib/errors/server-errors.js';
import { pageConfig } from '../../../lib/page/page-config.js';
import { roleLabel } from '../../../lib/session/permissions.js';
import { addableMethods } from '../addable-methods.js';
import { CreateUserMutation } from '../api/user-mutations.js';
import { ACCOUNT_FIELDS, fieldOfError } from '../form-errors.js';
import { newPassword } from '../new-password.js';
import { type AuthMethod, methodLabel, type Role, ROLES } from '../roles.js';
import { FormAlert, FormButtons } from '../../../components/forms/form-parts.js';
import { PasswordField, passwordProblem } from './password-field.js';

/** Somebody who was added. */
export interface AddedUser {
  username: string;
  method: AuthMethod;
  /** To be handed over; undefined for people who sign in elsewhere, and when it was typed. */
  password: string | undefined;
  isMailed: boolean;
}

interface AddUserFormProps {
  onCancel: () => void;
  onAdded: (user: AddedUser) => void;
}

const METHODS = addableMethods(pageConfig);

const METHOD_NOTE: Record<AuthMethod, string> = {
  LOCAL: 'They sign in with their e-mail address and a password of this server.',
  OAUTH2: 'They sign in with a provider that knows this e-mail address.',
  LDAP: 'They sign in with their name in the directory, which has this e-mail address.',
};

/** Asks who is added and how they sign in; what is typed stays when the server refuses. */
export function AddUserForm({ onCancel, onAdded }: AddUserFormProps) {
  const [method, setMethod] = useState<AuthMethod>(METHODS[0] ?? 'LOCAL');
  const [username, setUsername] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('MEMBER');
  const [choice, setChoice] = useState({ isTyped: false, typed: '' });
  const [isMailed, setIsMailed] = useState(pageConfig.passwordResetEmailEnabled);
  const [refusal, setRefusal] = useState<{ field: string | undefined; text: string }>();
  const [{ fetching }, create] = useMutation(CreateUserMutation);
  const errorOf = (field: string) => (refusal?.field === field ? refusal.text : undefined);

  const submit = async () => {
    const problem = method === 'LOCAL' ? passwordProblem(choice) : undefined;
    if (problem) {
      setRefusal({ field: 'password', text: problem });
      return;
    }
    setRefusal(undefined);
    const made = newPassword(pageConfig.passwordMinLength);
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
      setRefusal({ field: fieldOfError(text, ACCOUNT_FIELDS), text });
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
            aria-label="Signs in with"
            value={method}
            onChange={(value) => setMethod(METHODS.find((item) => item === value) ?? method)}
            data={METHODS.map((item) => ({ value: item, label: methodLabel(item) }))}
          />
        ) : null}
        <TextInput
          label="User name"
          required
          data-autofocus
          autoComplete="off"
          value={username}
          error={errorOf('username')}
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
        <TextInput
          label="E-mail"
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
            label="Send a welcome mail"
            checked={isMailed}
            onChange={(event) => setIsMailed(event.currentTarget.checked)}
          />
        ) : null}
        <FormAlert text={refusal && refusal.field === undefined ? refusal.text : undefined} />
        <FormButtons
          label="Add user"
          isBusy={fetching}
          isDisabled={username.trim() === '' || email.trim() === ''}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}
