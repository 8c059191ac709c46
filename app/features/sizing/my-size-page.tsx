import { useNavigate } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { BackLink } from '#app/components/back-link.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'
import { loadDeviceSizes, writeDeviceSizes } from '#app/parts/sizing/device-sizes.ts'
import { SizeForm } from '#app/parts/sizing/size-form.tsx'
import { MEASURES } from '#server/sizing/measures-values.schema.ts'
import { isEmpty, NO_SIZES, type ShopperSizesData } from '#server/sizing/person.schema.ts'

interface MySizePageProps {
  /** The sizes that this browser's lists use. */
  brought: ShopperSizesData | null
  choices: RouterOutputs['fitting']['garmentChoices']
  /** The sizes stored in the account; null if there are none or the visitor is not signed in. */
  ownSizes: ShopperSizesData | null
  isSignedIn: boolean
  /** The query string of the list that asked for the sizes. */
  list: string
}

/** The form for the measurements behind the lists of products in your size. */
export function MySizePage({ brought, choices, ownSizes, isSignedIn, list }: MySizePageProps) {
  const form = usePageForm('size')
  const navigate = useNavigate()
  const answer = useActionAnswer<{ sizes?: ShopperSizesData }>()
  const [device, setDevice] = useState<ShopperSizesData | null>(null)
  /** Whether this device can store sizes. Without JavaScript there is only the cookie. */
  const [keepsHere, setKeepsHere] = useState(false)
  useEffect(() => {
    setDevice(loadDeviceSizes())
    setKeepsHere(true)
  }, [])
  const saved = answer?.sizes
  useEffect(() => {
    if (!saved) return
    writeDeviceSizes(saved)
    setDevice(null)
    if (!isEmpty(saved)) navigate(paths.inMySize(list))
  }, [saved, list, navigate])
  // The account comes first, because this device may have someone else's sizes.
  const sizes = saved ?? ownSizes ?? device ?? brought ?? NO_SIZES
  return (
    <main id="content" className="page pb-24">
      <div className="py-1.5">
        <BackLink fallback={paths.allProducts()} />
      </div>
      <div className="mx-auto mt-4 max-w-2xl">
        <h1 className="text-(length:--text-title) leading-[0.95] tracking-tight">In your size</h1>
        <p className="mt-4 max-w-[58ch] text-muted">
          One brand&rsquo;s M is another&rsquo;s S. Enter your measurements, or something that fits you, to see what is
          in stock in your size at each brand. Products without a size chart are not included.
        </p>
        {saved && isEmpty(saved) && (
          <p role="status" className="notice mt-6">
            Your sizes have been deleted from this device{isSignedIn && ' and your account'}.
          </p>
        )}
        <div className="mt-8">
          <SizeForm
            // Recreates the fields when the known sizes change.
            key={JSON.stringify(sizes)}
            form={form}
            // The address contains the list, so that the list is still known after a refused form.
            action={list ? `${paths.mySize()}?${new URLSearchParams({ list })}` : paths.mySize()}
            sizes={sizes}
            asked={MEASURES}
            choices={choices}
            account={isSignedIn ? Boolean(ownSizes) : null}
            keepsHere={keepsHere}
            verb="Show what fits me"
            hasProduct={false}
          >
            <input type="hidden" name="list" value={list} />
            {keepsHere && <input type="hidden" name="stay" value="on" />}
          </SizeForm>
        </div>
        <p className="mt-6 max-w-[60ch] text-sm text-muted">
          Your measurements are kept on this device. A cookie sends them to us only when you open these lists, and we do
          not store them
          {isSignedIn ? ' unless you save them to your account' : ''}. They never appear in links you share.
        </p>
      </div>
    </main>
  )
}
