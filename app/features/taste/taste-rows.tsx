import { useMemo } from 'react'
import { Rail } from '#app/components/rail.tsx'
import { toast } from '#app/lib/toast.ts'
import { ProductCard } from '#app/parts/product-list/product-card.tsx'
import { changeTaste } from '#app/parts/taste/device-taste.ts'
import { believe } from '#server/taste/believe.shared.ts'
import { switchFact } from '#server/taste/note-signals.shared.ts'
import type { TastePick } from '#server/taste/rank-taste.shared.ts'
import type { PoolProduct } from '#server/taste/taste-pool.shared.ts'
import { sayFact, sayReason, tasteRows } from '#server/taste/taste-rows.shared.ts'
import type { Taste, TasteFact } from '#server/taste/taste.schema.ts'

const CARD_SIZES = '(width>=64rem) 19vw,(width>=40rem) 30vw,44vw'

/**
 * The recommendations in rows, with a reason for each row and card. Links use discover="none", because route discovery
 * would tell the server which products are recommended.
 */
export function TasteRows({
  ranked,
  taste,
  onGone,
}: {
  ranked: Array<TastePick<PoolProduct>>
  taste: Taste
  /** Called with the index of a removed row's heading. */
  onGone: (place: number) => void
}) {
  const { first, rows } = useMemo(() => tasteRows(ranked, believe(taste, Date.now())), [ranked, taste])
  return (
    <>
      <section aria-labelledby="chosen" className="page mt-10">
        <div className="home-title">
          <h2 id="chosen" tabIndex={-1} className="outline-none">
            Chosen for you
          </h2>
          <a href="#taste" className="link inline-flex min-h-11 items-center text-sm">
            How we choose
          </a>
        </div>
        <div className="product-grid 2xl:grid-cols-4">
          {first.map(({ product, reason }, index) => (
            <div key={product.id}>
              <ProductCard product={product.card} isPriority={index < 2} discover="none" />
              <p className="mt-1 text-xs text-pretty text-muted">{sayReason(reason)}</p>
            </div>
          ))}
        </div>
      </section>
      {rows.map(({ belief: { fact, act }, picks }, row) => (
        <section key={`${fact.kind} ${fact.key}`} aria-label={sayFact(fact)} className="home-section">
          <div className="page home-title">
            <h2 tabIndex={-1} className="outline-none">
              {sayFact(fact)}
            </h2>
            <p className="text-sm text-muted">{sayReason({ fact, act, also: null })}</p>
            <button
              type="button"
              onClick={() => {
                notThis(fact)
                // The section above the rows has heading 0, so a row's heading has the next index.
                onGone(row + 1)
              }}
              aria-label={`Not interested: ${fact.label}`}
              className="link min-h-11 text-sm"
            >
              Not interested
            </button>
          </div>
          <div className="home-rail">
            <Rail label={sayFact(fact)} className="card-rail">
              {picks.map(({ product, reason }) => (
                <li key={product.id}>
                  <ProductCard product={product.card} sizes={CARD_SIZES} discover="none" />
                  <p className="mt-1 text-xs text-pretty text-muted">{sayReason(reason)}</p>
                </li>
              ))}
            </Rail>
          </div>
        </section>
      ))}
    </>
  )
}

function notThis(fact: TasteFact): void {
  changeTaste((taste) => switchFact(taste, fact, false))
  toast.set({
    tone: 'plain',
    title: `Removed “${fact.label}” from your profile`,
    action: { label: 'Undo', onPress: () => changeTaste((taste) => switchFact(taste, fact, true)) },
  })
}
