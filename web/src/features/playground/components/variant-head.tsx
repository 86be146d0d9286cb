import { ActionIcon, Button, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import {
  ArrowLeft,
  ArrowRight,
  CircleStop,
  Code,
  CopyPlus,
  Ellipsis,
  FolderOpen,
  Play,
  Save,
  Trash2,
} from 'lucide-react';
import { IconButton } from '../../../components/buttons/icon-button.js';
import type { Variant } from '../draft/playground-draft.js';
import classes from './variant-head.module.css';

/** The actions for a variant; undefined if one is impossible now. */
export interface VariantActions {
  run: (() => void) | undefined;
  stop: (() => void) | undefined;
  save: (() => void) | undefined;
  load: () => void;
  showCode: (() => void) | undefined;
  duplicate: (() => void) | undefined;
  moveLeft: (() => void) | undefined;
  moveRight: (() => void) | undefined;
  remove: (() => void) | undefined;
}

interface VariantHeadProps {
  letter: string;
  variant: Variant;
  isEdited: boolean;
  actions: VariantActions;
}

/** The letter of a variant, where it comes from, and what can be done with it. */
export function VariantHead({ letter, variant, isEdited, actions }: VariantHeadProps) {
  const { origin } = variant;
  return (
    <div className={classes.head}>
      <h2 className={classes.letter} aria-label={`Prompt ${letter}`}>
        {letter}
      </h2>
      {origin ? (
        <Link
          className={classes.origin}
          to="/prompts/$promptId/versions/$versionId"
          params={{ promptId: origin.promptId, versionId: origin.versionId }}
          title={`${origin.promptName}, version ${origin.sequenceNumber}`}
        >
          {origin.promptName} <span>version {origin.sequenceNumber}</span>
        </Link>
      ) : (
        <span className={classes.unsaved}>Not a saved prompt</span>
      )}
      {isEdited && origin ? <span className={classes.edited}>edited</span> : null}
      <span className={classes.actions}>
        {actions.save ? (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<Save size={14} aria-hidden />}
            aria-label={`Save ${letter}`}
            onClick={actions.save}
          >
            Save…
          </Button>
        ) : null}
        {actions.stop ? (
          <IconButton label={`Stop ${letter}`} onClick={actions.stop}>
            <CircleStop size={16} aria-hidden />
          </IconButton>
        ) : (
          <IconButton label={`Run ${letter}`} onClick={actions.run}>
            <Play size={15} aria-hidden />
          </IconButton>
        )}
        <MoreActions letter={letter} actions={actions} />
      </span>
    </div>
  );
}

function MoreActions({ letter, actions }: { letter: string; actions: VariantActions }) {
  const { load, showCode, duplicate, moveLeft, moveRight, remove } = actions;
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${letter}`}>
          <Ellipsis size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<FolderOpen size={14} aria-hidden />} onClick={load}>
          Load a prompt…
        </Menu.Item>
        <Menu.Item
          leftSection={<Code size={14} aria-hidden />}
          disabled={!showCode}
          onClick={showCode}
        >
          Use in code…
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<CopyPlus size={14} aria-hidden />}
          disabled={!duplicate}
          onClick={duplicate}
        >
          Duplicate
        </Menu.Item>
        <Menu.Item
          leftSection={<ArrowLeft size={14} aria-hidden />}
          disabled={!moveLeft}
          onClick={moveLeft}
        >
          Move left
        </Menu.Item>
        <Menu.Item
          leftSection={<ArrowRight size={14} aria-hidden />}
          disabled={!moveRight}
          onClick={moveRight}
        >
          Move right
        </Menu.Item>
        <Menu.Item
          leftSection={<Trash2 size={14} aria-hidden />}
          disabled={!remove}
          onClick={remove}
        >
          Remove
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
