import { NativeSelect, SegmentedControl, Stack, Switch, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { type AuthMethod, findAuthMethod, pageConfig } from '../../../lib/page/page-config.js';
import { getRoleLabel, type Role } from '../../../lib/viewer/permissions.js';
import { CreateUserMutation } from '../api/user-mutations.js';
import { ACCOUNT_FIELDS, findErrorField } from '../form-errors.js';
import { generatePassword } from '../generate-password.js';
import { ROLES } from '../roles.js';
import { FormAlert, FormButtons } from '../../../components/forms/form-parts.js';
import {
  findPasswordProblem,
  type PasswordChoice,
  PasswordChoiceField,
} from './password-choice-field.js';

/** A user who has been added. */
export interface AddedUser {
  username: string;
  method: AuthMethod;
  /**
   * The password to give to the user; undefined if the administrator typed it, or if the user signs
   * in with another method.
   */
  password: string | undefined;
  isMailed: boolean;
}

interface UserDraft {
  method: AuthMethod;
  username: string;
  email: string;
  role: Role;
  password: PasswordChoice;
  isMailed: boolean;
}

interface AddUserFormProps {
  onCancel: () => void;
  onAdded: (user: AddedUser) => void;
}

/** Asks for a new user and their sign-in method. Keeps the input if the server rejects it. */
export function AddUserForm({ onCancel, onAdded }: AddUserFormProps) {
  const [refusal, setRefusal] = useState<string>();
  const form = useForm<UserDraft>({
    initialValues: {
      method: listMethods()[0]?.name ?? 'LOCAL',
      username: '',
      email: '',
      role: 'MEMBER',
      password: { isTyped: false, typed: '' },
      isMailed: pageConfig.passwordResetEmailEnabled,
    },
    validate: {
      password: (password, { method }) =>
        findAuthMethod(method)?.hasPassword ? (findPasswordProblem(password) ?? null) : null,
    },
  });
  const { method, username, email, role, password: choice, isMailed } = form.values;
  const facts = findAuthMethod(method);
  const hasPassword = facts?.hasPassword ?? false;
  const [create, isSending] = useGraphqlMutation(CreateUserMutation);

  const submit = form.onSubmit(async () => {
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
        ...(hasPassword ? { password } : {}),
      },
    });
    if (!data) {
      const text = describeError(error).detail;
      const field = findErrorField(text, ACCOUNT_FIELDS);
      if (field) form.setFieldError(field, text);
      else setRefusal(text);
      return;
    }
    onAdded({
      username: data.createUser.user.username,
      method,
      password: hasPassword && !choice.isTyped ? made : undefined,
      isMailed,
    });
  });

  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <UserFields form={form} />
        <FormAlert text={refusal} />
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

function UserFields({ form }: { form: UseFormReturnType<UserDraft> }) {
  const { method, password: choice } = form.values;
  const facts = findAuthMethod(method);
  const methods = listMethods();
  return (
    <>
      {methods.length > 1 ? (
        <SegmentedControl
          aria-label="Sign-in method"
          value={method}
          onChange={(value) => form.setFieldValue('method', value)}
          data={methods.map(({ name, label }) => ({ value: name, label }))}
        />
      ) : null}
      <TextInput
        label="Username"
        required
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('username')}
      />
      <TextInput
        label="Email"
        description={facts?.additionHint}
        type="email"
        required
        autoComplete="off"
        {...form.getInputProps('email')}
      />
      <NativeSelect
        label="Role"
        data={ROLES.map((item) => ({ value: item, label: getRoleLabel(item) }))}
        {...form.getInputProps('role')}
      />
      {facts?.hasPassword ? (
        <PasswordChoiceField
          value={choice}
          error={form.errors['password']}
          onChange={(value) => form.setFieldValue('password', value)}
        />
      ) : null}
      {pageConfig.passwordResetEmailEnabled ? (
        <Switch
          label="Send a welcome email"
          {...form.getInputProps('isMailed', { type: 'checkbox' })}
        />
      ) : null}
    </>
  );
}

/** Lists the sign-in methods of users that administrators can add. */
function listMethods() {
  return pageConfig.authMethods.filter(({ canAddUsers }) => canAddUsers);
}
