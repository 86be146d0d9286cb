import { Notifications } from '@mantine/notifications';

/** Where short messages appear. */
export function Notices() {
  return <Notifications position="bottom-right" />;
}
