import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** The sources of groups whose members change when a user signs in. */
export type SyncedSource = 'OIDC' | 'LDAP';

/** A group as its source describes it. */
export interface NamedGroup {
  externalId: string;
  name: string;
}

/** SQL of the groups that come from elsewhere. */
@Injectable()
export class UserGroupsQueries {
  /** Creates the groups of a source that are not known yet. */
  async addMissing(
    tx: EntityManager,
    source: SyncedSource,
    groups: readonly NamedGroup[],
  ): Promise<void> {
    // Another group may have the name, such as one of the same common name in a different unit.
    await tx.query(
      `INSERT INTO user_groups (name, source, external_id)
       SELECT CASE WHEN EXISTS (SELECT FROM user_groups g WHERE g.source = $3 AND g.name = k.name)
                     OR row_number() OVER (PARTITION BY k.name ORDER BY k.external_id) > 1
                   THEN k.external_id ELSE k.name END, $3, k.external_id
         FROM unnest($1::text[], $2::text[]) AS k (external_id, name)
        WHERE NOT EXISTS (SELECT FROM user_groups g
                           WHERE g.source = $3 AND g.external_id = k.external_id)
        ORDER BY k.external_id
       ON CONFLICT DO NOTHING`,
      [groups.map(({ externalId }) => externalId), groups.map(({ name }) => name), source],
    );
  }

  /** Makes a user a member of exactly these of the groups of a source. */
  async joinOnly(
    tx: EntityManager,
    userId: number,
    source: SyncedSource,
    externalIds: readonly string[],
  ): Promise<void> {
    await tx.query(
      `DELETE FROM user_group_members m USING user_groups g
        WHERE m.group_id = g.id AND m.user_id = $1 AND g.source = $2 AND g.external_id <> ALL ($3)`,
      [userId, source, externalIds],
    );
    await tx.query(
      `INSERT INTO user_group_members (group_id, user_id)
       SELECT id, $1 FROM user_groups WHERE source = $2 AND external_id = ANY ($3) ORDER BY id
       ON CONFLICT DO NOTHING`,
      [userId, source, externalIds],
    );
  }
}
