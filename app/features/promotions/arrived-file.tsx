import { useId, useState } from 'react'
import type { UploadItem } from '#app/parts/uploads/use-uploads.ts'
import { MAX_ALT_CHARACTERS } from '#server/storefront/promotion-values.schema.ts'
import { usePromotionAct } from './promotion-act.ts'
import { PromotionMedia } from './promotion-media.tsx'

interface ArrivedFileProps {
  item: UploadItem
  /** Additional fields to send with the file and its description. */
  fields: Record<string, string>
  onSent: () => void
}

/** An uploaded file. It needs a description before it can be sent for review. */
export function ArrivedFile({ item, fields, onSent }: ArrivedFileProps) {
  const id = useId()
  const [altText, setAltText] = useState('')
  const { act, isBusy } = usePromotionAct(onSent)
  const { name, file } = item
  if (!file) return null
  return (
    <li className="flex gap-4 border-b border-line py-4">
      <div className="aspect-[4/3] w-24 shrink-0 self-start overflow-hidden rounded-sm bg-surface">
        <PromotionMedia promotion={{ ...file, altText: '' }} sizes="6rem" />
      </div>
      <form
        className="min-w-0 flex-1"
        onSubmit={(event) => {
          event.preventDefault()
          act({ ...fields, uploadId: file.uploadId, fileName: name, altText })
        }}
      >
        {file.video && !file.video.src && (
          <p className="mb-2 text-sm text-sale">
            Browsers cannot play this video, so it cannot go live. Please upload it as MP4 (H.264) or WebM.
          </p>
        )}
        <label htmlFor={id} className="block text-sm text-muted">
          Image description (for screen readers)
        </label>
        <input
          id={id}
          value={altText}
          onChange={(event) => setAltText(event.target.value)}
          required
          maxLength={MAX_ALT_CHARACTERS}
          className="field mt-1 min-h-10 w-full"
        />
        <button type="submit" disabled={isBusy} className="button button-accent mt-3 min-h-10 text-sm">
          {isBusy ? 'One moment...' : 'Send for review'}
        </button>
      </form>
    </li>
  )
}
