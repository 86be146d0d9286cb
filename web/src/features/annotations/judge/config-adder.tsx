import { Button, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { createLazyDialog } from '../../../components/dialogs/lazy-dialog.js';
import { useAllConfigs } from '../configs/api/annotation-configs.js';
import { useProjectSwitches } from '../configs/components/use-project-switches.js';
import classes from './judge-panel.module.css';

const { Dialog: ConfigDialog } = createLazyDialog(
  () => import('../configs/components/config-dialog.js').then((module) => module.ConfigDialog),
  ({ config }) => config !== undefined,
);

/** Switches on configs that the project does not use yet, and creates new ones. */
export function ConfigAdder({ projectId }: { projectId: string }) {
  const [isNew, setIsNew] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const { onSwitch } = useProjectSwitches(projectId);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div className={classes.labels}>
      <Menu position="bottom-start" onOpen={() => setWasOpened(true)}>
        <Menu.Target>
          <Button
            ref={button}
            size="xs"
            variant="default"
            leftSection={<Plus size={13} aria-hidden />}
          >
            Add config
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.menu}>
          {wasOpened ? <UnusedConfigs projectId={projectId} /> : null}
          <Menu.Item leftSection={<Plus size={14} aria-hidden />} onClick={() => setIsNew(true)}>
            New config…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Link
        to="/projects/$projectId/config"
        params={{ projectId }}
        className={`${classes.hint} ${classes.link}`}
      >
        Choose configs
      </Link>
      <ConfigDialog
        config={isNew ? 'new' : undefined}
        onClose={() => {
          setIsNew(false);
          // The menu item that opened the dialog is gone.
          setTimeout(() => button.current?.focus());
        }}
        onSaved={(config) => void onSwitch(config, true)}
      />
    </div>
  );
}

function UnusedConfigs({ projectId }: { projectId: string }) {
  const { rows } = useAllConfigs();
  const { isOn, isReady, onSwitch } = useProjectSwitches(projectId);
  const unused = isReady ? rows.filter((config) => !isOn(config)) : [];
  return unused.map((config) => (
    <Menu.Item key={config.id} onClick={() => void onSwitch(config, true)}>
      {config.name}
    </Menu.Item>
  ));
}
