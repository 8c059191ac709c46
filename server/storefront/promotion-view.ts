import type { Prisma } from '#prisma/generated/client.ts'
import { mediaName, type Picture } from '#server/media/picture.ts'
import { videoOf, type UploadedVideo } from '#server/uploads/store-upload.service.ts'

/**
 * 'live': shown on the home page, if the partner is open. 'unplayable': a video that is never shown, because browsers
 * cannot play it.
 */
type PromotionState = 'live' | 'off' | 'pending' | 'rejected' | 'unplayable'

export interface Promotion {
  id: string
  kind: 'image' | 'video'
  /** The file's key, which changes when the file is replaced. */
  fileKey: string
  fileName: string
  picture: Picture | null
  video: UploadedVideo | null
  altText: string
  isActive: boolean
  state: PromotionState
  /** The reason for its rejection. */
  reason: string
  createdAt: Date
}

export const PROMOTION = {
  id: true,
  mediaType: true,
  fileId: true,
  videoId: true,
  fileName: true,
  altText: true,
  isActive: true,
  review: true,
  reviewReason: true,
  createdAt: true,
  file: { select: { sha256: true, width: true, height: true, colour: true } },
  video: { select: { sha256: true, mimeType: true, width: true, height: true, durationMs: true, isPlayable: true } },
} satisfies Prisma.PartnerMediaSelect

export function promotionOf(row: Prisma.PartnerMediaGetPayload<{ select: typeof PROMOTION }>): Promotion {
  const { id, mediaType, fileId, videoId, fileName, file, video, altText, isActive, reviewReason, createdAt } = row
  return {
    id,
    kind: mediaType === 'promotional_video' ? 'video' : 'image',
    fileKey: fileId ?? videoId ?? '',
    fileName,
    picture: file && {
      name: mediaName(file.sha256),
      width: file.width,
      height: file.height,
      colour: file.colour,
      alt: altText,
    },
    video: video && videoOf(video),
    altText,
    isActive,
    state: stateOf(row),
    reason: reviewReason,
    createdAt,
  }
}

function stateOf({
  review,
  isActive,
  video,
}: {
  review: string | null
  isActive: boolean
  video: { isPlayable: boolean } | null
}): PromotionState {
  if (review === 'rejected') return 'rejected'
  if (video && !video.isPlayable) return 'unplayable'
  if (review !== 'approved') return 'pending'
  return isActive ? 'live' : 'off'
}
