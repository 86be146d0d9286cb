import { ActionIcon, Button, Menu, SegmentedControl } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { preloadJsonEditor } from '../../../components/json-editor/json-editor.js';
import { useStored } from '../../../lib/browser/use-stored.js';
import type { ExampleDetail } from '../api/example.js';
import type { ExampleRow } from '../api/examples-list.js';
import type { Payload } from '../payload-draft.js';
import { DeleteExamplesDialog } from './delete-examples-dialog.js';
import { ExampleEditor } from './example-editor.js';
import { ExampleFacts } from './example-facts.js';
import { ExampleRuns } from './example-runs.js';
import classes from './example-view.module.css';
import { useExamples } from './examples-context.js';
import { PayloadSections } from './payload-sections.js';

interface ExampleViewProps {
  /** From the list, or complete. */
  example: ExampleRow | ExampleDetail;
  /** The complete example; undefined until it has loaded. */
  detail: ExampleDetail | undefined;
  onReload: () => void;
  onDeleted: () => void;
}

const MODES = [
  { value: 'pretty', label: 'Pretty' },
  { value: 'json', label: 'JSON' },
];

/** The content of an example, its origin, its runs, and the editor. */
export function ExampleView({ example, detail, onReload, onDeleted }: ExampleViewProps) {
  const { canEdit, onChanged } = useExamples();
  const [mode, setMode] = useStored<string>('dataset.example.mode', 'pretty');
  const [isEditing, setIsEditing] = useState(false);
  const payload = example.revision as unknown as Payload;

  if (isEditing && canEdit) {
    return (
      <ExampleEditor
        exampleId={example.id}
        payload={payload}
        onClose={() => setIsEditing(false)}
        onSaved={(newestVersion) => {
          onChanged(newestVersion);
          onReload();
        }}
      />
    );
  }
  return (
    <>
      <div className={classes.toolbar}>
        <SegmentedControl
          aria-label="Display format"
          value={mode}
          onChange={setMode}
          data={MODES}
        />
        <span className={classes.spring} />
        {canEdit ? (
          <Button
            variant="default"
            size="compact-md"
            leftSection={<Pencil size={14} aria-hidden />}
            onPointerEnter={preloadJsonEditor}
            onFocus={preloadJsonEditor}
            onClick={() => setIsEditing(true)}
          >
            Edit
          </Button>
        ) : null}
        {canEdit ? <ExampleMenu id={example.id} onDeleted={onDeleted} /> : null}
      </div>
      <div className={classes.scroller}>
        <ExampleFacts example={example} detail={detail} onChanged={onReload} />
        <PayloadSections payload={payload} isRaw={mode === 'json'} />
        <ExampleRuns exampleId={example.id} />
      </div>
    </>
  );
}

function ExampleMenu({ id, onDeleted }: { id: string; onDeleted: () => void }) {
  const { onChanged } = useExamples();
  const [isDeleting, deleting] = useDisclosure();
  return (
    <>
      <Menu position="bottom-end" width={180}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label="Actions for this example">
            <Ellipsis size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Trash2 size={14} aria-hidden />} onClick={deleting.open}>
            Delete…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <DeleteExamplesDialog
        ids={isDeleting ? [id] : undefined}
        onClose={deleting.close}
        onDeleted={(newestVersion) => {
          onChanged(newestVersion);
          onDeleted();
        }}
      />
    </>
  );
}
