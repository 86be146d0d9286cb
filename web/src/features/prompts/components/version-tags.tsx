import { Button, CloseButton, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Bookmark } from 'lucide-react';
import { type Confirmation, useConfirmDialog } from '../../../components/dialogs/confirm-dialog.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { usePrompt } from './prompt-context.js';
import { VersionTagForm } from './version-tag-form.js';
import { TagMark } from './tag-mark.js';
import { useTagChanges } from './use-tag-changes.js';
import classes from './version-tags.module.css';

/** The tags of a version, with a button to add others. */
export function VersionTags({ versionId }: { versionId: string }) {
  const { tags } = usePrompt();
  const { can } = useViewer();
  const { set, remove } = useTagChanges();
  const [isAdding, adding] = useDisclosure();
  const { confirm, confirmDialog } = useConfirmDialog();
  const own = tags.filter(({ promptVersionId }) => promptVersionId === versionId);
  const others = tags.filter(({ promptVersionId }) => promptVersionId !== versionId);
  if (!can.write && own.length === 0) return null;
  return (
    <span className={classes.tags}>
      {own.map(({ id, name }) => (
        <span key={id} className={classes.tag}>
          <TagMark name={name} />
          {can.write ? (
            <CloseButton
              size="xs"
              aria-label={`Delete tag ${name}`}
              onClick={() => confirm(describeDeletion(name, () => remove(id, name)))}
            />
          ) : null}
        </span>
      ))}
      {can.write ? (
        <Popover
          opened={isAdding}
          onChange={(opened) => (opened ? adding.open() : adding.close())}
          position="bottom-start"
          width={300}
          trapFocus
          returnFocus
        >
          <Popover.Target>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<Bookmark size={13} aria-hidden />}
              onClick={adding.toggle}
            >
              Tag
            </Button>
          </Popover.Target>
          <Popover.Dropdown>
            <VersionTagForm
              others={others}
              taken={own.map(({ name }) => name)}
              onSubmit={async (name) => {
                const problem = await set(name, versionId);
                if (problem === undefined) adding.close();
                return problem;
              }}
            />
          </Popover.Dropdown>
        </Popover>
      ) : null}
      {confirmDialog}
    </span>
  );
}

/** Returns the question to ask before a tag is deleted. */
export function describeDeletion(name: string, run: Confirmation['run']): Confirmation {
  return {
    title: `Delete tag ${name}`,
    text: (
      <>
        Programs that fetch the version tagged <b>{name}</b> will no longer find it. The version is
        kept.
      </>
    ),
    label: 'Delete tag',
    run,
  };
}
