import { Link } from '#app/components/link.tsx'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Trash from 'lucide-react/icons/trash-2'
import { StateMark } from '#app/components/state-mark.tsx'
import { paths } from '#app/lib/paths.ts'
import { DropZone } from '#app/parts/uploads/drop-zone.tsx'
import { useUploads } from '#app/parts/uploads/use-uploads.ts'
import { ArrivedFile } from './arrived-file.tsx'
import { usePromotionAct } from './promotion-act.ts'
import { PromotionMedia } from './promotion-media.tsx'
import type { PromotionData } from './promotion-data.ts'

const STATES: Record<PromotionData['state'], { name: string; colour: string }> = {
  live: { name: 'Live', colour: 'text-text' },
  off: { name: 'Off', colour: 'text-muted' },
  pending: { name: 'Under review', colour: 'text-muted' },
  rejected: { name: 'Rejected', colour: 'text-sale' },
  unplayable: { name: 'Saved, but browsers cannot play it', colour: 'text-sale' },
}

interface PromotionRowProps {
  promotion: PromotionData
  place: { isFirst: boolean; isLast: boolean }
  mayChange: boolean
  onPreview: () => void
}

export function PromotionRow({ promotion, place, mayChange, onPreview }: PromotionRowProps) {
  const { id, altText, state, reason, isActive } = promotion
  const { act, isBusy, pending } = usePromotionAct()
  const isOn = pending ? pending.get('form') === 'on' || (isActive && pending.get('form') !== 'off') : isActive
  const send = (form: string) => act({ form, promotionId: id })
  return (
    <li className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-2 border-b border-line py-4 sm:grid-cols-[8rem_minmax(0,1fr)_auto]">
      <button
        type="button"
        onClick={onPreview}
        aria-label={`Preview: ${altText}`}
        className="aspect-video overflow-hidden rounded-sm bg-surface"
      >
        <PromotionMedia promotion={promotion} sizes="8rem" />
      </button>
      <div className="min-w-0 text-sm">
        <p className="wrap-anywhere">{altText}</p>
        <p className="mt-1">
          <StateMark {...STATES[state]} />
        </p>
        {reason && <p className="mt-1 text-muted wrap-anywhere">{reason}</p>}
        {state === 'rejected' && mayChange && (
          <p>
            <Link to={paths.appeal('promotion', id)} className="link inline-flex min-h-10 items-center">
              Appeal<span className="sr-only"> the rejection of {altText}</span>
            </Link>
          </p>
        )}
        {state === 'unplayable' && (
          <p className="mt-1 text-muted">To show it, replace it with an MP4 (H.264) or WebM file.</p>
        )}
        {mayChange && <Replace promotion={promotion} />}
      </div>
      {mayChange && (
        <div className="flex items-start gap-1 max-sm:col-span-2">
          <label className="mr-2 flex min-h-10 items-center gap-2 text-sm">
            <input
              type="checkbox"
              role="switch"
              checked={isOn}
              disabled={isBusy}
              onChange={(event) => send(event.target.checked ? 'on' : 'off')}
              className="size-4 accent-text"
            />
            Active
          </label>
          <button
            type="button"
            disabled={place.isFirst || isBusy}
            onClick={() => send('earlier')}
            aria-label={`Move earlier: ${altText}`}
            className="icon-button disabled:opacity-40"
          >
            <ArrowUp aria-hidden size={16} />
          </button>
          <button
            type="button"
            disabled={place.isLast || isBusy}
            onClick={() => send('later')}
            aria-label={`Move later: ${altText}`}
            className="icon-button disabled:opacity-40"
          >
            <ArrowDown aria-hidden size={16} />
          </button>
          <button
            type="button"
            disabled={isBusy}
            onClick={() => send('remove')}
            aria-label={`Delete: ${altText}`}
            className="icon-button"
          >
            <Trash aria-hidden size={16} />
          </button>
        </div>
      )}
    </li>
  )
}

function Replace({ promotion: { id, kind } }: { promotion: PromotionData }) {
  const slot = kind === 'video' ? 'promotionalVideo' : 'promotionalImage'
  const uploads = useUploads(slot)
  const { items, remove } = uploads
  // If several files were uploaded, uses the last one.
  const arrived = items.findLast(({ status }) => status === 'done')
  return (
    <details className="mt-1">
      <summary className="link inline-flex min-h-10 items-center text-sm">Replace the file</summary>
      <DropZone
        slot={slot}
        uploads={uploads}
        label="Choose a file"
        hint="We review the new file before it goes live."
        hidesDone
      />
      {arrived && (
        <ul>
          <ArrivedFile
            key={arrived.key}
            item={arrived}
            fields={{ form: 'replace', promotionId: id }}
            onSent={() => {
              for (const { key, status } of items) if (status === 'done') remove(key)
            }}
          />
        </ul>
      )}
    </details>
  )
}
