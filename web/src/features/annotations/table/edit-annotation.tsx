import { Modal, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { FormAlert, FormButtons } from '../../../components/forms/form-parts.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { useAllConfigs } from '../configs/api/annotation-configs.js';
import type { Judgment } from '../judge/judgments.js';
import { isEmpty, type Value } from '../judge/write-judgment.js';

interface EditAnnotationProps {
  /** Undefined to hide the dialog. */
  annotation: Judgment | undefined;
  onClose: () => void;
  /** @throws RequestError if the server refuses it. */
  onSave: (annotation: Judgment, value: Value) => Promise<unknown>;
}

/** Changes the label, score and explanation of an annotation. Keeps the input if it is refused. */
export function EditAnnotation({ annotation, ...props }: EditAnnotationProps) {
  return (
    <Modal
      opened={annotation !== undefined}
      onClose={props.onClose}
      title={annotation ? `Edit the annotation ${annotation.name}` : 'Edit annotation'}
      closeOnClickOutside={false}
    >
      {annotation ? <EditForm annotation={annotation} {...props} /> : null}
    </Modal>
  );
}

function EditForm(props: EditAnnotationProps & { annotation: Judgment }) {
  const { annotation, onClose, onSave } = props;
  const { rows } = useAllConfigs();
  const [refusal, setRefusal] = useState<string>();
  const form = useForm({
    initialValues: {
      label: annotation.label ?? '',
      score: annotation.score === null ? '' : String(annotation.score),
      explanation: annotation.explanation ?? '',
    },
    validate: {
      score: (text) => (Number.isFinite(Number(text)) ? null : 'Enter a number, such as 0.5.'),
    },
    onValuesChange: () => setRefusal(undefined),
  });
  const config = rows.find(({ name }) => name === annotation.name);
  const labels = config?.__typename === 'CategoricalAnnotationConfig' ? config.values : undefined;

  const submit = form.onSubmit(async ({ label, score, explanation }) => {
    const value = {
      label: label.trim() || null,
      score: score.trim() === '' ? null : Number(score),
      explanation: explanation.trim() ? explanation : null,
    };
    if (isEmpty(value)) {
      setRefusal('Enter a label, a score or an explanation. To remove the annotation, delete it.');
      return;
    }
    try {
      await onSave(annotation, value);
      onClose();
    } catch (error) {
      setRefusal(describeError(error).detail);
    }
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {labels ? (
          <NativeSelect
            label="Label"
            description="The score follows the label."
            data-autofocus
            data={listChoices(
              labels.map(({ label }) => label),
              annotation.label,
            )}
            value={form.values.label}
            onChange={(event) => {
              const label = event.currentTarget.value;
              const score = labels.find((item) => item.label === label)?.score ?? null;
              form.setValues({ label, score: score === null ? '' : String(score) });
            }}
          />
        ) : (
          <TextInput
            label="Label"
            data-autofocus
            autoComplete="off"
            {...form.getInputProps('label')}
          />
        )}
        <TextInput
          label="Score"
          inputMode="decimal"
          autoComplete="off"
          {...form.getInputProps('score')}
        />
        <Textarea
          label="Explanation"
          autosize
          minRows={2}
          maxRows={12}
          {...form.getInputProps('explanation')}
        />
        <FormAlert text={refusal} />
        <FormButtons
          label="Save annotation"
          isBusy={form.submitting}
          isDisabled={!form.isDirty()}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

/** The labels of the config, and the current one if it is no longer among them. */
function listChoices(labels: readonly string[], current: string | null) {
  const all = current === null || labels.includes(current) ? labels : [current, ...labels];
  return [{ value: '', label: 'No label' }, ...all.map((label) => ({ value: label, label }))];
}
