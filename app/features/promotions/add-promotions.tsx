import { useId, useState } from 'react'
import { DropZone } from '#app/parts/uploads/drop-zone.tsx'
import { useUploads, type UploadItem } from '#app/parts/uploads/use-uploads.ts'
import { MOST_ALT_CHARACTERS } from '#server/storefront/promotion-values.schema.ts'
import { usePromotionAct } from './promotion-act.ts'
import { PromotionMedia } from './promotion-media.tsx'

/** Uploads, and what has arrived: each needs a word on what it shows before it is sent to be reviewed. */
export function AddPromotions() {
  const images = useUploads('promotionalImage')
  const videos = useUploads('promotionalVideo')
  return (
    <div className="mt-6 grid gap-4 lg:grid-cols-2">
      <Adding kind="image" uploads={images} label="Upload images" hint="JPEG, PNG or WebP, up to 10 MB each." />
      <Adding
        kind="video"
        uploads={videos}
        label="Upload videos"
        hint="MP4, WebM, MOV or AVI, up to 50 MB each. Browsers play MP4 and WebM."
      />
    </div>
  )
}

interface AddingProps {
  kind: 'image' | 'video'
  uploads: ReturnType<typeof useUploads>
  label: string
  hint: string
}

function Adding({ kind, uploads, label, hint }: AddingProps) {
  const slot = kind === 'video' ? 'promotionalVideo' : 'promotionalImage'
  const arrived = uploads.items.filter(({ status }) => status === 'done')
  return (
    <div className="min-w-0">
      <DropZone slot={slot} uploads={uploads} label={label} hint={hint} hidesDone />
      <ul>
        {arrived.map((item) => (
          <Arrived key={item.key} kind={kind} item={item} onAdded={() => uploads.remove(item.key)} />
        ))}
      </ul>
    </div>
  )
}

function Arrived({ kind, item, onAdded }: { kind: 'image' | 'video'; item: UploadItem; onAdded: () => void }) {
  const id = useId()
  const [altText, setAltText] = useState('')
  const { act, isBusy } = usePromotionAct(onAdded)
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
          act({ form: 'add', kind, uploadId: file.uploadId, fileName: name, altText })
        }}
      >
        {file.video && !file.video.src && (
          <p className="mb-2 text-sm text-sale">
            Browsers cannot play this video: it is kept, but it cannot go live. MP4 (H.264) and WebM can.
          </p>
        )}
        <label htmlFor={id} className="block text-sm text-muted">
          What it shows, for people who cannot see it
        </label>
        <input
          id={id}
          value={altText}
          onChange={(event) => setAltText(event.target.value)}
          required
          maxLength={MOST_ALT_CHARACTERS}
          className="field mt-1 min-h-10 w-full"
        />
        <button type="submit" disabled={isBusy} className="button button-accent mt-3 min-h-10 text-sm">
          {isBusy ? 'One moment...' : 'Send for review'}
        </button>
      </form>
    </li>
  )
}
