import {
  Button,
  Group,
  Modal,
  NativeSelect,
  NumberInput,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { DatasetSelect } from '../../../components/dataset-select/dataset-select.js';
import { FormAlert, FormButtons } from '../../../components/forms/form-parts.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { RequestError } from '../../../lib/data/request-error.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { listCredentials, useProviders } from '../../../components/prompt-editor/provider-keys.js';
import { type StartedExperiment, startDatasetRun } from '../api/dataset-run.js';
import { type EvaluatorChoice, useEvaluatorChoices } from '../api/evaluator-choices.js';
import { listDatasetRuns } from '../draft/dataset-runs.js';
import {
  getLetter,
  listFiles,
  MAX_REPETITIONS,
  type PlaygroundDraft,
} from '../draft/playground-draft.js';
import { EvaluatorChoiceField } from './evaluator-choice.js';

interface DatasetRunDialogProps {
  isOpen: boolean;
  draft: PlaygroundDraft;
  onClose: () => void;
}

/** Starts an experiment for each variant: the server runs it on every example of a dataset. */
export function DatasetRunDialog({ isOpen, ...rest }: DatasetRunDialogProps) {
  return (
    <Modal opened={isOpen} onClose={rest.onClose} title="Run on a dataset" size="lg">
      {isOpen ? <DatasetRunForm {...rest} /> : null}
    </Modal>
  );
}

interface Started {
  datasetId: string;
  experiments: StartedExperiment[];
  /** The problems of the variants that could not be started. */
  problems: string[];
}

function DatasetRunForm({ draft, onClose }: Omit<DatasetRunDialogProps, 'isOpen'>) {
  const { variants } = draft;
  const providers = useProviders();
  const [problems, setProblems] = useState<string[]>([]);
  const [started, setStarted] = useState<Started>();
  const form = useForm({
    initialValues: {
      datasetId: '',
      skippedEvaluators: [] as string[],
      name: '',
      source: 'input',
      repetitions: draft.repetitions as number | string,
      maxCost: '' as number | string,
      maxTokens: '' as number | string,
    },
    validate: { datasetId: (id) => (id === '' ? 'Choose a dataset.' : null) },
  });

  const evaluators = useEvaluatorChoices(form.values.datasetId);

  const submit = form.onSubmit(async (settings) => {
    const runs = listDatasetRuns(
      draft,
      { ...settings, evaluatorIds: listChosen(evaluators, settings.skippedEvaluators) },
      (provider) => listCredentials(provider, providers),
    );
    const { experiments, problems: refused } = await startRuns(runs);
    setProblems(refused);
    if (experiments.length > 0) {
      setStarted({ datasetId: settings.datasetId, experiments, problems: refused });
    }
  });

  if (started) return <StartedNote {...started} onClose={onClose} />;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <DatasetSelect
          required
          data-autofocus
          {...form.getInputProps('datasetId')}
          value={form.values.datasetId || null}
          onChange={(id) => form.setFieldValue('datasetId', id ?? '')}
        />
        {evaluators ? (
          <EvaluatorChoiceField
            datasetId={form.values.datasetId}
            evaluators={evaluators}
            skipped={form.values.skippedEvaluators}
            onChange={(skipped) => form.setFieldValue('skippedEvaluators', skipped)}
          />
        ) : null}
        <NativeSelect
          label="Variables"
          data={[
            { value: 'input', label: 'Fields of the input, such as {{question}}' },
            {
              value: '',
              label: 'The whole example, such as {{input.question}} and {{reference.answer}}',
            },
          ]}
          {...form.getInputProps('source')}
        />
        <TextInput
          label="Name of the experiment"
          description={
            variants.length > 1
              ? `Starts ${variants.length} experiments, whose names end in ${variants.map((_, index) => getLetter(index)).join(', ')}.`
              : undefined
          }
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <RunLimits getInputProps={form.getInputProps} />
        <Text size="sm" c="dimmed">
          The server runs every example and lets the evaluators judge the answers, even if you close
          this page. An experiment stops at its limits, which you can raise later.
          {variants.some(({ messages }) => listFiles(messages).length > 0)
            ? ' Attached files are not sent.'
            : ''}
        </Text>
        <FormAlert text={problems.length > 0 ? problems.join(' ') : undefined} />
        <FormButtons label="Start" isBusy={form.submitting} onCancel={onClose} />
      </Stack>
    </form>
  );
}

/** The settings that keep an experiment from taking or costing too much. */
function RunLimits({ getInputProps }: { getInputProps: (path: string) => object }) {
  return (
    <Group grow align="flex-end">
      <NumberInput
        label="Repetitions"
        min={1}
        max={MAX_REPETITIONS}
        clampBehavior="strict"
        allowDecimal={false}
        {...getInputProps('repetitions')}
      />
      <NumberInput
        label="Cost limit (USD)"
        placeholder="none"
        min={0}
        {...getInputProps('maxCost')}
      />
      <NumberInput
        label="Token limit"
        placeholder="none"
        min={0}
        allowDecimal={false}
        {...getInputProps('maxTokens')}
      />
    </Group>
  );
}

/** Starts an experiment for each variant. Those that cannot be started do not stop the others. */
async function startRuns(runs: ReturnType<typeof listDatasetRuns>) {
  const experiments: StartedExperiment[] = [];
  const problems: string[] = [];
  for (const [index, run] of runs.entries()) {
    const prefix = runs.length > 1 ? `Prompt ${getLetter(index)}: ` : '';
    if ('problem' in run) {
      problems.push(prefix + run.problem);
      continue;
    }
    try {
      experiments.push(await startDatasetRun(run.value));
    } catch (error) {
      problems.push(prefix + describeError(RequestError.from(error)).detail);
    }
  }
  return { experiments, problems };
}

/** Returns null for all evaluators, also while they are not known. */
function listChosen(
  evaluators: readonly EvaluatorChoice[] | undefined,
  skipped: readonly string[],
): string[] | null {
  if (!evaluators?.some(({ id }) => skipped.includes(id))) return null;
  return evaluators.map(({ id }) => id).filter((id) => !skipped.includes(id));
}

function StartedNote({
  datasetId,
  experiments,
  problems,
  onClose,
}: Started & { onClose: () => void }) {
  const [first] = experiments;
  const isSingle = experiments.length === 1 && first !== undefined;
  // In another tab, so that the playground keeps its answers.
  const target = { target: '_blank', rel: 'noreferrer' };
  return (
    <Stack gap="sm">
      <Text role="status">
        {isSingle
          ? `${first.name} has started.`
          : `${formatPlural(experiments.length, 'experiment')} have started.`}
      </Text>
      <FormAlert text={problems.length > 0 ? problems.join(' ') : undefined} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {isSingle ? (
          <Button
            renderRoot={(props) => (
              <Link
                {...props}
                {...target}
                to="/datasets/$datasetId/experiments/$experimentId"
                params={{ datasetId, experimentId: first.id }}
              />
            )}
          >
            Open experiment
          </Button>
        ) : (
          <Button
            renderRoot={(props) => (
              <Link
                {...props}
                {...target}
                to="/datasets/$datasetId/compare"
                params={{ datasetId }}
                search={{ experimentId: experiments.map(({ id }) => id) }}
              />
            )}
          >
            Compare experiments
          </Button>
        )}
      </Group>
    </Stack>
  );
}
