import { useEffect } from 'react'
import { Dialog } from '#app/components/dialog.tsx'
import type { Joined } from '#app/parts/waitlist/use-waitlist-form.ts'
import { celebrate } from './confetti.ts'
import { JoinedText } from './joined-text.tsx'

/** The success dialog, with confetti. Load it on demand. */
export default function JoinedDialog({ joined, onClose }: { joined: Joined; onClose: () => void }) {
  useEffect(celebrate, [])
  return (
    <Dialog title="You're on the list!" onClose={onClose}>
      <JoinedText joined={joined} />
      <button type="button" onClick={onClose} className="button button-accent mt-8 min-h-12 w-full">
        Got it!
      </button>
    </Dialog>
  )
}
