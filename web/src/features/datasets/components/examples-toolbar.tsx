import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Plus, Upload } from 'lucide-react';
import { ButtonLink } from './button-link.js';
import type { ColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { FilterField } from '../../../components/filters/filter-field.js';
import { preloadJsonEditor } from '../../../components/json-editor/json-editor.js';
import { createLazyDialog } from '../../../components/dialogs/lazy-dialog.js';
import { LabelFilter } from '../../../components/labels/label-filter.js';
import type { ExampleRow } from '../api/examples-list.js';
import { useSplits } from '../api/splits.js';
import type { Payload } from '../payload-draft.js';
import type { ExamplesSearch } from '../search.js';
import type { AddExampleDialogProps } from './add-example-dialog.js';
import { useDataset } from './dataset-context.js';
import { VersionPicker } from './version-picker.js';
import { Toolbar } from '../../../components/layout/page.js';

const addDialog = createLazyDialog<AddExampleDialogProps>(
  () => import('./add-example-dialog.js').then(({ AddExampleDialog }) => AddExampleDialog),
  ({ opened }) => opened,
);

function preload(): void {
  addDialog.preload();
  preloadJsonEditor();
}

interface ExamplesToolbarProps {
  search: ExamplesSearch;
  layout: ColumnLayout<ExampleRow>;
  canEdit: boolean;
  /** An example from the list, if there is one. */
  like: ExampleRow['revision'] | undefined;
  /** Whether the panel covers the list. */
  isCovered: boolean;
  onChange: (change: Partial<ExamplesSearch>) => void;
  onAdded: (newestVersion: string | undefined) => void;
}

/** The filters of the list of examples, and buttons to add examples. */
export function ExamplesToolbar(props: ExamplesToolbarProps) {
  const { search, layout, canEdit, like, isCovered, onChange, onAdded } = props;
  const { id } = useDataset();
  const { splits } = useSplits(id);
  const [isAdding, adding] = useDisclosure();
  const chosen = search.splits ?? [];
  const choices = (splits ?? []).filter(
    (split) => split.exampleCount > 0 || chosen.includes(split.id),
  );
  const buttons = canEdit ? (
    <>
      <ButtonLink
        to="/datasets/upload"
        search={{ into: id }}
        variant="default"
        leftSection={<Upload size={15} aria-hidden />}
      >
        Upload a file
      </ButtonLink>
      <Button
        leftSection={<Plus size={15} aria-hidden />}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={adding.open}
      >
        Add example
      </Button>
    </>
  ) : null;
  return (
    <Toolbar actions={buttons} layout={layout}>
      <FilterField
        isNarrow
        label="Search input, output and metadata"
        placeholder="Search input, output and metadata"
        value={search.q ?? ''}
        isCovered={isCovered}
        onApply={(text) => onChange({ q: text === '' ? undefined : text })}
      />
      <LabelFilter
        label="Splits"
        labels={choices}
        value={chosen}
        onChange={(next) => onChange({ splits: next })}
      />
      <VersionPicker value={search.version} onChange={(version) => onChange({ version })} />
      <addDialog.Dialog
        opened={isAdding}
        like={like as Payload | undefined}
        onClose={adding.close}
        onAdded={onAdded}
      />
    </Toolbar>
  );
}
