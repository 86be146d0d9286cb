import { Button, Loader, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Check, ChevronDown, History } from 'lucide-react';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { useDatasetVersionsList, type DatasetVersionRow } from '../api/versions-list.js';
import { useDataset } from './dataset-context.js';
import classes from './version-picker.module.css';

interface VersionPickerProps {
  /** Absent for the newest. */
  value: string | undefined;
  onChange: (version: string | undefined) => void;
}

/** Selects the version to show: one of the newest, or any from the complete list. */
export function VersionPicker({ value, onChange }: VersionPickerProps) {
  return (
    <Menu position="bottom-start" width={320}>
      <Menu.Target>
        <Button
          variant="default"
          size="compact-md"
          className={classes.button}
          data-active={value !== undefined || undefined}
          leftSection={<History size={14} aria-hidden />}
          rightSection={<ChevronDown size={14} aria-hidden />}
        >
          {value === undefined ? 'Latest version' : 'Earlier version'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown}>
        <Choices value={value} onChange={onChange} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Rendered only while the menu is open, so that a closed menu sends no query. */
function Choices({ value, onChange }: VersionPickerProps) {
  const { id, newestVersion } = useDataset();
  const navigate = useNavigate();
  const list = useDatasetVersionsList(id);
  return (
    <>
      <Menu.Item
        leftSection={<Mark isChosen={value === undefined} />}
        onClick={() => onChange(undefined)}
      >
        Always the latest
      </Menu.Item>
      <Menu.Divider />
      {list.status === 'loading' ? <Loader size="xs" m={10} /> : null}
      {list.rows.map((version) => (
        <Menu.Item
          key={version.id}
          leftSection={<Mark isChosen={value === version.id} />}
          onClick={() => onChange(version.id)}
        >
          <Choice version={version} isNewest={version.id === newestVersion} />
        </Menu.Item>
      ))}
      {list.hasNextPage ? (
        <Menu.Item
          leftSection={<Mark isChosen={false} />}
          onClick={() =>
            void navigate({ to: '/datasets/$datasetId/versions', params: { datasetId: id } })
          }
        >
          All versions…
        </Menu.Item>
      ) : null}
    </>
  );
}

function Choice({ version, isNewest }: { version: DatasetVersionRow; isNewest: boolean }) {
  return (
    <span className={classes.choice}>
      <span className={classes.line}>
        Version {version.sequenceNumber}
        <span className={classes.dimmed}>
          {isNewest ? 'latest · ' : ''}
          <RelativeTime time={version.createdAt} />
        </span>
      </span>
      {version.description ? (
        <span className={`${classes.note} ${classes.dimmed}`}>{version.description}</span>
      ) : null}
    </span>
  );
}

function Mark({ isChosen }: { isChosen: boolean }) {
  return isChosen ? (
    <Check size={14} aria-label="selected" />
  ) : (
    <span className={classes.unmarked} />
  );
}
