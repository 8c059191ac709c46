import { Dialog } from '#app/components/dialog.tsx'

/** Asks for confirmation before unsaved changes are discarded. */
export default function LeaveDialog({ stay, leave }: { stay: () => void; leave: () => void }) {
  return (
    <Dialog title="Leave without saving?" onClose={stay} closesOnBack={false}>
      <p className="mt-3 text-muted">Your changes to this product have not been saved.</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <button type="button" onClick={stay} className="button button-accent">
          Stay here
        </button>
        <button type="button" onClick={leave} className="button button-quiet">
          Leave without saving
        </button>
      </div>
    </Dialog>
  )
}
