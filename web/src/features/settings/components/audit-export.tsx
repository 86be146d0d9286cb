import { Button, Menu } from '@mantine/core';
import { Download } from 'lucide-react';
import { DownloadItem } from '../../../components/buttons/download-item.js';
import { type AuditSearch, exportPath } from '../search.js';

/** Downloads the events that the filters show, all of them. */
export function AuditExport({ search }: { search: AuditSearch }) {
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <Button variant="default" leftSection={<Download size={15} aria-hidden />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <DownloadItem path={exportPath(search, 'csv')}>CSV</DownloadItem>
        <DownloadItem path={exportPath(search, 'jsonl')}>JSON lines</DownloadItem>
      </Menu.Dropdown>
    </Menu>
  );
}
