import type { ProductImport } from '#prisma/generated/client.ts'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { describeChanges, describeNew } from '#server/products/describe-changes.ts'
import type { ProductOwner } from '#server/products/product-owner.ts'
import { previewProducts } from '#server/products/save-products.ts'
import { CatalogueRoom } from '#server/quotas/catalogue-room.ts'
import { endReading } from './end-reading.ts'
import { findGone } from './find-gone.ts'
import { openImport } from './import-rules.ts'
import { Findings, type Finding } from './keep-findings.ts'
import type { Batch } from './read-batches.ts'
import { screenProducts } from './screen-products.ts'
import { SeenCodes } from './seen-codes.ts'
import { mayGoOn } from './import-step.ts'
import { knownInStore, NOTHING_KNOWN, type KnownInStore } from './store-link.ts'

/**
 * Does the dry run of an import: reads the file, compares it with the shop and keeps the findings. Writes no product,
 * but decides the next step for an automatic feed. Restarts after an interruption.
 * @throws Cancelled, or AppError if the file cannot be read at all
 */
export async function parseImport(db: Db, dataDir: string, given: ProductImport, signal: AbortSignal): Promise<void> {
  const { id, connectionId } = given
  const { count } = await db.productImport.updateMany({
    where: { id, status: { in: ['uploaded', 'reading'] } },
    data: { status: 'reading', done: 0, total: null, message: null },
  })
  // Another process has already read the file.
  if (!count) return
  await db.importFinding.deleteMany({ where: { importId: id } })
  const { owner, batches, takesFree } = await openImport(db, dataDir, given)
  const findings = new Findings(db, id)
  const room = await CatalogueRoom.read(db, given.partnerId)
  const seen = new SeenCodes()
  let limitReason: string | null = null
  const named = new Set<string>()
  let [done, unchanged] = [0, 0]
  for await (const batch of batches) {
    for (const handle of batch.handles) named.add(handle)
    const known = connectionId === null ? NOTHING_KNOWN : await knownInStore(db, connectionId, batch.facts ?? new Map())
    // Use the handles stored here, so that products renamed in the store do not count as removed.
    for (const handle of known.handles) named.add(handle)
    const found = await examine(db, owner, batch, { seen, known, room, takesFree, isStore: connectionId !== null })
    await findings.add(found)
    limitReason ??= found.find(({ kind }) => kind === 'limit')?.reason ?? null
    done += batch.products.length
    unchanged += batch.products.length - found.filter(({ kind, product }) => product && kind !== 'warning').length
    await db.productImport.update({ where: { id }, data: { done } })
    await mayGoOn(db, id, signal)
  }
  for await (const gone of findGone(db, given, named)) {
    await findings.add(gone.map(({ handle, name }) => ({ kind: 'gone', line: 0, handle, productName: name })))
    await mayGoOn(db, id, signal)
  }
  const { created, changed, gone: goneCount, refused, warning: warnings, limit: overLimit } = findings.counts
  const counts = { created, changed, unchanged, goneCount, refused, warnings, overLimit, limitReason, total: done }
  await endReading(db, given, { ...counts, named })
}

/** `product`: the finding concerns the product, not a variant. */
type Examined = Finding & { product?: true }

interface Examining {
  seen: SeenCodes
  known: KnownInStore
  room: CatalogueRoom
  takesFree: boolean
  isStore: boolean
}

async function examine(
  db: Db,
  owner: ProductOwner,
  batch: Batch,
  { seen, known, room, takesFree, isStore }: Examining,
): Promise<Examined[]> {
  const { refused, warnings } = await screenProducts(db, batch.products, {
    partnerId: owner.partner.id,
    currency: owner.partner.currency,
    seen,
    ids: known.ids,
    takesFree,
    isStore,
  })
  const lines = new Map(batch.products.map(({ line, product }) => [product.handle, line]))
  const names = new Map(batch.products.map(({ product }) => [product.handle, product.name]))
  const wanted = batch.products.filter(({ product: { handle } }) => !refused.has(handle) && !known.outdated.has(handle))
  const { fitting, over } = await previewProducts(
    db,
    wanted.map(({ product }) => product),
    owner,
    room,
    known.ids,
  )
  const noted = (kind: 'refused' | 'warning', notes: Batch['problems']): Examined[] =>
    notes.map(({ line, handle, reason }) => ({ kind, line, handle, productName: names.get(handle) ?? '', reason }))
  return [
    ...fitting.map(({ before, after }): Examined => ({
      kind: before ? 'changed' : 'created',
      line: lines.get(after.handle) ?? 0,
      handle: after.handle,
      productName: after.name,
      ...(before ? {} : { reason: describeNew(after) }),
      differences: describeChanges(before, after) as unknown as Prisma.InputJsonValue,
      product: true,
    })),
    ...over.map(({ plan: { after }, reason }): Examined => ({
      kind: 'limit',
      line: lines.get(after.handle) ?? 0,
      handle: after.handle,
      productName: after.name,
      reason,
      product: true,
    })),
    ...[...refused].map(([handle, reason]): Examined => ({
      kind: 'refused',
      line: lines.get(handle) ?? 0,
      handle,
      productName: names.get(handle) ?? '',
      reason,
      product: true,
    })),
    ...noted('refused', batch.problems),
    ...noted('warning', [...warnings, ...batch.warnings]),
  ]
}
