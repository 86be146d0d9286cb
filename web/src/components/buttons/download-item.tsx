import { Menu } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { buildServerUrl } from '../../lib/page/base-url.js';
import { downloadFile } from '../../lib/browser/download.js';

interface DownloadItemProps {
  /** The path of the file on the server, without a leading slash. */
  path: string;
  /** The icon before the text, if the other items have one. */
  icon?: ReactNode;
  children: ReactNode;
}

/** A menu item that downloads a file from the server. */
export function DownloadItem({ path, icon, children }: DownloadItemProps) {
  const save = (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    void downloadFile(event.currentTarget.href);
  };
  return (
    <Menu.Item component="a" href={buildServerUrl(path)} download leftSection={icon} onClick={save}>
      {children}
    </Menu.Item>
  );
}
