import { isMailable } from '../kernel/validation/mail-address.js';
import { percentage, positiveNumber, text, wholeNumber } from './variables.js';
import type { z } from 'zod';

const MEBIBYTE = 1024 * 1024;
const GIBIBYTE = 1024 * MEBIBYTE;

export const storageVariables = {
  SPANDREL_DATABASE_ALLOCATED_STORAGE_CAPACITY_GIBIBYTES: positiveNumber.optional(),
  SPANDREL_DATABASE_USAGE_EMAIL_WARNING_THRESHOLD_PERCENTAGE: percentage(80),
  SPANDREL_DATABASE_USAGE_INSERTION_BLOCKING_THRESHOLD_PERCENTAGE: percentage(95),
  SPANDREL_MIN_FREE_DISK_MEBIBYTES: wholeNumber(512, 0, 1_048_576),
  SPANDREL_SUPPORT_EMAIL: text('an email address')
    .refine(isMailable, { error: 'an email address' })
    .optional(),
};

type StorageVariables = z.infer<z.ZodObject<typeof storageVariables>>;

/** The size limit of the database, and the thresholds before it. */
export interface StorageEnv {
  /** In bytes; null if not configured. */
  capacity: number | null;
  /** Share of the capacity from which administrators are warned by email; from 0 to 1. */
  warningShare: number;
  /** Share of the capacity from which nothing new is stored; from 0 to 1. */
  lockShare: number;
  /** Bytes of the disk of the embedded database that new data leaves free. */
  minFreeDisk: number;
  /** Where the files of the embedded database are; null for an external one. */
  directory: string | null;
  /** Whom people can ask for more space. */
  supportEmail: string | null;
}

/** The directory is known once the database is open. */
export function readStorage(v: StorageVariables): StorageEnv {
  const gibibytes = v.SPANDREL_DATABASE_ALLOCATED_STORAGE_CAPACITY_GIBIBYTES;
  return {
    capacity: gibibytes === undefined ? null : gibibytes * GIBIBYTE,
    warningShare: v.SPANDREL_DATABASE_USAGE_EMAIL_WARNING_THRESHOLD_PERCENTAGE / 100,
    lockShare: v.SPANDREL_DATABASE_USAGE_INSERTION_BLOCKING_THRESHOLD_PERCENTAGE / 100,
    minFreeDisk: v.SPANDREL_MIN_FREE_DISK_MEBIBYTES * MEBIBYTE,
    directory: null,
    supportEmail: v.SPANDREL_SUPPORT_EMAIL ?? null,
  };
}
