import { Dialog } from '#app/components/dialog.tsx'

/** Asks for confirmation before the site closes. */
export default function CloseShop({ onClose, onConfirm }: { onClose: () => void; onConfirm: () => void }) {
  return (
    <Dialog title="Close the shop?" onClose={onClose}>
      <p className="mt-4 text-muted">
        Shoppers and partners see the maintenance page until you switch it off. Administrators can still use the site.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <button type="button" onClick={onConfirm} className="button button-accent">
          Close the shop
        </button>
        <button type="button" onClick={onClose} className="button button-quiet">
          Keep it open
        </button>
      </div>
    </Dialog>
  )
}
