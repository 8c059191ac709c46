import type { Prisma } from '#prisma/generated/client.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { AppError } from '#server/platform/errors.ts'
import { changeDraft } from './draft.service.ts'
import { countChanges, type DraftPicture } from './draft-data.ts'
import { CONTENT_TYPES, DRAFT_FILES, MEDIA_TYPES } from './load-store.ts'
import type { StorePictureKind, StoreTextName } from './storefront.schema.ts'

/**
 * Publishes the draft: all texts and pictures, or nothing. The nightly clean-up deletes files of replaced pictures,
 * because the old page needs them until the new one is served.
 * @returns the draft's new revision
 * @throws AppError conflict if the draft has been changed since, bad_input if it changes nothing
 */
export async function publishDraft(
  ask: Pick<PartnerAsk, 'db' | 'viewer' | 'partner' | 'visit'>,
  { revision }: { revision: number },
): Promise<number> {
  const { db, viewer, partner, visit } = ask
  return changeDraft(ask, revision, async (tx, draft) => {
    if (!countChanges(draft)) throw new AppError('bad_input', 'There are no changes to save.')
    const row = await tx.storefrontDraft.findUniqueOrThrow({ where: { partnerId: partner.id } })
    for (const [name, text] of Object.entries(draft.texts))
      await publishText(tx, partner.id, name as StoreTextName, text)
    for (const [kind, change] of Object.entries(draft.pictures))
      await publishPicture(tx, partner.id, kind as StorePictureKind, change, row[DRAFT_FILES[kind as StorePictureKind]])
    await writeAudit(
      db,
      visit,
      {
        actorId: viewer.userId,
        action: 'storefront_published',
        subjectId: partner.id,
        data: { changed: [...Object.keys(draft.texts), ...Object.keys(draft.pictures)] },
      },
      tx,
    )
    return { data: { texts: {}, pictures: {} }, files: { heroFileId: null, logoFileId: null } }
  })
}

async function publishText(
  tx: Prisma.TransactionClient,
  partnerId: string,
  name: StoreTextName,
  text: string,
): Promise<void> {
  const contentType = CONTENT_TYPES[name]
  if (!contentType) await tx.partner.update({ where: { id: partnerId }, data: { [name]: text } })
  else if (text === '') await tx.partnerContent.deleteMany({ where: { partnerId, contentType } })
  else
    await tx.partnerContent.upsert({
      where: { partnerId_contentType: { partnerId, contentType } },
      create: { partnerId, contentType, content: text },
      update: { content: text, isActive: true },
    })
}

async function publishPicture(
  tx: Prisma.TransactionClient,
  partnerId: string,
  kind: StorePictureKind,
  change: DraftPicture,
  fileId: string | null,
): Promise<void> {
  const mediaType = MEDIA_TYPES[kind]
  if (change.is === 'changed' && !change.isNew) {
    await tx.partnerMedia.updateMany({
      where: { partnerId, mediaType, isActive: true },
      data: { altText: change.altText },
    })
    return
  }
  const former = await tx.partnerMedia.findFirst({
    where: { partnerId, mediaType, isActive: true },
    select: { fileId: true },
  })
  await tx.partnerMedia.deleteMany({ where: { partnerId, mediaType } })
  if (change.is === 'removed') return
  if (!fileId) throw new AppError('bad_input', 'The new image is no longer available. Please upload it again.')
  await tx.partnerMedia.create({
    data: {
      partnerId,
      mediaType,
      fileId,
      fileName: change.fileName,
      altText: change.altText,
      formerFileId: former?.fileId ?? null,
    },
  })
}
