import { MultiSelect, Stack, TextInput } from '@mantine/core';
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
import { describeSchedule, findScheduleProblem } from '../policy-texts.js';
import { LimitFields } from './limit-fields.js';
import { RetentionPreview } from './retention-preview.js';
import { useDeletionQuestion } from './use-deletion-question.js';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.js';

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
  const defaultId = edited?.isDefault ? edited.id : undefined;
  const { question, ask, close } = useDeletionQuestion(defaultId);

  const save = async (draft: PolicyDraft): Promise<string | undefined> => {
    const { content, added, removed } = toPolicyInput(draft, initial);
    const { error } = edited
      ? await patch({
          input: { id: edited.id, ...content, addProjects: added, removeProjects: removed },
        })
      : await create({ input: { ...content, addProjects: added } });
    if (error) return describeError(error).detail;
    notifications.show({ message: `Policy ${content.name} saved` });
    onSaved();
    onClose();
    return undefined;
  };
  const submit = form.onSubmit(async (draft) => {
    if (!(await ask(draft, () => save(draft)))) setRefusal(await save(draft));
  });

  return (
    <>
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
          <LimitFields form={form} />
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
          <RetentionPreview draft={form.values} defaultId={defaultId} />
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
      {/* Outside of the form, because its own would submit this one too. */}
      <ConfirmDialog confirmation={question} onClose={close} />
    </>
  );
}
