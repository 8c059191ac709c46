import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import type { FindingKind } from './imports.schema.ts'

/** Kept findings per kind; the counts include all. */
export const MAX_FINDINGS = 2_000
const LONGEST_REASON = 500

export interface Finding {
  kind: FindingKind
  line: number
  handle: string
  productName: string
  reason?: string
  differences?: Prisma.InputJsonValue
}

/**
 * Returns the message of an import that a quota limited.
 * @param reason the quota and what to do; null if the limit applied before the import was resumed
 */
export const sayLeftOut = (products: number, reason: string | null): string =>
  `${products === 1 ? '1 product was' : `${products.toLocaleString('en-US')} products were`} left out. ${
    reason?.replace('This would exceed the limit.', 'The file has more.') ?? 'Your store has reached a limit.'
  } Then import again.`

/** Counts findings, and keeps the first of each kind. */
export class Findings {
  readonly #db: Db
  readonly #importId: string
  readonly counts: Record<FindingKind, number> = { created: 0, changed: 0, gone: 0, refused: 0, warning: 0, limit: 0 }

  constructor(db: Db, importId: string, from: Partial<Record<FindingKind, number>> = {}) {
    this.#db = db
    this.#importId = importId
    Object.assign(this.counts, from)
  }

  async add(findings: Finding[]): Promise<void> {
    const kept = findings.flatMap(({ kind, line, handle, productName, reason = '', differences = [] }) => {
      const place = this.counts[kind]++
      if (place >= MAX_FINDINGS) return []
      return [
        {
          importId: this.#importId,
          kind,
          line,
          handle,
          productName,
          place,
          reason: reason.slice(0, LONGEST_REASON).toWellFormed().replaceAll('\0', ''),
          differences,
        },
      ]
    })
    // An interrupted step may have kept some already.
    if (kept.length) await this.#db.importFinding.createMany({ data: kept, skipDuplicates: true })
  }
}
