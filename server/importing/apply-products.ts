import type { Prisma, ProductImport } from '#prisma/generated/client.ts'
import { productBatches } from '#server/catalogue/product-batches.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { requireRoom } from '#server/products/fit-plans.ts'
import { loadProductsById } from '#server/products/load-products.ts'
import { planChange } from '#server/products/plan-product.ts'
import { recordEvents, type Act, type Actor } from '#server/products/product-acts.ts'
import { saveProducts, writing } from '#server/products/save-products.ts'
import { runUndo, type UndoneAct } from '#server/products/undo-act.service.ts'
import { writePlans } from '#server/products/write-plans.ts'
import { findGone, forgetUnnamed, noteNamed } from './find-gone.ts'
import { openImport } from './import-rules.ts'
import { mayGoOn } from './import-step.ts'
import { Findings, sayLeftOut, type Finding } from './keep-findings.ts'
import { screenProducts } from './screen-products.ts'
import { SeenCodes } from './seen-codes.ts'
import { knownInStore, NOTHING_KNOWN, storeAct, storeLink } from './store-link.ts'

/**
 * Writes an import with an accepted dry run, as one act. An interrupted import continues after the last counted batch;
 * repeating a batch that was written but not counted changes nothing.
 * @throws Cancelled after the current batch
 */
export async function applyProducts(db: Db, dataDir: string, given: ProductImport, signal: AbortSignal): Promise<void> {
  const { id, partnerId, feedId, connectionId, done: before, gone } = given
  const act = actOf(given)
  const { owner, batches, takesFree } = await openImport(db, dataDir, given)
  // Decide again which products are left out: the partner's free quota may have changed since the dry run.
  if (before === 0) await db.importFinding.deleteMany({ where: { importId: id, kind: 'limit' } })
  const findings = new Findings(db, id, { refused: given.refused, limit: before === 0 ? 0 : given.overLimit })
  let limitReason: string | null = null
  const seen = new SeenCodes()
  const named = new Set<string>()
  let done = 0
  for await (const batch of batches) {
    for (const handle of batch.handles) named.add(handle)
    // Include batches that were written before: later batches need their codes.
    const facts = batch.facts ?? new Map<string, never>()
    const known = connectionId === null ? NOTHING_KNOWN : await knownInStore(db, connectionId, facts)
    for (const handle of known.handles) named.add(handle)
    const screened = await screenProducts(db, batch.products, {
      partnerId,
      currency: owner.partner.currency,
      seen,
      ids: known.ids,
      takesFree,
      isStore: connectionId !== null,
    })
    done += batch.products.length
    if (done <= before || !batch.products.length) continue
    const wanted = batch.products.filter(({ product }) => !screened.refused.has(product.handle))
    const { refused, overLimit } = await saveProducts(
      db,
      wanted.map(({ product }) => product),
      owner,
      { act, isSync: true, ...(connectionId === null ? {} : { link: storeLink(connectionId, partnerId, facts) }) },
    )
    const left = (kind: 'refused' | 'limit', products: typeof refused): Finding[] =>
      products.map(({ handle, reason }) => {
        const read = wanted.find(({ product }) => product.handle === handle)
        return { kind, line: read?.line ?? 0, handle, productName: read?.product.name ?? '', reason }
      })
    await findings.add([...left('refused', refused), ...left('limit', overLimit)])
    limitReason ??= overLimit[0]?.reason ?? null
    if (feedId !== null) await noteNamed(db, { partnerId, feedId }, batch.handles)
    await count(db, given, { done, refused: findings.counts.refused, overLimit: findings.counts.limit })
    await mayGoOn(db, id, signal)
  }
  if (gone === 'archive')
    for await (const products of findGone(db, given, named)) {
      await archive(
        db,
        act,
        products.map((product) => product.id),
      )
      await count(db, given, { done })
      await mayGoOn(db, id, signal)
    }
  if (feedId !== null) await forgetUnnamed(db, feedId, named)
  const overLimit = findings.counts.limit
  await count(db, given, {
    done,
    status: 'applied',
    appliedAt: new Date(),
    overLimit,
    ...(overLimit > 0 && { message: sayLeftOut(overLimit, limitReason) }),
  })
}

/** Returns the act of an import: a person's, a feed's or a store's. */
function actOf({ actId, partnerId, source, createdById, isAutomatic, fileName }: ProductImport): Act {
  if (actId === null) throw new AppError('conflict', 'This import has not been started.')
  if (source === 'store' && isAutomatic) return storeAct(actId, partnerId, fileName)
  return {
    id: actId,
    partnerId,
    kind: 'import',
    actor: { kind: 'import', userId: isAutomatic ? null : createdById, name: fileName },
    undoesId: null,
  }
}

/** Archives products as part of an act, in batches of bounded size. */
export async function archive(db: Db, act: Act, ids: string[]): Promise<void> {
  for await (const batch of productBatches(db, ids)) await archiveBatch(db, act, batch)
}

async function archiveBatch(db: Db, act: Act, ids: string[]): Promise<void> {
  await writing(db, act.partnerId, async (tx) => {
    const products = await loadProductsById(tx, act.partnerId, ids)
    const plans = [...products.values()].flatMap(({ product }) => {
      const plan = product.deletedAt ? null : planChange(product, { ...product, status: 'archived' }, act.partnerId)
      return plan ? [plan] : []
    })
    await writePlans(tx, await requireRoom(tx, act.partnerId, plans), { now: new Date(), isSync: false })
    await recordEvents(tx, act, plans)
  })
}

async function count(db: Db, { id, actId }: ProductImport, data: Prisma.ProductImportUpdateInput): Promise<void> {
  // eslint-disable-next-line house/listed-products -- counts the products of an act
  const act = await db.productAct.findUnique({ where: { id: actId ?? '' }, select: { products: true } })
  await db.productImport.update({ where: { id }, data: { ...data, applied: act?.products ?? 0 } })
}

/** Undoes an import's act and counts products in `done` and `total`. Continues an interrupted undo. */
export async function undoProducts(db: Db, given: ProductImport, actor: Actor, signal: AbortSignal): Promise<void> {
  const { id, partnerId, actId, undoId } = given
  if (actId === null || undoId === null) throw new AppError('conflict', 'There are no changes to undo.')
  const undo: Act = { id: undoId, partnerId, kind: 'undo', actor, undoesId: actId }
  const undone = await runUndo(db, undo, async ({ restored, skipped, overLimit }) => {
    await db.productImport.update({ where: { id }, data: { done: restored + skipped + overLimit } })
    signal.throwIfAborted()
  })
  await db.productImport.update({
    where: { id },
    data: {
      status: 'undone',
      done: undone.restored + undone.skipped + undone.overLimit,
      kept: undone.changedSince,
      message: sayKept(undone),
    },
  })
}

/** Describes the products that an undo left unchanged, and why; null if there are none. */
function sayKept({ skipped, overLimit, limitReason }: UndoneAct): string | null {
  const sentences = [
    skipped ? `${skipped.toLocaleString('en-GB')} were changed after the import and were not undone.` : '',
    overLimit ? `${overLimit.toLocaleString('en-GB')} were not undone because of a limit. ${limitReason ?? ''}` : '',
  ]
  return sentences.filter(Boolean).join(' ') || null
}
