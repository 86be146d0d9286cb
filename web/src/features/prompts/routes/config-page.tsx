import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CopyPlus, Trash2 } from 'lucide-react';
import { useConfirmDialog } from '../../../components/dialogs/confirm-dialog.js';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import { FactList } from '../../../components/data-display/fact-list.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import type { PromptTag } from '../api/prompt-frame.js';
import { usePrompt, usePromptFrame } from '../components/prompt-context.js';
import { PageSection } from '../../../components/layout/page-section.js';
import { TagMark } from '../components/tag-mark.js';
import { useTagChanges } from '../components/use-tag-changes.js';
import { describeDeletion } from '../components/version-tags.js';
import classes from './config-page.module.css';
import { IconButton } from '../../../components/buttons/icon-button.js';

/** The tags and IDs of a prompt, and actions such as deleting it. */
export function ConfigPage() {
  const { prompt, actions } = usePromptFrame();
  const { can } = useViewer();
  return (
    <div className={classes.scroller}>
      <div className={classes.page}>
        <Tags />
        <PageSection title="Prompt">
          <FactList
            facts={[
              {
                label: 'Name',
                value: (
                  <>
                    <code>{prompt.name}</code>
                    <CopyButton value={prompt.name} label="name" />
                  </>
                ),
              },
              {
                label: 'ID',
                value: (
                  <>
                    <code>{prompt.id}</code>
                    <CopyButton value={prompt.id} label="ID" />
                  </>
                ),
              },
              { label: 'Created', value: <RelativeTime time={prompt.createdAt} /> },
              { label: 'Last changed', value: <RelativeTime time={prompt.updatedAt} /> },
            ]}
          />
        </PageSection>
        {can.write ? (
          <div className={classes.actions}>
            <Button
              variant="default"
              leftSection={<CopyPlus size={15} aria-hidden />}
              onClick={() => actions.onClone(prompt)}
            >
              Clone…
            </Button>
            <Button
              variant="default"
              color="red"
              leftSection={<Trash2 size={15} aria-hidden />}
              onClick={() => actions.onDelete(prompt)}
            >
              Delete prompt…
            </Button>
          </div>
        ) : null}
      </div>
    </div>
  );
}

function Tags() {
  const { tags } = usePrompt();
  const { remove } = useTagChanges();
  const { confirm, confirmDialog } = useConfirmDialog();
  return (
    <PageSection title="Tags">
      <p className={classes.explained}>
        A tag points to one version. Programs fetch a version by its tag, so moving the tag changes
        what they get. Set and move tags on a version's page.
      </p>
      {tags.length === 0 ? <p className={classes.none}>This prompt has no tags yet.</p> : null}
      <ul className={classes.tags}>
        {tags.map((tag) => (
          <Tag
            key={tag.id}
            tag={tag}
            onDelete={() => confirm(describeDeletion(tag.name, () => remove(tag.id, tag.name)))}
          />
        ))}
      </ul>
      {confirmDialog}
    </PageSection>
  );
}

function Tag({ tag, onDelete }: { tag: PromptTag; onDelete: () => void }) {
  const { id: promptId } = usePrompt();
  const { can } = useViewer();
  const { name, description, promptVersionId, promptVersion, user } = tag;
  return (
    <li className={classes.tag}>
      <TagMark name={name} />
      <Link
        to="/prompts/$promptId/versions/$versionId"
        params={{ promptId, versionId: promptVersionId }}
        search={{}}
        className={classes.link}
      >
        Version {promptVersion?.sequenceNumber}
      </Link>
      <span className={classes.text} title={description ?? undefined}>
        {[description, user && `set by ${user.username}`].filter(Boolean).join(' · ')}
      </span>
      {can.write ? (
        <IconButton label={`Delete tag ${name}`} hint="Delete" onClick={onDelete}>
          <Trash2 size={14} aria-hidden />
        </IconButton>
      ) : null}
    </li>
  );
}
