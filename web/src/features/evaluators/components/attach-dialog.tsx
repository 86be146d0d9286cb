import { Modal, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { DatasetSelect } from '../../../components/dataset-select/dataset-select.js';
import { FormButtons } from '../../../components/forms/form-parts.js';
import type { ActionableEvaluator } from './evaluator-actions.js';

interface AttachDialogProps {
  /** Closed if undefined. */
  evaluator: ActionableEvaluator | undefined;
  onClose: () => void;
}

/** Asks for the dataset to add an evaluator to. The form for its name and inputs follows. */
export function AttachDialog({ evaluator, onClose }: AttachDialogProps) {
  return (
    <Modal
      opened={evaluator !== undefined}
      onClose={onClose}
      title={`Add ${evaluator?.name ?? 'evaluator'} to a dataset`}
    >
      {evaluator ? <AttachForm evaluator={evaluator} onClose={onClose} /> : null}
    </Modal>
  );
}

function AttachForm({
  evaluator,
  onClose,
}: AttachDialogProps & { evaluator: ActionableEvaluator }) {
  const navigate = useNavigate();
  const [datasetId, setDatasetId] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (datasetId === undefined) {
      setProblem('Choose a dataset.');
      return;
    }
    const { id, name, kind } = evaluator;
    void navigate({
      to: '/datasets/$datasetId/evaluators/new',
      params: { datasetId },
      search: kind === 'BUILTIN' ? { builtIn: name } : { evaluator: id },
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <DatasetSelect
          required
          data-autofocus
          error={problem}
          value={datasetId ?? null}
          onChange={(id) => {
            setDatasetId(id ?? undefined);
            setProblem(undefined);
          }}
        />
        <Text size="sm" c="dimmed">
          Next, choose its name in the dataset and where its inputs come from.
        </Text>
        <FormButtons label="Continue" isBusy={false} onCancel={onClose} />
      </Stack>
    </form>
  );
}
