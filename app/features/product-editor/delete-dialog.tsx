import { useState } from 'react'
import { Dialog } from '#app/components/dialog.tsx'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { changeChosen } from '#app/parts/own-products/change-products.ts'
import { Consequences } from '#app/parts/own-products/consequences.tsx'

interface DeleteDialogProps {
  productId: string
  onClose: () => void
  leave: (path: string) => void
}

/** Explains the consequences of deleting the product, and deletes it. Undo returns to the product. */
export default function DeleteDialog({ productId, onClose, leave }: DeleteDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const chosen = { ids: [productId] }
  const remove = async () => {
    if (isBusy) return
    setBusy(true)
    await changeChosen(
      chosen,
      { kind: 'delete' },
      {
        tell: () => undefined,
        isStopped: () => false,
        reload: (cause) => {
          if (cause !== 'failed')
            leave(cause === 'undone' ? dashboardPaths.ownProduct(productId) : dashboardPaths.ownProducts())
        },
      },
    )
    onClose()
  }
  return (
    <Dialog title="Delete this product?" onClose={onClose}>
      <div className="mt-6 grid gap-5 text-sm">
        <Consequences chosen={chosen} />
        <div className="flex flex-wrap gap-3">
          <button
            type="button"
            aria-disabled={isBusy || undefined}
            onClick={() => void remove()}
            className="button button-accent"
          >
            {isBusy ? 'Deleting...' : 'Delete this product'}
          </button>
          <button type="button" onClick={onClose} className="button button-quiet">
            Cancel
          </button>
        </div>
      </div>
    </Dialog>
  )
}
