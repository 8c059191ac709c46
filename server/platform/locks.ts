/** Numbers of PostgreSQL's advisory locks. Every process that does the same work takes the same lock. */
export const LOCKS = {
  clicks: 7_265_001,
  views: 7_265_002,
  viewCounts: 7_265_013,
  imports: 7_265_003,
  /** Shared by backups, so that no migration changes tables while a backup reads them. */
  migrations: 7_265_004,
  searchDays: 7_265_010,
  /** Held while a process rebuilds its search index. */
  searchIndex: 7_265_051,
  wishes: 7_265_011,
  newIn: 7_265_019,
  offers: 7_265_050,
  businessNames: 7_265_012,
  rollups: 7_265_014,
  integrity: 7_265_015,
  /** Held during a backup. */
  backup: 7_265_016,
  /** Held while a backup is requested. */
  backupRows: 7_265_018,
  /** Shared by processes that rely on the files of database rows. */
  storedFiles: 7_265_017,
  /** Used with a hash of the partner's id as the second key. */
  sales: 7_265_020,
  /** Held during administrators' changes to accounts. */
  people: 7_265_040,
  domains: 7_265_041,
  /** Held until a decision that takes effect without a second administrator is committed. */
  voidAlone: 7_265_043,
  /**
   * Used with a hash of the partner's id as the second key. Held while the partner's stored files are counted before
   * one is added.
   */
  partnerFiles: 7_265_042,
  /** Used with a hash of the writer's id as the second key. */
  storeFeedback: 7_265_030,
} as const
