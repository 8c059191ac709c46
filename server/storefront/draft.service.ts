import type { Prisma } from '#prisma/generated/client.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import { countChanges, parseDraftData, type DraftData } from './draft-data.ts'
import { loadStore, type LoadedStore, type StoreTexts } from './load-store.ts'
import { listTakenDownPictures } from './store-pictures.service.ts'
import type { ChangeTextInput } from './storefront.schema.ts'

type Asking = Pick<PartnerAsk, 'db' | 'viewer' | 'partner'>

/** The viewer's store page: the published version with the draft applied, and the draft's changes. */
export interface Customization extends Omit<LoadedStore, 'draft'> {
  partnerId: string
  changed: { texts: Partial<StoreTexts>; pictures: DraftData['pictures'] }
  /** The number of changes in the draft. */
  changes: number
  /** False for colleagues with read access. */
  canEdit: boolean
  /** The page's pictures that administrators have taken down. */
  takenDown: Awaited<ReturnType<typeof listTakenDownPictures>>
}

/** The next state of a draft. Without `files` its new pictures stay. */
export interface NextDraft {
  data: DraftData
  files?: { heroFileId?: string | null; logoFileId?: string | null }
  discardedAt?: Date | null
}

/** Returns the viewer's store page with its draft. */
export async function getCustomization({ db, viewer, partner }: Asking): Promise<Customization> {
  const { draft, ...store } = await loadStore(db, partner.id)
  return {
    ...store,
    partnerId: partner.id,
    changed: draft,
    changes: countChanges(draft),
    canEdit: viewer.partner?.role !== 'viewer',
    takenDown: await listTakenDownPictures(db, partner.id),
  }
}

/**
 * Changes a text of the draft. A text equal to the published one is not a change.
 * @returns the draft's new revision
 * @throws AppError conflict if the draft has been changed since
 */
export async function changeText(ask: Asking, { revision, name, text }: ChangeTextInput): Promise<number> {
  return changeDraft(ask, revision, async (tx, data) => {
    const { published } = await loadStore(tx, ask.partner.id)
    const others = Object.fromEntries(Object.entries(data.texts).filter(([other]) => other !== name))
    return { data: { ...data, texts: published.texts[name] === text ? others : { ...others, [name]: text } } }
  })
}

/**
 * Discards the draft. It can be restored until another one is started.
 * @returns the draft's new revision
 * @throws AppError conflict if the draft has been changed since, bad_input if it changes nothing
 */
export async function revertDraft(ask: Asking, { revision }: { revision: number }): Promise<number> {
  return changeDraft(ask, revision, (_, data) => {
    if (!countChanges(data)) throw new AppError('bad_input', 'There are no changes to revert.')
    return Promise.resolve({ data, discardedAt: new Date() })
  })
}

/**
 * Restores the draft that was discarded at this revision.
 * @returns the draft's new revision
 * @throws AppError conflict if another one has been started since
 */
export async function restoreDraft(ask: Asking, { revision }: { revision: number }): Promise<number> {
  return changeDraft(ask, revision, (_tx, _data, row) => {
    if (!row.discardedAt) throw new AppError('bad_input', 'There is nothing to restore.')
    return Promise.resolve({ data: parseDraftData({ ...row, discardedAt: null }), discardedAt: null })
  })
}

/**
 * Changes the draft of the viewer's partner in one transaction, one person at a time.
 * @param change receives the draft's changes so far, empty if the draft was discarded
 * @returns the new revision
 * @throws AppError conflict if `revision` is not the draft's
 */
export async function changeDraft(
  { db, viewer, partner }: Asking,
  revision: number,
  change: (
    tx: Prisma.TransactionClient,
    data: DraftData,
    row: { data: unknown; discardedAt: Date | null },
  ) => Promise<NextDraft>,
): Promise<number> {
  return db.$transaction(async (tx) => {
    await tx.$executeRaw`INSERT INTO storefront_drafts (partner_id) VALUES (${partner.id}::uuid) ON CONFLICT DO NOTHING`
    await tx.$queryRaw`SELECT 1 FROM storefront_drafts WHERE partner_id = ${partner.id}::uuid FOR UPDATE`
    const row = await tx.storefrontDraft.findUniqueOrThrow({ where: { partnerId: partner.id } })
    if (row.revision !== revision)
      throw new AppError(
        'conflict',
        'A colleague has changed this page. You now see their changes. Check them, then make yours again.',
      )
    const next = await change(tx, parseDraftData(row), row)
    const { revision: now } = await tx.storefrontDraft.update({
      where: { partnerId: partner.id },
      data: {
        revision: { increment: 1 },
        data: next.data,
        // A new draft after a discarded one does not inherit its pictures.
        ...(row.discardedAt && next.discardedAt === undefined && { heroFileId: null, logoFileId: null }),
        ...next.files,
        discardedAt: next.discardedAt ?? null,
        updatedById: viewer.userId,
      },
    })
    return now
  })
}
