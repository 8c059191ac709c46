import { Dialog } from '#app/components/dialog.tsx'
import { PromotionMedia } from './promotion-media.tsx'
import type { PromotionData } from './promotion-data.ts'

/** The full view of a promotion. Loaded on demand. */
export default function PromotionPreview({ promotion, onClose }: { promotion: PromotionData; onClose: () => void }) {
  return (
    <Dialog title="Preview" onClose={onClose}>
      <div className="mt-5 h-[min(60vh,28rem)] overflow-hidden rounded-sm bg-ink">
        <PromotionMedia promotion={promotion} sizes="30rem" hasControls fit="object-contain" />
      </div>
      <p className="mt-3 text-sm text-muted">{promotion.altText}</p>
    </Dialog>
  )
}
