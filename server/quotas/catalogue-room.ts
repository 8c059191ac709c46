import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { getQuotas, type PartnerQuotas } from './get-quotas.ts'
import type { Quota } from './quotas-values.schema.ts'

/** How writing one product changes a partner's usage. */
export interface Growth {
  products: number
  variants: number
  pictures: number
  labelBefore: string | null
  labelAfter: string
}

/**
 * Tracks how much a partner may still add to its catalogue. Read it under the lock that every writer of the partner's
 * products takes (`writing`), and write in the same transaction.
 */
export class CatalogueRoom {
  readonly quotas: PartnerQuotas
  readonly #left: Record<'products' | 'variants' | 'pictures' | 'labels', number>
  /** The number of products by label slug. */
  readonly #withLabel = new Map<string, number>()

  private constructor(quotas: PartnerQuotas) {
    const left = (quota: Quota) => quotas.uses[quota].limit - quotas.uses[quota].used
    this.quotas = quotas
    this.#left = {
      products: left('products'),
      variants: left('variants'),
      pictures: left('pictures'),
      labels: left('labels'),
    }
  }

  static async read(tx: Db | Prisma.TransactionClient, partnerId: string): Promise<CatalogueRoom> {
    return new CatalogueRoom(await getQuotas(tx, partnerId))
  }

  /**
   * Reads how many products have these labels. Skips labels that were read before, because `take` keeps their counts up
   * to date.
   */
  async learnLabels(tx: Db | Prisma.TransactionClient, partnerId: string, growths: Growth[]): Promise<void> {
    const changing = growths.filter(({ labelBefore, labelAfter }) => labelBefore !== labelAfter)
    const slugs = new Set(changing.flatMap(({ labelBefore, labelAfter }) => [labelBefore ?? labelAfter, labelAfter]))
    const unknown = [...slugs].filter((slug) => !this.#withLabel.has(slug))
    if (!unknown.length) return
    // eslint-disable-next-line house/listed-products -- counts all products of a partner
    const rows = await tx.$queryRaw<Array<{ slug: string; products: number }>>`
      SELECT b.slug, (SELECT count(*)::int FROM products p WHERE p.partner_id = ${partnerId}::uuid AND p.brand_id = b.id) AS products
      FROM brands b WHERE b.slug = ANY(${unknown})`
    for (const slug of unknown) this.#withLabel.set(slug, 0)
    for (const { slug, products } of rows) this.#withLabel.set(slug, products)
  }

  /**
   * Reserves room for a change.
   * @returns null, or the first quota that the change would exceed; then nothing is reserved
   */
  take({ labelBefore, labelAfter, ...added }: Growth): Quota | null {
    const labels = this.#labelsAdded(labelBefore, labelAfter)
    const change = { ...added, labels }
    for (const quota of ['products', 'variants', 'pictures', 'labels'] as const)
      // Changes that add nothing always fit, so that a partner above a limit can still edit.
      if (change[quota] > 0 && change[quota] > this.#left[quota]) return quota
    for (const quota of ['products', 'variants', 'pictures', 'labels'] as const) this.#left[quota] -= change[quota]
    if (labelBefore !== labelAfter) {
      if (labelBefore !== null) this.#add(labelBefore, -1)
      this.#add(labelAfter, 1)
    }
    return null
  }

  #labelsAdded(before: string | null, after: string): number {
    if (before === after) return 0
    const gained = this.#withLabel.get(after) === 0 ? 1 : 0
    const lost = before !== null && this.#withLabel.get(before) === 1 ? 1 : 0
    return gained - lost
  }

  #add(slug: string, change: number): void {
    this.#withLabel.set(slug, (this.#withLabel.get(slug) ?? 0) + change)
  }
}
