import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { ChevronDown, Download } from 'lucide-react';
import { DownloadItem } from '../../../components/buttons/download-item.js';

/** The download formats for the examples of a dataset. */
const FORMATS = [
  { format: 'csv', label: 'CSV' },
  { format: 'jsonl', label: 'JSON Lines' },
  { format: 'jsonl/openai_ft', label: 'OpenAI fine-tuning' },
  { format: 'jsonl/openai_evals', label: 'OpenAI evals' },
] as const;

interface DownloadMenuProps {
  datasetId: string;
  /** Absent for the newest version. */
  version?: string | undefined;
  /** The name of the button in a table row, where it is an icon. */
  iconLabel?: string;
}

/** Downloads the examples of a version as a file. */
export function DownloadMenu({ datasetId, version, iconLabel }: DownloadMenuProps) {
  return (
    <Menu position="bottom-end" width={220}>
      {iconLabel === undefined ? (
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<Download size={15} aria-hidden />}
            rightSection={<ChevronDown size={14} aria-hidden />}
          >
            Download
          </Button>
        </Menu.Target>
      ) : (
        <Tooltip label="Download">
          <span>
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={iconLabel}>
                <Download size={15} aria-hidden />
              </ActionIcon>
            </Menu.Target>
          </span>
        </Tooltip>
      )}
      <Menu.Dropdown>
        {FORMATS.map(({ format, label }) => (
          <DownloadItem key={format} path={buildDownloadPath(datasetId, format, version)}>
            {label}
          </DownloadItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/**
 * Returns the path of a download below the server address; of the newest version unless one is
 * given.
 */
function buildDownloadPath(
  datasetId: string,
  format: (typeof FORMATS)[number]['format'],
  version?: string,
): string {
  const query = version === undefined ? '' : `?version_id=${encodeURIComponent(version)}`;
  return `v1/datasets/${encodeURIComponent(datasetId)}/${format}${query}`;
}
