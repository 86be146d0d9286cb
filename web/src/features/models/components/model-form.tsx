import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { FormAlert, FormButtons } from '../../../components/forms/form-parts.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import {
  CheckPatternQuery,
  CreateModelMutation,
  type Model,
  UpdateModelMutation,
} from '../api/models.js';
import {
  findDraftProblems,
  findRefusedField,
  type ModelDraft,
  toModelInput,
} from '../model-draft.js';
import classes from './model-form.module.css';
import { PriceFields } from './price-fields.js';

const PAUSE_MS = 300;

interface ModelFormProps {
  /** The model to change; undefined to create one. */
  edited: Model | undefined;
  initial: ModelDraft;
  onClose: () => void;
  onSaved: () => void;
}

/** The name, pattern and prices of a custom model. */
export function ModelForm({ edited, initial, onClose, onSaved }: ModelFormProps) {
  const [refusal, setRefusal] = useState<string>();
  const form = useForm<ModelDraft>({
    initialValues: initial,
    validate: findDraftProblems,
    onValuesChange: () => setRefusal(undefined),
  });
  const [create] = useGraphqlMutation(CreateModelMutation);
  const [update] = useGraphqlMutation(UpdateModelMutation);
  const { name, namePattern, hasTier, threshold, prices } = form.values;
  const patternProblem = usePatternProblem(namePattern);

  const submit = form.onSubmit(async (draft) => {
    const input = toModelInput(draft, edited);
    const { error } = edited
      ? await update({ input: { id: edited.id, ...input } })
      : await create({ input });
    if (error) {
      const { detail } = describeError(error);
      const field = findRefusedField(draft, detail);
      if (field) form.setFieldError(field, detail);
      else setRefusal(detail);
      return;
    }
    notifications.show({
      title: `Model ${input.name} saved`,
      message: 'Its prices apply to new spans. Recalculate costs to apply them to stored ones.',
    });
    onSaved();
    onClose();
  });

  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label="Name"
          placeholder="gpt-4o"
          required
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('name')}
        />
        <TextInput
          label="Provider"
          description="The llm.provider of spans. Leave empty for any provider."
          placeholder="openai"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('provider')}
        />
        <TextInput
          label="Name pattern"
          description="A regular expression to find in the llm.model_name of spans."
          placeholder="^gpt-4o$"
          required
          autoComplete="off"
          spellCheck={false}
          className={classes.pattern}
          {...form.getInputProps('namePattern')}
          error={form.errors['namePattern'] ?? patternProblem}
        />
        <PriceFields
          value={{ hasTier, threshold, prices }}
          errors={form.errors}
          onChange={(changed, field) => {
            form.setValues(changed);
            if (field) form.clearFieldError(field);
          }}
        />
        <TextInput
          type="datetime-local"
          label="Start"
          description="The prices apply to spans that start at this time or later. Leave empty for all spans."
          max="9999-12-31T23:59"
          {...form.getInputProps('startTime')}
        />
        <FormAlert text={refusal} />
        <FormButtons
          label={edited ? 'Save model' : 'Create model'}
          isBusy={form.submitting}
          isDisabled={
            name.trim() === '' || namePattern === '' || (edited !== undefined && !form.isDirty())
          }
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

/** Returns what the server says about a pattern after a pause in typing; undefined if it is valid. */
function usePatternProblem(pattern: string): string | undefined {
  const [rested] = useDebouncedValue(pattern, PAUSE_MS);
  const { data } = useGraphqlQuery(
    CheckPatternQuery,
    { regex: rested },
    { enabled: rested !== '', staleTime: Infinity },
  );
  return rested === pattern
    ? (data?.validateRegularExpression.errorMessage ?? undefined)
    : undefined;
}
