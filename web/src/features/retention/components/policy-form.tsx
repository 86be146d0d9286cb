import { Checkbox, MultiSelect, NumberInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { FormAlert, FormButtons } from '../../../components/forms/form-parts.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import {
  CreatePolicyMutation,
  PatchPolicyMutation,
  type RetentionPolicy,
} from '../api/retention-policies.js';
import { type PolicyDraft, toPolicyInput } from '../policy-draft.js';
import { describeSchedule, EXEMPTIONS, findScheduleProblem } from '../policy-texts.js';
import { RetentionPreview } from './retention-preview.js';

/** A project that can follow the policy. */
export interface ProjectChoice {
  id: string;
  name: string;
  /** Name of another policy that it follows; undefined for the default. */
  policyName: string | undefined;
}

interface PolicyFormProps {
  /** The policy to change; undefined to create one. */
  edited: RetentionPolicy | undefined;
  initial: PolicyDraft;
  projects: readonly ProjectChoice[];
  onClose: () => void;
  onSaved: () => void;
}

/** The rule, schedule and projects of a policy, and what it would delete now. */
export function PolicyForm({ edited, initial, projects, onClose, onSaved }: PolicyFormProps) {
  const [refusal, setRefusal] = useState<string>();
  const form = useForm<PolicyDraft>({
    initialValues: initial,
    onValuesChange: () => setRefusal(undefined),
  });
  const [create] = useGraphqlMutation(CreatePolicyMutation);
  const [patch] = useGraphqlMutation(PatchPolicyMutation);
  const { name, cronExpression } = form.values;
  const schedule = describeSchedule(cronExpression);
  const scheduleProblem = findScheduleProblem(cronExpression);

  const submit = form.onSubmit(async (draft) => {
    const { content, added, removed } = toPolicyInput(draft, initial);
    const { error } = edited
      ? await patch({
          input: { id: edited.id, ...content, addProjects: added, removeProjects: removed },
        })
      : await create({ input: { ...content, addProjects: added } });
    if (error) {
      setRefusal(describeError(error).detail);
      return;
    }
    notifications.show({ message: `Policy ${content.name} saved` });
    onSaved();
    onClose();
  });

  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label="Name"
          placeholder="30 days"
          required
          data-autofocus
          autoComplete="off"
          disabled={edited?.isDefault === true}
          {...form.getInputProps('name')}
        />
        <NumberInput
          label="Delete traces older than (days)"
          description="Leave empty to keep traces of any age."
          min={0.01}
          max={36_500}
          decimalScale={2}
          {...form.getInputProps('maxDays')}
        />
        <NumberInput
          label="Newest traces to keep in each project"
          description="Leave empty to keep any number."
          min={1}
          max={2_000_000_000}
          allowDecimal={false}
          thousandSeparator=","
          {...form.getInputProps('maxCount')}
        />
        <Checkbox.Group
          label="Never delete"
          value={form.values.keeps}
          onChange={(keeps) => form.setFieldValue('keeps', keeps)}
        >
          <Stack gap={6} mt={6}>
            {EXEMPTIONS.map(({ value, label }) => (
              <Checkbox key={value} value={value} label={label} />
            ))}
          </Stack>
        </Checkbox.Group>
        <TextInput
          label="Schedule"
          description={[
            'A cron expression for whole hours and days of the week, such as 0 3 * * 1-5.',
            schedule && `Runs ${schedule.charAt(0).toLowerCase()}${schedule.slice(1)}.`,
          ].join(' ')}
          required
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('cronExpression')}
          error={scheduleProblem}
        />
        {edited?.isDefault ? null : (
          <MultiSelect
            label="Projects"
            description="They follow this policy instead of another one."
            searchable
            clearable
            maxDropdownHeight={220}
            nothingFoundMessage="No project has this name."
            data={projects.map(({ id, name: project, policyName }) => ({
              value: id,
              label: policyName === undefined ? project : `${project} (now ${policyName})`,
            }))}
            {...form.getInputProps('projectIds')}
          />
        )}
        <RetentionPreview
          draft={form.values}
          defaultId={edited?.isDefault ? edited.id : undefined}
        />
        <FormAlert text={refusal} />
        <FormButtons
          label={edited ? 'Save policy' : 'Create policy'}
          isBusy={form.submitting}
          isDisabled={
            name.trim() === '' ||
            scheduleProblem !== undefined ||
            (edited !== undefined && !form.isDirty())
          }
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
