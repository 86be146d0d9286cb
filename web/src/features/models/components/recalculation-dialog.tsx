import { Input, Modal, Select, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { TimeRangeControl } from '../../../components/filters/time-range-control.js';
import { FormAlert, FormButtons } from '../../../components/forms/form-parts.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { resolveTimeRange, type TimeRangeSearch } from '../../../lib/time/time-range.js';
import {
  ProjectNamesQuery,
  RecalculateMutation,
  useRecalculations,
} from '../api/recalculations.js';
import { RecalculationList } from './recalculation-list.js';

interface RecalculationDialogProps {
  /** Global ID of the project to choose, or `any`; undefined to hide the dialog. */
  projectId: string | undefined;
  onClose: () => void;
}

/** Starts recalculations of costs, and shows their progress. */
export function RecalculationDialog({ projectId, onClose }: RecalculationDialogProps) {
  return (
    <Modal opened={projectId !== undefined} onClose={onClose} title="Recalculate costs" size={560}>
      {projectId === undefined ? null : (
        <Stack gap="lg">
          <RecalculationForm projectId={projectId} onClose={onClose} />
          <Recent />
        </Stack>
      )}
    </Modal>
  );
}

function RecalculationForm({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const { data } = useGraphqlQuery(ProjectNamesQuery, {});
  const [refusal, setRefusal] = useState<string>();
  const form = useForm<{ project: string | null; range: TimeRangeSearch }>({
    initialValues: { project: projectId === 'any' ? null : projectId, range: {} },
    onValuesChange: () => setRefusal(undefined),
  });
  const [start] = useGraphqlMutation(RecalculateMutation);
  const { project, range } = form.values;

  const submit = form.onSubmit(async () => {
    if (project === null) return;
    const input = { projectId: project, timeRange: resolveTimeRange(range) };
    const { error } = await start({ input });
    setRefusal(error && describeError(error).detail);
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <div>
          Applies the current prices to stored spans. This runs in the background, newest spans
          first.
        </div>
        <Select
          label="Project"
          placeholder="Choose a project"
          required
          searchable
          openOnFocus={false}
          data-autofocus
          nothingFoundMessage="No projects match"
          data={(data?.projects.edges ?? []).map(({ node }) => ({
            value: node.id,
            label: node.name,
          }))}
          value={project}
          onChange={(chosen) => form.setFieldValue('project', chosen)}
        />
        <Input.Wrapper label="Spans that started" labelElement="div">
          <div>
            <TimeRangeControl
              value={range}
              onChange={(chosen) => form.setFieldValue('range', chosen)}
            />
          </div>
        </Input.Wrapper>
        <FormAlert text={refusal} />
        <FormButtons
          label="Recalculate costs"
          isBusy={form.submitting}
          isDisabled={project === null}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

function Recent() {
  const { recalculations, error, reload } = useRecalculations();
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!recalculations || recalculations.length === 0) return null;
  return <RecalculationList recalculations={recalculations} />;
}
