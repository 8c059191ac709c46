import type { Prisma } from '#prisma/generated/client.ts'
import { toSlug } from '#server/catalogue/slug.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { takeUploads } from '#server/uploads/take-uploads.ts'
import type { ProductChange } from './describe-changes.ts'
import { editedOf, formOf, incomingOf, type EditedProduct } from './edited-product.ts'
import { handleOwner, ownersOfCodes, freeHandle } from './find-clashes.ts'
import type { IncomingImage, IncomingPicture } from './incoming-product.schema.ts'
import { loadProductsById, type LoadedProduct, type StoredProduct } from './load-products.ts'
import { mergeProducts, type Conflict } from './merge-products.ts'
import { actorOf, newAct, recordEvents, type Actor } from './product-acts.ts'
import type { PictureForm, ProductInput, SaveProductInput } from './product-form.schema.ts'
import type { Quota } from '#server/quotas/quotas-values.schema.ts'
import { assertSameCurrency, inCurrency, getProductOwner, type ProductOwner } from './product-owner.ts'
import { clashesWithin, parseProductForm, type FieldError, type FormRules } from './parse-product-form.ts'
import { findRemovedPictures, type RemovedPicture } from './removed-pictures.ts'
import { priceRules } from './parse-price.ts'
import { findManaged, keepsStorePictures, lockedChanges, MANAGED } from './managed-products.ts'
import type { OverridableField } from './store-fields.values.ts'
import { loadOverrides, type FieldValue } from './store-overrides.ts'
import { planProducts, writing } from './save-products.ts'
import { shownForm, withPictures, type ShownForm } from './shown-form.ts'
import { findTakenDown } from './take-down.ts'
import { writePlans } from './write-plans.ts'

type Asking = Pick<PartnerAsk, 'db' | 'viewer' | 'partner'>
type Reader = Db | Prisma.TransactionClient

/** Another person's act on the product while the form was open. */
interface ActSince {
  by: string
  at: Date
  changes: ProductChange[]
}

/** The outcome of a save. In every case nothing that was typed is lost. */
export type SaveOutcome =
  | {
      kind: 'saved'
      productId: string
      revision: number
      form: ShownForm
      /** For undo; null if there was nothing to save. */
      actId: string | null
      at: Date
      /** Changes that others made in the meantime, which are kept too. */
      merged: ActSince[]
    }
  | {
      kind: 'refused'
      errors: FieldError[]
      /** The form that the errors refer to, if it differs from the typed one: others' changes are merged in. */
      rebased?: { revision: number; form: ShownForm }
    }
  | {
      kind: 'conflict'
      /** The current revision, which is needed to save the user's choice. */
      revision: number
      /** The typed values, with changes that only others made. */
      form: ShownForm
      theirs: ShownForm
      conflicts: Conflict[]
      since: ActSince[]
    }

const ACTS_SHOWN = 20
/** The form field that shows a quota error; '' is above all fields. */
const FIELD_OF: Readonly<Record<Quota, string>> = {
  products: '',
  variants: 'variants',
  labels: 'brand',
  pictures: 'pictures',
  files: 'pictures',
  bytes: 'pictures',
}

/**
 * Returns a product for its editor: the form's texts in the product's currency, and the revision to save it with.
 * @throws AppError not_found for a deleted product or another partner's
 */
export async function getOwnProduct({ db, partner }: Pick<Asking, 'db' | 'partner'>, { productId }: ProductInput) {
  const found = await loadOwnProduct(db, partner.id, productId)
  const { id, name, currency, status } = found.product
  const takenDown = await findTakenDown(db, productId)
  const form = await shownForm(db, partner.id, found.product)
  const managed = await getManaged(db, productId)
  return { id, name, currency, status, takenDown, managed, revision: found.revision, form }
}

/** Returns the parts of a product that a connected store manages: all but a few fields. Null if none does. */
async function getManaged(
  db: Db,
  productId: string,
): Promise<{ overrides: Partial<Record<OverridableField, FieldValue>> } | null> {
  if (!(await findManaged(db, [productId])).size) return null
  return { overrides: Object.fromEntries((await loadOverrides(db, [productId])).get(productId) ?? []) }
}

/** The store's pictures, as URLs instead of the form's data. */
interface StorePictures {
  images?: IncomingImage[] | undefined
}

