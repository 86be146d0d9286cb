import { Notifications } from '@mantine/notifications';

/** Shows notifications. */
export function Notices() {
  return <Notifications position="bottom-right" />;
}
