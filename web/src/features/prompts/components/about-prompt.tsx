import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Pencil, Tags } from 'lucide-react';
import { NameChip } from '../../../components/data-display/name-chip.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { JsonView } from '../../../components/text/json-view.js';
import { isObject, type Json } from '../../../lib/json/exact-json.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import type { PromptFrame } from '../api/prompt-frame.js';
import classes from './about-prompt.module.css';
import type { PromptActions } from './prompt-menu.js';
import { PageSection } from '../../../components/layout/page-section.js';

interface AboutPromptProps {
  prompt: PromptFrame;
  actions: PromptActions;
}

/** The description, labels, metadata and origin of a prompt. */
export function AboutPrompt({ prompt, actions }: AboutPromptProps) {
  const { can, canOnServer } = useViewer();
  const { description, labels, createdBy, createdAt, sourcePrompt } = prompt;
  const metadata = prompt.metadata as Json;
  const hasMetadata = isObject(metadata) && Object.keys(metadata).length > 0;
  return (
    <>
      <PageSection
        title="Description"
        actions={
          can.write ? (
            <Edit label="Edit" Icon={Pencil} onClick={() => actions.onEdit(prompt)} />
          ) : null
        }
      >
        {description ? (
          <p className={classes.description} dir="auto">
            {description}
          </p>
        ) : (
          <p className={classes.none}>No description.</p>
        )}
      </PageSection>
      <PageSection
        title="Labels"
        actions={
          canOnServer.write ? (
            <Edit label="Edit labels" Icon={Tags} onClick={() => actions.onLabels(prompt)} />
          ) : null
        }
      >
        {labels.length === 0 ? <p className={classes.none}>None</p> : null}
        <div className={classes.labels}>
          {labels.map(({ id, name, color, description: title }) => (
            <NameChip key={id} name={name} color={color} title={title} />
          ))}
        </div>
      </PageSection>
      {hasMetadata ? (
        <PageSection title="Metadata">
          <JsonView value={metadata} maxLines={20} />
        </PageSection>
      ) : null}
      <PageSection title="Origin">
        <p className={classes.origin}>
          Created <RelativeTime time={createdAt} />
          {createdBy ? ` by ${createdBy.username}` : ''}
          {sourcePrompt ? (
            <>
              , cloned from{' '}
              <Link
                to="/prompts/$promptId"
                params={{ promptId: sourcePrompt.id }}
                className={classes.link}
              >
                {sourcePrompt.name}
              </Link>
            </>
          ) : null}
        </p>
      </PageSection>
    </>
  );
}

function Edit(props: { label: string; Icon: typeof Pencil; onClick: () => void }) {
  const { label, Icon, onClick } = props;
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-xs"
      leftSection={<Icon size={13} aria-hidden />}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