/** Returns the edited fields that a connected store manages. */
async function lockedBy(
  tx: Prisma.TransactionClient,
  product: StoredProduct,
  { before, after, images }: { before: EditedProduct; after: EditedProduct } & StorePictures,
): Promise<FieldError[]> {
  if (!(await findManaged(tx, [product.id])).size) return []
  const ofStore = new Set(product.images.flatMap(({ id, sourceUrl }) => (sourceUrl === null ? [] : [id])))
  return [
    ...lockedChanges(before, after),
    ...(images || !keepsStorePictures(before, after, ofStore) ? [{ field: 'pictures', message: MANAGED }] : []),
  ]
}

/**
 * Saves the form of a product, or of a new one. Keeps others' changes to fields that the form did not change. Fields
 * that both changed are returned as conflicts and not saved.
 * @throws AppError not_found for a deleted product or another partner's
 */
export const saveProduct = ({ db, partner, viewer }: Asking, input: SaveProductInput): Promise<SaveOutcome> =>
  saveProductAs({ db, partner, actor: actorOf(viewer) }, input)

/**
 * Like `saveProduct`, but for any actor, since a key of the partner API is not a person.
 * @throws AppError not_found for a deleted product or another partner's
 */
export async function saveProductAs(
  { db, partner, actor }: Pick<Asking, 'db' | 'partner'> & { actor: Actor },
  { productId, revision, form, images }: SaveProductInput & StorePictures,
): Promise<SaveOutcome> {
  const ownerNow = await getProductOwner(db, partner.id)
  return writing(db, partner.id, async (tx): Promise<SaveOutcome> => {
    const found = productId === null ? null : await loadOwnProduct(tx, partner.id, productId)
    if (!found) await assertSameCurrency(tx, ownerNow)
    // The form has the product's own prices, even if its partner has changed to another currency.
    const owner = found ? inCurrency(ownerNow, found.product.currency) : ownerNow
    const rules = await getRules(tx, owner)
    const stored = found && editedOf(found.product)
    const { product: typed, errors } = parseProductForm(form, stored, rules)
    if (errors.length) return { kind: 'refused', errors }
    let product = typed
    let merged: ActSince[] = []
    if (found && stored && found.revision !== revision) {
      const base = await stateAt(tx, found, revision)
      const merge = mergeProducts(base, typed, stored)
      const since = await actsSince(tx, found.product.id, revision)
      if (merge.conflicts.length)
        return {
          kind: 'conflict',
          revision: found.revision,
          form: await withPictures(tx, partner.id, formOf(merge.merged, rules.currency)),
          theirs: await shownForm(tx, partner.id, found.product),
          conflicts: merge.conflicts,
          since,
        }
      product = merge.merged
      if (merge.hasTaken) merged = since
    }
    const locked = found && stored ? await lockedBy(tx, found.product, { before: stored, after: product, images }) : []
    if (locked.length) return { kind: 'refused', errors: locked }
    if (product.handle === '') product = { ...product, handle: await freeHandle(tx, partner.id, toSlug(product.name)) }
    const { removed, lost } = await findRemovedPictures(tx, partner.id, found?.product ?? null, product.pictures)
    const clashes = [...(await clashesOf(tx, product, found?.product ?? null, owner)), ...lost]
    if (clashes.length) {
      const rebased = found && merged.length ? { revision: found.revision, form: product } : null
      return {
        kind: 'refused',
        errors: clashes,
        ...(rebased && {
          rebased: { ...rebased, form: await withPictures(tx, partner.id, formOf(rebased.form, rules.currency)) },
        }),
      }
    }
    const act = newAct({ partnerId: partner.id, kind: found ? 'edit' : 'create', actor })
    const pictures = await incomingPictures(tx, partner.id, product.pictures, removed)
    const edited = incomingOf(product, found?.product ?? null, pictures)
    const given = images ? { ...edited, pictures: undefined, images } : edited
    const { fitting, over } = await planProducts(tx, [{ given, stored: found?.product ?? null }], owner)
    if (over[0]) return { kind: 'refused', errors: [{ field: FIELD_OF[over[0].quota], message: over[0].reason }] }
    const now = new Date()
    await writePlans(tx, fitting, { now, isSync: false })
    await recordEvents(tx, act, fitting)
    const id = fitting[0]?.after.id ?? found?.product.id ?? ''
    const saved = await loadOwnProduct(tx, partner.id, id)
    return {
      kind: 'saved',
      productId: id,
      revision: saved.revision,
      form: await shownForm(tx, partner.id, saved.product),
      actId: fitting.length ? act.id : null,
      at: now,
      merged,
    }
  })
}

