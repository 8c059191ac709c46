import type { Prisma } from '#prisma/generated/client.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import { countChanges, readDraftData, type DraftData } from './draft-data.ts'
import { loadStore, type LoadedStore, type StoreTexts } from './load-store.ts'
import { listTakenDownPictures } from './store-pictures.service.ts'
import type { ChangeTextInput } from './storefront.schema.ts'

type Asking = Pick<PartnerAsk, 'db' | 'viewer' | 'partner'>

/** The viewer's own store page: published, with the draft over it, and what the draft changes. */
export interface Customization extends Omit<LoadedStore, 'draft'> {
  partnerId: string
  changed: { texts: Partial<StoreTexts>; pictures: DraftData['pictures'] }
  /** How many things the draft changes. */
  changes: number
  /** False for colleagues who only look. */
  canEdit: boolean
  /** Pictures of the page that administrators have taken down. */
  takenDown: Awaited<ReturnType<typeof listTakenDownPictures>>
}

/** What becomes of a draft. Without `files` its new pictures stay. */
export interface NextDraft {
  data: DraftData
  files?: { heroFileId?: string | null; logoFileId?: string | null }
  discardedAt?: Date | null
}

/** How it stands with the viewer's store page. */
export async function readCustomization({ db, viewer, partner }: Asking): Promise<Customization> {
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
 * Changes a text of the draft. One that is as it is published is no change any more.
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
 * Throws the draft away. It can be brought back until somebody begins another.
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
 * Brings the draft back that was thrown away at this revision.
 * @returns the draft's new revision
 * @throws AppError conflict if another one was begun since
 */
export async function restoreDraft(ask: Asking, { revision }: { revision: number }): Promise<number> {
  return changeDraft(ask, revision, (_tx, _data, row) => {
    if (!row.discardedAt) throw new AppError('bad_input', 'There is nothing to restore.')
    return Promise.resolve({ data: readDraftData({ ...row, discardedAt: null }), discardedAt: null })
  })
}

/**
 * Changes the draft of the viewer's partner in one transaction, for one person at a time.
 * @param change gets what the draft changes so far; nothing if it was thrown away
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
    const next = await change(tx, readDraftData(row), row)
    const { revision: now } = await tx.storefrontDraft.update({
      where: { partnerId: partner.id },
      data: {
        revision: { increment: 1 },
        data: next.data,
        // A new draft over one that was thrown away takes none of its pictures along.
        ...(row.discardedAt && next.discardedAt === undefined && { heroFileId: null, logoFileId: null }),
        ...next.files,
        discardedAt: next.discardedAt ?? null,
        updatedById: viewer.userId,
      },
    })
    return now
  })
}
