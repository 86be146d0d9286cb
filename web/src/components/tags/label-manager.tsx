import { Button, Group, Stack } from '@mantine/core';
import { formatPlural } from '../../lib/format/numbers.js';
import type { LabelChanges, UsedLabel } from './label.js';
import { TagManager } from './tag-manager.js';

interface LabelManagerProps {
  /** What the labels are for: `dataset` or `prompt`. */
  noun: string;
  changes: LabelChanges;
  onChanged: () => void;
  onDeleted: (label: UsedLabel) => void;
  onClose: () => void;
}

/** Creates, edits and deletes the labels of datasets or of prompts. */
export function LabelManager({ noun, changes, onChanged, onDeleted, onClose }: LabelManagerProps) {
  const reportChange = (problem: string | undefined) => {
    if (problem === undefined) onChanged();
    return problem;
  };
  return (
    <Stack gap="sm">
      <TagManager
        noun="label"
        tags={changes.labels}
        usage={({ usageCount }) => formatPlural(usageCount, noun)}
        whatGoes={({ name, usageCount }) =>
          `This removes “${name}” from ${formatPlural(usageCount, noun)} and deletes it.`
        }
        onCreate={async (draft) => {
          const made = await changes.create(draft);
          return 'problem' in made ? made.problem : undefined;
        }}
        onPatch={async (label, draft) => reportChange(await changes.patch(label, draft))}
        onDelete={async (label) => {
          const problem = await changes.remove(label);
          if (problem === undefined) onDeleted(label);
          return reportChange(problem);
        }}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Back
        </Button>
      </Group>
    </Stack>
  );
}
