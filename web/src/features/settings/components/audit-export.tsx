import { Button, Menu } from '@mantine/core';
import { Download } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useClient } from 'urql';
import { serverUrl } from '../../../lib/base-url.js';
import { renewSession } from '../api/server-facts.js';
import { type AuditSearch, exportPath } from '../search.js';

/** Downloads the events that the filters show, all of them. */
export function AuditExport({ search }: { search: AuditSearch }) {
  const client = useClient();
  const download = async (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    const { href } = event.currentTarget;
    // A link is not renewed when the session has to be, as the questions of the page are.
    await renewSession(client);
    location.assign(href);
  };
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <Button variant="default" leftSection={<Download size={15} aria-hidden />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(['csv', 'jsonl'] as const).map((format) => (
          <Menu.Item
            key={format}
            component="a"
            href={serverUrl(exportPath(search, format))}
            download
            onClick={(event: MouseEvent<HTMLAnchorElement>) => void download(event)}
          >
            {format === 'csv' ? 'CSV' : 'JSON lines'}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
