import { Button, Loader, Popover, ScrollArea, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { useExperimentChoices } from '../api/compared-experiments.js';
import classes from './add-experiment.module.css';

/** The maximum number of experiments that users can tell apart side by side. */
export const MAX_COMPARED = 8;

interface AddExperimentProps {
  datasetId: string;
  comparedIds: readonly string[];
  onAdd: (id: string) => void;
}

/** Selects another experiment of the dataset to compare. */
export function AddExperiment({ datasetId, comparedIds, onAdd }: AddExperimentProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover position="bottom-start" width={340} trapFocus opened={opened} onChange={setOpened}>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<Plus size={15} aria-hidden />}
          disabled={comparedIds.length >= MAX_COMPARED}
          onClick={() => setOpened(!opened)}
        >
          Add experiment
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={8} aria-label="Experiments to add">
        <Choices
          datasetId={datasetId}
          comparedIds={comparedIds}
          onAdd={(id) => {
            setOpened(false);
            onAdd(id);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function Choices({ datasetId, comparedIds, onAdd }: AddExperimentProps) {
  const [text, setText] = useState('');
  const [wanted] = useDebouncedValue(text, 200);
  const { experiments, isPending } = useExperimentChoices(datasetId, wanted);
  const choices = experiments?.filter(({ id }) => !comparedIds.includes(id));
  return (
    <>
      <TextInput
        aria-label="Find an experiment by name or description"
        placeholder="Name or description"
        data-autofocus
        value={text}
        rightSection={isPending ? <Loader size={14} /> : null}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ScrollArea.Autosize mah={300} type="auto" mt={6}>
        <ul className={classes.list}>
          {choices?.map(({ id, name, sequenceNumber, isBaseline, createdAt }) => (
            <li key={id}>
              <UnstyledButton className={classes.choice} onClick={() => onAdd(id)}>
                <span className={classes.name} title={name} dir="auto">
                  #{sequenceNumber} {name}
                </span>
                <span className={classes.note}>
                  {isBaseline ? 'baseline · ' : ''}
                  <RelativeTime time={createdAt} />
                </span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
        {choices?.length === 0 ? (
          <p className={classes.none}>
            {text === '' ? 'The dataset has no other experiments.' : 'No experiments match.'}
          </p>
        ) : null}
      </ScrollArea.Autosize>
    </>
  );
}
