import type { Prisma } from '#prisma/generated/client.ts'
import { AppError } from '#server/platform/errors.ts'
import type { UploadSlot } from './uploads.values.ts'

/**
 * Marks uploads as used. Call it in the transaction that refers to their files. An upload that was used before may be
 * taken again, so that a form can be saved twice.
 * @returns for each id the file or the video
 * @throws AppError bad_input if one is unknown, another partner's, for another slot, or not complete
 */
export async function takeUploads(
  tx: Prisma.TransactionClient,
  { partnerId, slot }: { partnerId: string; slot: UploadSlot },
  uploadIds: readonly string[],
): Promise<Map<string, { fileId: string } | { videoId: string }>> {
  const ids = [...new Set(uploadIds)]
  if (!ids.length) return new Map()
  const uploads = await tx.upload.updateManyAndReturn({
    where: { id: { in: ids }, partnerId, slot, status: { in: ['stored', 'used'] } },
    data: { status: 'used' },
    select: { id: true, fileId: true, videoId: true },
  })
  const taken = new Map<string, { fileId: string } | { videoId: string }>()
  for (const { id, fileId, videoId } of uploads) {
    if (fileId) taken.set(id, { fileId })
    else if (videoId) taken.set(id, { videoId })
  }
  if (taken.size < ids.length) throw new AppError('bad_input', 'A file is missing. Please upload it again.')
  return taken
}
