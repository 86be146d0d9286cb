/** Refuses new data while the database has no room for it. The feature `storage` provides it. */
export abstract class StorageLock {
  /** Whether nothing new is stored now. */
  abstract readonly isLocked: boolean;

  /** @throws InsufficientStorageError while nothing new is stored. */
  abstract assertOpen(): void;
}
