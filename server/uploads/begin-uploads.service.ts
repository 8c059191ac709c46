import type { z } from 'zod'
import type { Ask } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockFiles, requireFileRoom } from '#server/quotas/file-room.ts'
import type { announcedFiles } from './uploads.schema.ts'
import { UPLOAD_SLOTS, type UploadSlot } from './uploads.values.ts'

interface BegunUpload {
  id: string
  fileName: string
  byteSize: number
}

/**
 * Allows a person to upload these files for their partner. Uploads that never arrive count against the partner's quotas
 * for a day.
 * @throws AppError unauthorized or forbidden without the permission; bad_input if a file is empty or too large;
 * too_many if a quota is reached
 */
export async function beginUploads(
  { db, viewer }: Pick<Ask, 'db' | 'viewer'>,
  slot: UploadSlot,
  files: z.output<typeof announcedFiles>,
): Promise<BegunUpload[]> {
  const partnerId = editorsPartner(viewer)
  const rules = UPLOAD_SLOTS[slot]
  if (files.length > rules.maxFiles)
    throw new AppError('bad_input', `Please upload up to ${rules.maxFiles} files at a time.`)
  if (files.some(({ size }) => size > rules.maxBytes)) throw new AppError('bad_input', rules.tooLarge)
  if (files.some(({ size }) => size === 0)) throw new AppError('bad_input', 'The file is empty.')
  return db.$transaction(async (tx) => {
    await lockFiles(tx, partnerId)
    await requireFileRoom(tx, partnerId, {
      files: files.length,
      bytes: files.reduce((sum, { size }) => sum + size, 0),
    })
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

/** Returns the partner with pages that the viewer may change. The rules are those of partnerEditorProcedure. */
function editorsPartner(viewer: Ask['viewer']): string {
  if (!viewer) throw new AppError('unauthorized', 'Please sign in again.')
  const { partner } = viewer
  if (viewer.role !== 'partner' || !partner) throw new AppError('forbidden', 'Only partners can upload files.')
  if (partner.status === 'suspended' || partner.status === 'rejected' || partner.role === 'viewer')
    throw new AppError('forbidden', 'Access denied. Please check your permissions.')
  return partner.id
}
