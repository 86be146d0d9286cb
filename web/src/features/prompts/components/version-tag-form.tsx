import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IDENTIFIER_RULE, isIdentifier } from '../../../components/prompt-editor/identifier.js';
import classes from './version-tag-form.module.css';

/** Suggested tags that say where a version is used. */
const USUAL = ['production', 'staging', 'development'];

interface VersionTagFormProps {
  /** Tags that point to other versions and would be moved. */
  others: readonly { name: string }[];
  /** Tags that already point to this version. */
  taken: readonly string[];
  /** Returns the server’s error message on failure. */
  onSubmit: (name: string) => Promise<string | undefined>;
}

/** Selects or creates a tag for a version. */
export function VersionTagForm({ others, taken, onSubmit }: VersionTagFormProps) {
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (name) => (isIdentifier(name.trim()) ? null : IDENTIFIER_RULE) },
  });
  const { name } = form.values;
  const isMoved = others.some((tag) => tag.name === name);
  const known = [...new Set([...others.map((tag) => tag.name), ...USUAL])].filter(
    (choice) => !taken.includes(choice),
  );

  const submit = async (chosen: string) => {
    const refusal = await onSubmit(chosen);
    if (refusal !== undefined) form.setFieldError('name', refusal);
  };
  return (
    <form onSubmit={form.onSubmit((values) => submit(values.name.trim()))}>
      <Stack gap="xs">
        <TextInput
          label="Tag name"
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('name')}
        />
        {known.length > 0 ? (
          <div className={classes.known}>
            {known.slice(0, 8).map((choice) => (
              <Button
                key={choice}
                variant="default"
                size="compact-xs"
                onClick={() => void submit(choice)}
              >
                {choice}
                {others.some((tag) => tag.name === choice) ? (
                  <span className={classes.moves}>moves here</span>
                ) : null}
              </Button>
            ))}
          </div>
        ) : null}
        <Button type="submit" loading={form.submitting} disabled={name.trim() === ''}>
          {isMoved ? 'Move tag here' : 'Set tag'}
        </Button>
      </Stack>
    </form>
  );
}
