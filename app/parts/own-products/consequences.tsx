import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatCount } from '#app/lib/format.ts'
import { useLoaded } from '#app/lib/use-loaded.ts'
import { KEPT_DAYS } from '#server/products/own-products.schema.ts'
import type { Chosen } from './change-products.ts'

type Facts = RouterOutputs['products']['deletionFacts']

/** What follows if these products are deleted. */
export function Consequences({ chosen }: { chosen: Chosen }) {
  const facts = useLoaded(async (): Promise<Facts> =>
    (await import('#app/lib/trpc-client.ts')).client.products.deletionFacts.query(
      'ids' in chosen ? { ids: [...chosen.ids] } : { filter: chosen.filter },
    ),
  )
  const isOne = 'ids' in chosen && chosen.ids.length === 1
  const [them, they] = isOne ? ['it', 'It'] : ['them', 'They']
  return (
    <ul className="grid list-disc gap-1.5 pl-5 marker:text-muted" aria-live="polite">
      {facts === 'loading' && <li>Looking who keeps {them}...</li>}
      {facts === 'failed' && <li>We could not look who keeps {them} on a wishlist.</li>}
      {typeof facts === 'object' && (
        <>
          <li>
            {formatCount(facts.wishlists)} {facts.wishlists === 1 ? 'wishlist holds' : 'wishlists hold'} {them}.
          </li>
          <li>
            {formatCount(facts.clicks)} {facts.clicks === 1 ? 'click' : 'clicks'} led to your store from {them} in 30
            days.
          </li>
        </>
      )}
      <li>
        Links to {them} answer that {isOne ? 'it is' : 'they are'} no longer available.
      </li>
      <li>
        {they} can be restored for {KEPT_DAYS} days, then {isOne ? 'it is' : 'they are'} gone for good.
      </li>
    </ul>
  )
}