/** Returns a partner's own product that is not deleted. @throws AppError not_found */
export async function loadOwnProduct(tx: Reader, partnerId: string, productId: string): Promise<LoadedProduct> {
  const found = (await loadProductsById(tx, partnerId, [productId])).get(productId)
  if (!found || found.product.deletedAt) throw new AppError('not_found', 'Product not found. It may have been deleted.')
  return found
}

/** Returns the rules for forms in this partner's catalogue. */
async function getRules(db: Reader, { partner: { id, currency, baseRate } }: ProductOwner): Promise<FormRules> {
  return { ...priceRules(currency, baseRate), hosts: await listProductHosts(db, id) }
}

/** Returns the hosts where a partner may sell: its verified hosts, and its website even before that is verified. */
export async function listProductHosts(db: Reader, partnerId: string): Promise<string[]> {
  const partner = await db.partner.findUnique({
    where: { id: partnerId },
    select: { websiteUrl: true, domains: { orderBy: { host: 'asc' }, select: { host: true } } },
  })
  const website = partner?.websiteUrl ?? ''
  const websiteHosts = URL.canParse(website) ? [new URL(website).hostname.replace(/^www\./, '')] : []
  return [...new Set([...(partner?.domains.map(({ host }) => host) ?? []), ...websiteHosts])]
}

async function clashesOf(
  tx: Prisma.TransactionClient,
  product: EditedProduct,
  stored: StoredProduct | null,
  { partner, categories }: ProductOwner,
): Promise<FieldError[]> {
  const was = stored && editedOf(stored)
  const errors = clashesWithin(product.variants, was)
  if (product.categoryId !== null && product.categoryId !== was?.categoryId && !categories.get(product.categoryId))
    errors.push({ field: 'categoryId', message: 'This category no longer exists. Please choose another' })
  if (product.handle !== was?.handle) {
    const other = await handleOwner(tx, partner.id, product.handle)
    if (other) errors.push({ field: 'handle', ...other })
  }
  return [...errors, ...(await ownersOfCodes(tx, partner.id, product, stored))]
}

/**
 * Returns the pictures with the files of new and restored ones. @throws AppError bad_input for an upload that is
 * missing or belongs to another partner
 */
async function incomingPictures(
  tx: Prisma.TransactionClient,
  partnerId: string,
  pictures: PictureForm[],
  removed: Map<string, RemovedPicture>,
): Promise<IncomingPicture[]> {
  const uploaded = pictures.flatMap(({ uploadId }) => uploadId ?? [])
  const taken = await takeUploads(tx, { partnerId, slot: 'productPicture' }, uploaded)
  return pictures.flatMap(({ id, uploadId, alt, colourName }): IncomingPicture[] => {
    const said = { alt, colourName: colourName || null }
    if (id !== null) {
      const { fileId, sourceUrl } = removed.get(id) ?? {}
      return [{ id, ...(fileId && { fileId }), ...(sourceUrl && { sourceUrl }), ...said }]
    }
    const file = uploadId === null ? undefined : taken.get(uploadId)
    return file && 'fileId' in file ? [{ fileId: file.fileId, ...said }] : []
  })
}

/** Returns the product at a revision, from the copy that the next act kept; null if no copy is left. */
async function stateAt(tx: Prisma.TransactionClient, { product }: LoadedProduct, revision: number) {
  const next = await tx.productEvent.findFirst({
    where: { productId: product.id, revision: revision + 1 },
    select: { before: true },
  })
  const before = next?.before as StoredProduct | null | undefined
  return before ? editedOf(before) : null
}

async function actsSince(tx: Prisma.TransactionClient, productId: string, revision: number): Promise<ActSince[]> {
  const events = await tx.productEvent.findMany({
    where: { productId, revision: { gt: revision } },
    orderBy: { revision: 'desc' },
    take: ACTS_SHOWN,
    select: { createdAt: true, changes: true, act: { select: { actorName: true } } },
  })
  return events.map(({ createdAt, changes, act }) => ({
    by: act.actorName,
    at: createdAt,
    changes: changes as unknown as ProductChange[],
  }))
}
