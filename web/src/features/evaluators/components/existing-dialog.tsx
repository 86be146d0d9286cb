import { Modal, Select, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { getKindLabel } from '../../../components/evaluators/evaluator-names.js';
import { FormButtons } from '../../../components/forms/form-parts.js';
import { useEvaluatorOptions } from '../api/all-evaluators.js';
import { getSubject } from './evaluator-columns.js';

interface ExistingDialogProps {
  datasetId: string;
  opened: boolean;
  onClose: () => void;
}

/** Finds an evaluator that exists, to add it to the dataset. The form for its inputs follows. */
export function ExistingDialog({ opened, ...rest }: ExistingDialogProps) {
  return (
    <Modal opened={opened} onClose={rest.onClose} title="Add an existing evaluator">
      {opened ? <ExistingForm {...rest} /> : null}
    </Modal>
  );
}

function ExistingForm({ datasetId, onClose }: Omit<ExistingDialogProps, 'opened'>) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [evaluator, setEvaluator] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const options = useEvaluatorOptions(typed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (evaluator === undefined) {
      setProblem('Choose an evaluator.');
      return;
    }
    void navigate({
      to: '/datasets/$datasetId/evaluators/new',
      params: { datasetId },
      search: { evaluator },
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Select
          label="Evaluator"
          searchable
          required
          data-autofocus
          nothingFoundMessage="No LLM judge or code has this name"
          data={options.map((option) => ({
            value: option.id,
            label: `${option.name} · ${getKindLabel(option.kind)} · ${getSubject(option)}`,
          }))}
          // The server has filtered them.
          filter={({ options: found }) => found}
          searchValue={typed}
          onSearchChange={setTyped}
          error={problem}
          value={evaluator ?? null}
          onChange={(id) => {
            setEvaluator(id ?? undefined);
            setProblem(undefined);
          }}
        />
        <Text size="sm" c="dimmed">
          All datasets share its prompt or code. Its name and inputs belong to this dataset only.
        </Text>
        <FormButtons label="Continue" isBusy={false} onCancel={onClose} />
      </Stack>
    </form>
  );
}
