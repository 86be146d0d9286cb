import { Button, Group, Stack } from '@mantine/core';
import { TagManager } from '../../../components/tags/tag-manager.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { useDataset } from './dataset-context.js';
import { useSplitChanges } from './use-split-changes.js';

interface SplitManagerProps {
  onChanged: () => void;
  onClose: () => void;
}

/** Creates, edits and deletes the splits, which all datasets share. */
export function SplitManager({ onChanged, onClose }: SplitManagerProps) {
  const { id: datasetId } = useDataset();
  const { splits, create, patch, remove } = useSplitChanges(datasetId);
  const reportChange = (problem: string | undefined) => {
    if (problem === undefined) onChanged();
    return problem;
  };
  return (
    <Stack gap="sm">
      <TagManager
        noun="split"
        tags={splits}
        usage={({ exampleCount }) => `${formatPlural(exampleCount, 'example')} here`}
        whatGoes={({ name }) => `This deletes “${name}” in all datasets. Its examples stay.`}
        onCreate={async (draft) => {
          const made = await create(draft);
          return reportChange('problem' in made ? made.problem : undefined);
        }}
        onPatch={async (split, draft) => reportChange(await patch(split, draft))}
        onDelete={async (split) => reportChange(await remove(split))}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Back
        </Button>
      </Group>
    </Stack>
  );
}
