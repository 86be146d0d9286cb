import {
  Button,
  Checkbox,
  Input,
  SegmentedControl,
  Skeleton,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { Plus } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { ErrorState } from '../../../../components/feedback/error-state.js';
import { FormAlert, FormButtons } from '../../../../components/forms/form-parts.js';
import { useFocusOnMount } from '../../../../lib/browser/use-focus-on-mount.js';
import type { TimeRangeSearch } from '../../../../lib/time/time-range.js';
import {
  type AnnotationConfig,
  useAllConfigs,
  useProjectConfigs,
} from '../../configs/api/annotation-configs.js';
import { ConfigDialog } from '../../configs/components/config-dialog.js';
import { describeValues } from '../../configs/config-texts.js';
import type { Queue, QueueTarget } from '../api/queues.js';
import { createQueueDraft, DRAFT_RULES, type QueueDraft } from '../queue-draft.js';
import { TARGETS } from '../queue-texts.js';
import { QueueSourceFields } from './queue-source-fields.js';
import classes from './queue-form.module.css';

interface QueueFormProps {
  projectId: string;
  /** The queue to edit; undefined to create one. */
  queue: Queue | undefined;
  /** The time range that the source starts with. */
  range: TimeRangeSearch;
  /** The kind of the items, if they are already selected. */
  fixedTarget?: QueueTarget;
  label: string;
  refusal: string | undefined;
  onChange: () => void;
  onClose: () => void;
  onSubmit: (draft: QueueDraft, range: TimeRangeSearch) => Promise<void>;
}

/** The form of a review queue, once its configs are known. */
export function QueueForm(props: QueueFormProps) {
  const { configs, error, reload } = useProjectConfigs(props.projectId);
  if (error) return <ErrorState error={error} onRetry={reload} />;
  return configs ? (
    <LoadedForm {...props} projectConfigs={configs} />
  ) : (
    <Stack gap="sm" aria-busy>
      <Skeleton height={56} />
      <Skeleton height={72} />
      <Skeleton height={120} />
    </Stack>
  );
}

function LoadedForm(props: QueueFormProps & { projectConfigs: readonly AnnotationConfig[] }) {
  const { queue, fixedTarget, label, refusal, projectConfigs, onChange, onClose, onSubmit } = props;
  const form = useForm<QueueDraft>({
    initialValues: createQueueDraft(
      queue,
      projectConfigs.map(({ id }) => id),
      fixedTarget,
    ),
    validate: DRAFT_RULES,
    onValuesChange: onChange,
  });
  const [range, setRange] = useState(props.range);
  // The dialog has looked for its first field before the form was there.
  const name = useFocusOnMount<HTMLInputElement>();
  const hasSource = !queue && !fixedTarget;
  const submit = form.onSubmit((draft) => onSubmit(draft, range));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label="Name"
          placeholder="Failed answers from this week"
          required
          ref={name}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <Textarea
          label="Instructions"
          description="What reviewers should look for. Shown beside each item."
          autosize
          minRows={1}
          maxRows={6}
          {...form.getInputProps('description')}
        />
        {hasSource ? (
          <Input.Wrapper label="Items" labelElement="div">
            <SegmentedControl
              fullWidth
              aria-label="Items"
              data={TARGETS.map(({ value, label: text }) => ({ value, label: text }))}
              {...form.getInputProps('target')}
            />
          </Input.Wrapper>
        ) : null}
        <ConfigChoice
          queue={queue}
          projectConfigs={projectConfigs}
          value={form.values.configIds}
          problem={form.errors['configIds']}
          onChange={(ids) => form.setFieldValue('configIds', ids)}
        />
        <TextInput
          label="Judgments per item"
          description="How many people judge each item. Ask for two or more to see how much they agree."
          inputMode="numeric"
          autoComplete="off"
          className={classes.number}
          {...form.getInputProps('judgments')}
        />
        {hasSource ? (
          <QueueSourceFields form={form} range={range} onRangeChange={setRange} />
        ) : null}
        <FormAlert text={refusal} />
        <FormButtons label={label} isBusy={form.submitting} onCancel={onClose} />
      </Stack>
    </form>
  );
}

interface ConfigChoiceProps {
  queue: Queue | undefined;
  projectConfigs: readonly AnnotationConfig[];
  value: readonly string[];
  problem: ReactNode;
  onChange: (ids: string[]) => void;
}

/** Check boxes for the configs, those of the project first. */
function ConfigChoice({ queue, projectConfigs, value, problem, onChange }: ConfigChoiceProps) {
  const all = useAllConfigs();
  const [isCreating, setIsCreating] = useState(false);
  const labelId = useId();
  const known = new Map(
    [...projectConfigs, ...(queue?.annotationConfigs ?? []), ...all.rows].map((config) => [
      config.id,
      config,
    ]),
  );
  return (
    <Input.Wrapper label="Configs" labelElement="div" labelProps={{ id: labelId }} error={problem}>
      <div role="group" aria-labelledby={labelId} className={classes.configs}>
        {[...known.values()].map((config) => (
          <Checkbox
            key={config.id}
            label={config.name}
            description={describeValues(config)}
            checked={value.includes(config.id)}
            onChange={(event) =>
              onChange(
                event.currentTarget.checked
                  ? [...value, config.id]
                  : value.filter((id) => id !== config.id),
              )
            }
          />
        ))}
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Plus size={14} aria-hidden />}
          className={classes.create}
          onClick={() => setIsCreating(true)}
        >
          New config
        </Button>
      </div>
      {/* Events of a nested dialog must not reach this form. */}
      <div role="presentation" onSubmit={(event) => event.stopPropagation()}>
        <ConfigDialog
          config={isCreating ? 'new' : undefined}
          onClose={() => setIsCreating(false)}
          onSaved={(config) => {
            all.reread();
            onChange([...value, config.id]);
          }}
        />
      </div>
    </Input.Wrapper>
  );
}
