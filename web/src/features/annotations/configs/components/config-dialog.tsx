import { Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { ChoiceField } from '../../../../components/forms/choice-field.js';
import { FormAlert, FormButtons } from '../../../../components/forms/form-parts.js';
import { LabelFields } from '../../../../components/score-labels/label-fields.js';
import { DIRECTIONS } from '../../../../components/score-labels/score-texts.js';
import { useGraphqlMutation } from '../../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../../lib/errors/server-errors.js';
import {
  type AnnotationConfig,
  CreateConfigMutation,
  UpdateConfigMutation,
} from '../api/annotation-configs.js';
import {
  type ConfigDraft,
  createDraft,
  findDraftProblems,
  findRefusedField,
  toConfigInput,
} from '../config-draft.js';
import { CONFIG_TYPES } from '../config-texts.js';
import classes from './config-dialog.module.css';

interface ConfigDialogProps {
  /** The config to edit, `new` to create one, or undefined to hide the dialog. */
  config: AnnotationConfig | 'new' | undefined;
  onClose: () => void;
  /** Called with the saved config. Its ID differs from the old one if the type has changed. */
  onSaved: (config: AnnotationConfig) => void;
}

/** Creates or edits an annotation config. Keeps the input if the server rejects it. */
export function ConfigDialog({ config, ...props }: ConfigDialogProps) {
  return (
    <Modal
      opened={config !== undefined}
      onClose={props.onClose}
      title={config === 'new' ? 'New annotation config' : 'Edit annotation config'}
      closeOnClickOutside={false}
      size={500}
    >
      {config ? <ConfigForm config={config === 'new' ? undefined : config} {...props} /> : null}
    </Modal>
  );
}

interface ConfigFormProps extends Omit<ConfigDialogProps, 'config'> {
  config: AnnotationConfig | undefined;
}

function ConfigForm({ config, onClose, onSaved }: ConfigFormProps) {
  const [refusal, setRefusal] = useState<string>();
  const form = useForm<ConfigDraft>({
    initialValues: createDraft(config),
    validate: findDraftProblems,
    onValuesChange: () => setRefusal(undefined),
  });
  const save = useConfigSaving(config?.id);
  const { type, name } = form.values;

  const submit = form.onSubmit(async (draft) => {
    const annotationConfig = toConfigInput(draft);
    const { saved, error } = await save(annotationConfig);
    if (error) {
      const field = findRefusedField(draft, error);
      const { detail } = describeError(error);
      if (field) form.setFieldError(field, detail);
      else setRefusal(detail);
    }
    if (!saved) return;
    notifications.show({ message: `Annotation config ${saved.name} saved` });
    onSaved(saved);
    onClose();
  });

  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label="Name"
          description="The name of the annotations."
          required
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('name')}
        />
        <Textarea
          label="Description"
          description="Tells annotators what to judge."
          autosize
          minRows={1}
          maxRows={6}
          {...form.getInputProps('description')}
        />
        <ChoiceField
          label="Type"
          note={CONFIG_TYPES.find(({ value }) => value === type)?.note}
          value={type}
          choices={CONFIG_TYPES}
          onChange={(value) => form.setFieldValue('type', value)}
        />
        {type === 'categorical' ? (
          <LabelFields
            labels={form.values.labels}
            error={form.errors['labels']}
            onChange={(labels) => form.setFieldValue('labels', labels)}
          />
        ) : (
          <BoundFields form={form} />
        )}
        <ChoiceField
          label="Better scores"
          value={form.values.direction}
          choices={DIRECTIONS}
          onChange={(value) => form.setFieldValue('direction', value)}
        />
        <FormAlert text={refusal} />
        <FormButtons
          label={config ? 'Save config' : 'Create config'}
          isBusy={form.submitting}
          isDisabled={name.trim() === '' || (config !== undefined && !form.isDirty())}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

function BoundFields({ form }: { form: UseFormReturnType<ConfigDraft> }) {
  return (
    <div className={classes.numbers}>
      <TextInput
        label="Lowest score"
        placeholder="None"
        inputMode="decimal"
        autoComplete="off"
        {...form.getInputProps('lowerBound')}
      />
      <TextInput
        label="Highest score"
        placeholder="None"
        inputMode="decimal"
        autoComplete="off"
        {...form.getInputProps('upperBound')}
      />
      {form.values.type === 'freeform' ? (
        <TextInput
          label="Threshold"
          placeholder="None"
          inputMode="decimal"
          autoComplete="off"
          {...form.getInputProps('threshold')}
        />
      ) : null}
      {form.values.type === 'freeform' ? (
        <p className={classes.note}>
          The threshold is the score from which an annotation counts as good.
        </p>
      ) : null}
    </div>
  );
}

/** Returns a function that creates a config, or changes the one with an ID. */
function useConfigSaving(id: string | undefined) {
  const [create] = useGraphqlMutation(CreateConfigMutation);
  const [update] = useGraphqlMutation(UpdateConfigMutation);
  return async (annotationConfig: ReturnType<typeof toConfigInput>) => {
    if (id === undefined) {
      const { data, error } = await create({ input: { annotationConfig } });
      return { saved: data?.createAnnotationConfig.annotationConfig, error };
    }
    const { data, error } = await update({ input: { id, annotationConfig } });
    return { saved: data?.updateAnnotationConfig.annotationConfig, error };
  };
}
