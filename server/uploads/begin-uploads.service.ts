import type { z } from 'zod'
import type { Ask } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import type { announcedFiles } from './uploads.schema.ts'
import { UPLOAD_QUOTA, UPLOAD_SLOTS, type UploadSlot } from './uploads.values.ts'

interface BegunUpload {
  id: string
  fileName: string
  byteSize: number
}

/**
 * Allows somebody to send these files for their partner. What was begun and never came counts against the partner's
 * quota for a day.
 * @throws AppError unauthorized, forbidden: who it is may not; bad_input: a file is empty or too large; too_many: quota.
 */
export async function beginUploads(
  { db, viewer }: Pick<Ask, 'db' | 'viewer'>,
  slot: UploadSlot,
  files: z.output<typeof announcedFiles>,
): Promise<BegunUpload[]> {
  const partnerId = editorsPartner(viewer)
  const rules = UPLOAD_SLOTS[slot]
  if (files.length > rules.maxFiles)
    throw new AppError('bad_input', `Please send ${rules.maxFiles} files at a time at most.`)
  if (files.some(({ size }) => size > rules.maxBytes)) throw new AppError('bad_input', rules.tooLarge)
  if (files.some(({ size }) => size === 0)) throw new AppError('bad_input', 'The file is empty.')
  return db.$transaction(async (tx) => {
    // One at a time for a partner, so that two requests cannot both take what is left of the quota.
    await tx.$queryRaw`SELECT 1 FROM partners WHERE id = ${partnerId}::uuid FOR UPDATE`
    const kept = await tx.upload.aggregate({
      where: { partnerId, status: { not: 'refused' } },
      _sum: { byteSize: true },
      _count: true,
    })
    const bytes = files.reduce((sum, { size }) => sum + size, kept._sum.byteSize ?? 0)
    if (bytes > UPLOAD_QUOTA.bytes || kept._count + files.length > UPLOAD_QUOTA.files)
      throw new AppError(
        'too_many',
        `Your store has no room for more files: it may keep ${UPLOAD_QUOTA.bytes / 2 ** 30} GB and ${UPLOAD_QUOTA.files.toLocaleString('en')} files. Delete pictures that you no longer show; their room is free a day later.`,
      )
    return tx.upload.createManyAndReturn({
      data: files.map(({ name, size }) => ({
        partnerId,
        userId: viewer?.userId ?? null,
        slot,
        fileName: name,
        byteSize: size,
      })),
      select: { id: true, fileName: true, byteSize: true },
    })
  })
}

/** The partner whose pages the viewer may change. The rules are those of partnerEditorProcedure. */
function editorsPartner(viewer: Ask['viewer']): string {
  if (!viewer) throw new AppError('unauthorized', 'Please sign in again.')
  const { partner } = viewer
  if (viewer.role !== 'partner' || !partner) throw new AppError('forbidden', 'Only partners can send files.')
  if (partner.status === 'suspended' || partner.status === 'rejected' || partner.role === 'viewer')
    throw new AppError('forbidden', 'Access denied. Please check your permissions.')
  return partner.id
}
