import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { Code, FlaskRound, SquarePen } from 'lucide-react';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import { NameChips } from '../../../components/data-display/name-chip.js';
import classes from '../../../components/layout/page-header.module.css';
import { ProjectLink } from '../../../components/projects/project-link.js';
import { PromptCodeDialog } from '../../../components/prompt-editor/prompt-code-dialog.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import type { PromptFrame } from '../api/prompt-frame.js';
import { toVersionInCode, usePrompt } from './prompt-context.js';
import { type PromptActions, PromptMenu } from './prompt-menu.js';

interface PromptHeaderProps {
  prompt: PromptFrame;
  actions: PromptActions;
}

/** The name and description of a prompt, and the actions for the whole prompt. */
export function PromptHeader({ prompt, actions }: PromptHeaderProps) {
  const [showsCode, code] = useDisclosure();
  const { can } = useViewer();
  const scope = usePrompt();
  const { id, name, labels, version } = prompt;
  return (
    <div className={classes.header}>
      <div className={`${classes.texts} ${classes.line}`}>
        <h1 className={classes.name} title={name}>
          {name}
        </h1>
        <CopyButton value={name} label="name" />
        <NameChips items={labels} limit={4} />
        <ProjectLink project={prompt.project} />
      </div>
      <div className={classes.actions}>
        {version ? (
          <Button
            variant="default"
            leftSection={<Code size={15} aria-hidden />}
            onClick={code.open}
          >
            Use in code
          </Button>
        ) : null}
        {version ? (
          <Button
            variant="default"
            leftSection={<FlaskRound size={15} aria-hidden />}
            renderRoot={(props) => (
              <Link
                {...props}
                to="/playground"
                search={{ promptId: id, promptVersionId: version.id }}
              />
            )}
          >
            Try in playground
          </Button>
        ) : null}
        {can.write ? (
          <Button
            leftSection={<SquarePen size={15} aria-hidden />}
            renderRoot={(props) => (
              <Link {...props} to="/prompts/$promptId/edit" params={{ promptId: id }} />
            )}
          >
            New version
          </Button>
        ) : null}
        <PromptMenu prompt={prompt} actions={actions} />
      </div>
      {version ? (
        <PromptCodeDialog
          version={toVersionInCode(scope, version)}
          opened={showsCode}
          onClose={code.close}
        />
      ) : null}
    </div>
  );
}
