/** Numbers of PostgreSQL's advisory locks: every process that does one of these takes the same. */
export const LOCKS = {
  clicks: 7_265_001,
  views: 7_265_002,
  viewCounts: 7_265_013,
  imports: 7_265_003,
  /** Shared by a backup: nobody changes tables while it reads them. */
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
  /** Shared by processes that need the files of database rows to stay. */
  storedFiles: 7_265_017,
  /** Together with a number for the partner. */
  sales: 7_265_020,
  /** Acts of administrators on accounts. */
  people: 7_265_040,
  domains: 7_265_041,
  /** Held until a finding commits that takes effect without a second administrator. */
  voidAlone: 7_265_043,
  /** With a partner's own number beside it: its stored files are counted before one is added. */
  partnerFiles: 7_265_042,
  /** With a writer's own number beside it. */
  storeFeedback: 7_265_030,
} as const
