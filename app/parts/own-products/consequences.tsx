import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatCount } from '#app/lib/format.ts'
import { useLoaded } from '#app/lib/use-loaded.ts'
import { KEPT_DAYS } from '#server/products/own-products.schema.ts'
import type { Chosen } from './change-products.ts'

type Facts = RouterOutputs['products']['deletionFacts']

/** The consequences of deleting these products. */
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
      {facts === 'loading' && <li>Checking wishlists...</li>}
      {facts === 'failed' && <li>We could not check how many wishlists include {them}.</li>}
      {typeof facts === 'object' && (
        <>
          <li>
            {formatCount(facts.wishlists)} {facts.wishlists === 1 ? 'wishlist includes' : 'wishlists include'} {them}.
          </li>
          <li>
            {formatCount(facts.clicks)} {facts.clicks === 1 ? 'click' : 'clicks'} from {them} to your store in the last
            30 days.
          </li>
        </>
      )}
      <li>
        Links to {them} will say that {isOne ? 'it is' : 'they are'} no longer available.
      </li>
      <li>
        {they} can be restored for {KEPT_DAYS} days. After that, {isOne ? 'it is' : 'they are'} permanently deleted.
      </li>
    </ul>
  )
}
