import { MultiSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { FormAlert, FormButtons } from '../../../components/forms/form-parts.js';
import { settleRequest, useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import {
  CreatePolicyMutation,
  PatchPolicyMutation,
  type Preview,
  type RetentionPolicy,
  RetentionPreviewQuery,
} from '../api/retention-policies.js';
import { type PolicyDraft, toPolicyInput, toPreviewVariables } from '../policy-draft.js';
import { describeSchedule, findScheduleProblem, isEverything } from '../policy-texts.js';
import { LimitFields } from './limit-fields.js';
import { type Confirmation, ConfirmDialog } from '../../../components/dialogs/confirm-dialog.js';
import { useQueryClient } from '@tanstack/react-query';
import { buildQueryOptions, useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { formatBytes, formatPlural } from '../../../lib/format/numbers.js';
import { useDebouncedValue } from '@mantine/hooks';
import classes from './retention-preview.module.css';

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
              description="These projects follow only this policy."
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

/**
 * Asks before a policy is saved that would delete all traces of its projects, or more than could be
 * counted.
 * @param defaultId of the default policy, if that is edited.
 */
function useDeletionQuestion(defaultId: string | undefined) {
  const queryClient = useQueryClient();
  const [question, setQuestion] = useState<Confirmation>();

  /** Returns false if there is no reason to ask. Otherwise, `save` is called after a yes. */
  const ask = async (
    draft: PolicyDraft,
    save: () => Promise<string | undefined>,
  ): Promise<boolean> => {
    const variables = toPreviewVariables(draft, defaultId);
    const { data } = await settleRequest(
      queryClient.fetchQuery(buildQueryOptions(RetentionPreviewQuery, variables)),
    );
    const preview = data?.retentionPreview;
    if (preview && !isEverything(preview)) return false;
    const traces = preview && formatPlural(preview.traceCount, 'trace');
    setQuestion({
      title: preview ? 'Delete all traces?' : 'Delete an unknown number of traces?',
      text: preview
        ? `This policy would delete all ${traces} of its projects when it runs next. Deleted traces cannot be restored.`
        : 'Spandrel could not count what this policy would delete. Deleted traces cannot be restored.',
      label: 'Save policy',
      run: save,
    });
    return true;
  };
  return { question, ask, close: () => setQuestion(undefined) };
}

const PAUSE_MS = 400;

interface RetentionPreviewProps {
  draft: PolicyDraft;
  /** The default policy, whose projects are not chosen. */
  defaultId: string | undefined;
}

/** Says what a policy would delete if it ran now, while it is edited. */
function RetentionPreview({ draft, defaultId }: RetentionPreviewProps) {
  const variables = toPreviewVariables(draft, defaultId);
  const [rested] = useDebouncedValue(JSON.stringify(variables), PAUSE_MS);
  const isRested = rested === JSON.stringify(variables);
  const { data, error } = useGraphqlQuery(
    RetentionPreviewQuery,
    JSON.parse(rested) as typeof variables,
  );
  return (
    <p role="status" className={classes.preview}>
      {isRested && error ? 'Counting what this would delete took too long.' : null}
      {isRested && data ? describe(data.retentionPreview) : null}
      {isRested && (data || error) ? null : 'Counting what this would delete…'}
    </p>
  );
}

function describe(preview: Preview) {
  const { traceCount, spanCount, keptTraceCount, textTraceCount, storedBytes } = preview;
  const kept =
    keptTraceCount > 0 ? ` ${formatPlural(keptTraceCount, 'older trace')} would be kept.` : '';
  const texts =
    textTraceCount > 0
      ? ` ${formatPlural(textTraceCount, 'trace')} would lose ${textTraceCount === 1 ? 'its' : 'their'} texts.`
      : '';
  const size =
    storedBytes === null ? '' : ` The projects occupy about ${formatBytes(storedBytes)} now.`;
  if (traceCount === 0) {
    return `This would delete ${texts ? 'no traces' : 'nothing'} now.${texts}${kept}${size}`;
  }
  return (
    <>
      This would delete <b>{formatPlural(traceCount, 'trace')}</b> with{' '}
      {formatPlural(spanCount, 'span')} now.{texts}
      {kept}
      {size} Deleted traces cannot be restored.
    </>
  );
}
