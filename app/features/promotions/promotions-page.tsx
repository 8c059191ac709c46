import { useState } from 'react'
import { EmptyState } from '#app/components/empty-state.tsx'
import { lazyPart } from '#app/lib/use-part.ts'
import { AddPromotions } from './add-promotions.tsx'
import { HomeMock } from './home-mock.tsx'
import type { PromotionData } from './promotion-data.ts'
import { PromotionRow } from './promotion-row.tsx'

const PromotionPreview = lazyPart(() => import('./promotion-preview.tsx'))

interface PromotionsPageProps {
  promotions: PromotionData[]
  /** False for team members with view access only. */
  mayChange: boolean
  /** True if shoppers can see the partner's store. */
  isOpen: boolean
}

/** The partner's content for the home page: the list, a preview, and the upload. */
export function PromotionsPage({ promotions, mayChange, isOpen }: PromotionsPageProps) {
  const [previewed, setPreviewed] = useState<PromotionData | null>(null)
  const live = promotions.filter(({ state }) => state === 'live')
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <h1 className="text-(length:--text-section) leading-none">WTF Promotions</h1>
        <p role="status" className="inline-flex items-center gap-2 text-sm">
          <span
            aria-hidden
            className={`size-2 rounded-full ${live.length && isOpen ? 'bg-current' : 'border border-current'}`}
          />
          {liveText(live.length, isOpen)}
        </p>
      </div>
      <p className="mt-4 max-w-[68ch] text-sm text-muted">
        Pictures and videos for the WTF home page. All content is reviewed by the WTF team before going live. We will
        email you the result. Partners take turns: the home page shows at most one promotion per partner at a time.
      </p>
      <div className="mt-8 grid gap-x-[4vw] gap-y-10 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <section aria-labelledby="yours" className="min-w-0">
          <h2 id="yours" className="mb-3 text-xl leading-tight">
            Your promotions
          </h2>
          {promotions.length ? (
            <ul className="border-t border-line">
              {promotions.map((promotion, index) => (
                <PromotionRow
                  key={promotion.id}
                  promotion={promotion}
                  place={{ isFirst: index === 0, isLast: index === promotions.length - 1 }}
                  mayChange={mayChange}
                  onPreview={() => setPreviewed(promotion)}
                />
              ))}
            </ul>
          ) : (
            <EmptyState drawing="no-results" title="No promotions yet" action={null}>
              {mayChange
                ? 'Upload a picture or a video below.'
                : 'Only the store’s owner and editors can upload promotions.'}
            </EmptyState>
          )}
          {mayChange && <AddPromotions />}
        </section>
        <section aria-labelledby="mock" className="min-w-0">
          <h2 id="mock" className="mb-3 text-xl leading-tight">
            On the home page
          </h2>
          <HomeMock promotions={promotions} />
        </section>
      </div>
      {previewed && (
        <PromotionPreview
          promotion={previewed}
          onClose={() => setPreviewed(null)}
          onMissing={() => setPreviewed(null)}
        />
      )}
    </>
  )
}

function liveText(count: number, isOpen: boolean): string {
  if (count && !isOpen) return 'Not live: your store is not approved yet'
  return count ? `Live: ${count === 1 ? '1 promotion' : `${count} promotions`}` : 'Not live'
}
