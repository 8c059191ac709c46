import { useState } from 'react'
import { Dialog } from '#app/components/dialog.tsx'
import type { Opened } from './customer-feedback-address.ts'
import { FlagForm } from './flag-form.tsx'
import { RespondForm } from './respond-form.tsx'
import { Written } from './feedback-entry.tsx'

/** The dialog over the list that answers or flags an item. Loaded on demand. */
export default function FeedbackDialog({
  opened: { item: opened, act },
  onClose,
}: {
  opened: NonNullable<Opened>
  onClose: () => void
}) {
  const [item, setItem] = useState(opened)
  return (
    <Dialog title={act === 'flag' ? 'Flag' : `Respond to ${item.author}`} onClose={onClose}>
      <div className="mt-5 max-h-[32vh] overflow-y-auto overscroll-contain border-y border-line py-3 text-sm">
        <Written item={item} />
      </div>
      {act === 'flag' ? (
        <FlagForm item={item} onDone={onClose} />
      ) : (
        <RespondForm item={item} onDone={onClose} onChanged={setItem} />
      )}
    </Dialog>
  )
}
