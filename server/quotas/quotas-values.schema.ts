const MB = 2 ** 20
const GB = 2 ** 30

/** The resources with a limit for each partner, in display order. */
export const QUOTAS = ['products', 'variants', 'labels', 'pictures', 'files', 'bytes'] as const
export type Quota = (typeof QUOTAS)[number]
/** A number for each quota. `bytes` is in bytes. */
export type QuotaNumbers = Record<Quota, number>

/**
 * Limits before approval, because anyone with an email address can sign up as a partner. Enough to set up a store for
 * review, too little to slow the shop down or fill its disk.
 */
const PENDING_LIMITS: QuotaNumbers = {
  products: 500,
  variants: 5_000,
  labels: 20,
  pictures: 2_500,
  /**
   * More than the pictures, because it includes those of the store page, and replaced ones that can still be restored.
   */
  files: 3_000,
  /** Includes space for an import file of the maximum size. */
  bytes: 500 * MB,
}

/** Far above the needs of a single brand. An administrator can raise each limit for one partner. */
const APPROVED_LIMITS: QuotaNumbers = {
  products: 50_000,
  variants: 500_000,
  labels: 2_000,
  pictures: 500_000,
  files: 600_000,
  bytes: 100 * GB,
}

/** The maximum that an administrator can set. */
export const MAX_SETTABLE: QuotaNumbers = {
  products: 1_000_000,
  variants: 10_000_000,
  labels: 20_000,
  pictures: 10_000_000,
  files: 12_000_000,
  bytes: 10_000 * GB,
}

/** The limits for each status, unless an administrator set others. A suspended partner keeps the approved limits. */
export const LIMITS_OF_STATUS = {
  pending: PENDING_LIMITS,
  rejected: PENDING_LIMITS,
  approved: APPROVED_LIMITS,
  suspended: APPROVED_LIMITS,
} as const

/** The owner gets an email at these percentages of a limit. */
export const WARNING_LEVELS = [80, 100] as const
export type WarningLevel = (typeof WARNING_LEVELS)[number]

export interface QuotaUse {
  quota: Quota
  used: number
  limit: number
}

/** Returns the highest warning level that is reached; null if none is. */
export function quotaLevelOf({ used, limit }: Pick<QuotaUse, 'used' | 'limit'>): WarningLevel | null {
  return WARNING_LEVELS.findLast((level) => used * 100 >= limit * level) ?? null
}

const NAMES: Readonly<Record<Exclude<Quota, 'bytes'>, [one: string, many: string]>> = {
  products: ['product', 'products'],
  variants: ['variant', 'variants'],
  labels: ['brand label', 'brand labels'],
  pictures: ['product picture', 'product pictures'],
  files: ['stored file', 'stored files'],
}

/** Formats an amount: '1,200 products', '1.5 GB of files'. */
export function sayAmount(quota: Quota, amount: number): string {
  if (quota === 'bytes') return `${sayBytes(amount)} of files`
  return `${amount.toLocaleString('en-US')} ${NAMES[quota][amount === 1 ? 0 : 1]}`
}

/** Formats bytes: '640 MB', '1.5 GB'. */
export function sayBytes(bytes: number): string {
  const [size, unit] = bytes >= GB ? [bytes / GB, 'GB'] : [bytes / MB, 'MB']
  return `${size.toLocaleString('en-US', { maximumFractionDigits: size < 10 ? 1 : 0 })} ${unit}`
}
