import { selectColumns } from '../../database/columns.js';
import type { DatabaseReader } from '../../database/database-reader.js';
import { ExporterUnreadKeyEntity } from './exporter-unread-key.entity.js';
import { ExporterEntity } from './exporter.entity.js';

export type ExporterRow = Omit<Readonly<ExporterEntity>, 'day'> & {
  /** Null if there was no key, or if it has been deleted. */
  readonly keyName: string | null;
};

const COLUMNS = selectColumns(ExporterEntity, 'e', {
  except: ['day', 'daySpanCount', 'dayRefusedCount', 'dayLateCount'],
});

const TODAY = `e.day = (now() AT TIME ZONE 'UTC')::date`;

/** Lists the exporters of projects, the ones seen last first. */
export function listExporters(
  reader: DatabaseReader,
  projectIds: readonly number[],
): Promise<ExporterRow[]> {
  return reader.query(
    `SELECT ${COLUMNS}, k.name AS "keyName",
            CASE WHEN ${TODAY} THEN e.day_span_count ELSE 0 END AS "daySpanCount",
            CASE WHEN ${TODAY} THEN e.day_refused_count ELSE 0 END AS "dayRefusedCount",
            CASE WHEN ${TODAY} THEN e.day_late_count ELSE 0 END AS "dayLateCount"
       FROM exporters e LEFT JOIN api_keys k ON k.id = e.key_id
      WHERE e.project_id = ANY($1)
      ORDER BY e.project_id, e.last_seen_at DESC, e.id DESC`,
    [projectIds],
  );
}

/** Lists keys that exporters send and nothing reads, the most frequent first. */
export function listUnreadKeys(
  reader: DatabaseReader,
  exporterIds: readonly number[],
): Promise<Readonly<ExporterUnreadKeyEntity>[]> {
  return reader.query(
    `SELECT ${selectColumns(ExporterUnreadKeyEntity, 'k')}
       FROM exporter_unread_keys k WHERE k.exporter_id = ANY($1)
      ORDER BY k.request_count DESC, k.key`,
    [exporterIds],
  );
}
