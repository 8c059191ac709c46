import { Prisma } from '#prisma/generated/client.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { inventoryDigest } from '#server/mail/store-mails.ts'
import { stopStoreMailPath } from '#server/partners/settings/preferences.service.ts'
import { notifyStore, recipientsOf } from '#server/partners/settings/store-recipients.ts'
import { LOW_STOCK } from './own-products.schema.ts'
import type { Db } from '#server/platform/db.ts'
import { LISTED } from '#server/platform/listed.ts'

const MAX_NAMED = 20
const PATIENCE_MS = 30_000

/**
 * Products that are low or out of stock now and were not when we last emailed. `t` is the state in the last
 * notification.
 */
const NEWS = Prisma.sql`
  FROM products p LEFT JOIN told_stocks t ON t.product_id = p.id
  WHERE ${LISTED} AND p.stock <= ${LOW_STOCK} AND (t.product_id IS NULL OR (p.stock = 0 AND NOT t.is_gone))`

/**
 * Emails and notifies each store's team about listed products that have become low or sold out: once per product until
 * it is well stocked again. Runs daily. Stores the notified state together with the emails, so that a repeated run
 * sends nothing twice.
 * @returns the number of emails written
 */
export async function sendInventoryMails(db: Db, siteUrl: string, signal?: AbortSignal): Promise<number> {
  const stores = await db.$queryRaw<Array<{ id: string }>>`SELECT DISTINCT p.partner_id AS id ${NEWS} ORDER BY 1`
  let written = 0
  for (const { id } of stores) {
    if (signal?.aborted) break
    written += await sendInventoryDigest(db, siteUrl, id)
  }
  // Products that are well stocked again may be reported again.
  // eslint-disable-next-line house/listed-products -- also deletes products that are no longer listed, which are not reported
  await db.$executeRaw`
    DELETE FROM told_stocks t WHERE NOT EXISTS (SELECT 1 FROM products p WHERE p.id = t.product_id AND p.stock <= ${LOW_STOCK})`
  return written
}

async function sendInventoryDigest(db: Db, siteUrl: string, partnerId: string): Promise<number> {
  return db.$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM partners WHERE id = ${partnerId}::uuid FOR NO KEY UPDATE`
      const [{ count } = { count: 0 }] = await tx.$queryRaw<Array<{ count: number }>>`
        SELECT count(*)::int AS count ${NEWS} AND p.partner_id = ${partnerId}::uuid`
      if (!count) return 0
      const products = await tx.$queryRaw<Array<{ id: string; name: string; stock: number }>>`
        SELECT p.id, p.name, p.stock ${NEWS} AND p.partner_id = ${partnerId}::uuid ORDER BY p.stock, p.name, p.id LIMIT ${MAX_NAMED}::int`
      const { businessName } = await tx.partner.findUniqueOrThrow({
        where: { id: partnerId },
        select: { businessName: true },
      })
      await notifyStore(tx, partnerId, 'pushInventory', {
        title: `${businessName}: ${count === 1 ? 'a product is' : `${count.toLocaleString('en-GB')} products are`} low or out of stock`,
        body: products
          .slice(0, 3)
          .map(({ name }) => name)
          .join(', '),
        path: '/brand/dashboard/products',
      })
      const people = await recipientsOf(tx, partnerId, 'emailInventory')
      for (const { userId, email, name } of people) {
        const unsubscribeLink = await stopStoreMailPath(db, 'emailInventory', userId)
        const mail = inventoryDigest({ siteUrl, name, businessName, products, count, unsubscribeLink })
        await queueMail(tx, { to: email, ...mail })
      }
      await tx.$executeRaw`
        INSERT INTO told_stocks (product_id, partner_id, is_gone)
        SELECT p.id, p.partner_id, p.stock = 0 FROM products p WHERE ${LISTED} AND p.partner_id = ${partnerId}::uuid AND p.stock <= ${LOW_STOCK}
        ON CONFLICT (product_id) DO UPDATE SET is_gone = excluded.is_gone, told_at = now()`
      return people.length
    },
    { timeout: PATIENCE_MS, maxWait: PATIENCE_MS },
  )
}
