import { Button, Menu } from '@mantine/core';
import { Download } from 'lucide-react';
import { DownloadItem } from '../../../components/buttons/download-item.js';
import { type AuditSearch, buildExportPath } from '../search.js';

/** Downloads all events that match the filters. */
export function AuditExport({ search }: { search: AuditSearch }) {
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <Button variant="default" leftSection={<Download size={15} aria-hidden />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <DownloadItem path={buildExportPath(search, 'csv')}>CSV</DownloadItem>
        <DownloadItem path={buildExportPath(search, 'jsonl')}>JSON Lines</DownloadItem>
      </Menu.Dropdown>
    </Menu>
  );
}
