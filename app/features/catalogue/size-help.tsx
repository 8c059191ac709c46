import { useEffect, useState, type MouseEvent } from 'react'
import { Link } from '#app/components/link.tsx'
import { importExtra } from '#app/lib/stale-build.ts'
import { paths } from '#app/lib/paths.ts'
import { lazyPart } from '#app/lib/use-part.ts'
import { DEVICE_SIZES } from '#app/parts/sizing/device-sizes-key.ts'

const SizeDialog = lazyPart(() => import('./size-dialog.tsx'))

/**
 * Opens the size advice, which is a page without JavaScript. If this device stores measurements, `onSizes` gets the
 * sizes of the product that fit.
 */
export function SizeHelp({ productId, onSizes }: { productId: string; onSizes: (sizes: readonly string[]) => void }) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (isOpen || !hasSizes()) return
    let isGone = false
    importExtra(() => import('#app/parts/sizing/your-sizes.ts'))
      .then((part) => part?.yourSizes(productId))
      .then(
        (sizes) => !isGone && onSizes(sizes ?? []),
        () => undefined,
      )
    return () => {
      isGone = true
    }
  }, [productId, isOpen, onSizes])
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <>
      <Link
        to={paths.sizeOf(productId)}
        rel="nofollow"
        onClick={open}
        className="link inline-flex min-h-11 items-center text-sm"
      >
        Find my size
      </Link>
      {isOpen && <SizeDialog productId={productId} onClose={() => setOpen(false)} onMissing={() => setOpen(false)} />}
    </>
  )
}

function hasSizes(): boolean {
  try {
    return localStorage.getItem(DEVICE_SIZES) !== null
  } catch {
    return false
  }
}
