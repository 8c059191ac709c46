import X from 'lucide-react/icons/x'
import { EmptyState } from '#app/components/empty-state.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { paths } from '#app/lib/paths.ts'
import { StoreHero } from './store-hero.tsx'
import { StorePolicies, StoreWords } from './store-words.tsx'
import { useDraftNews } from './draft-news.ts'

export type StorePreviewData = RouterOutputs['storefront']['preview']

/** A preview of a partner's page in a separate window. */
export function PreviewPage({ store }: { store: StorePreviewData }) {
  const { partnerId, businessName, isUnsaved } = store
  useDraftNews(partnerId)
  /** Closes the window. Browsers only close windows that a script has opened. */
  const close = () => {
    window.close()
    if (!window.closed) window.location.assign(paths.home())
  }
  return (
    <>
      <div className="sticky top-0 z-10 border-b border-line bg-ink/95">
        <div className="page flex min-h-14 items-center justify-between gap-4">
          <p className="flex min-w-0 items-center gap-3 text-sm">
            <span
              className={`inline-flex shrink-0 items-center gap-2 rounded-full border px-3 py-1 text-xs font-semibold ${isUnsaved ? 'border-accent text-accent' : 'border-good text-good'}`}
            >
              {isUnsaved ? 'Unsaved Changes' : 'Saved'}
            </span>
            <span className="truncate text-muted max-sm:sr-only">Preview of {businessName}</span>
          </p>
          <button type="button" onClick={close} className="needs-script button button-quiet shrink-0">
            <X aria-hidden size={18} /> Close Preview
          </button>
        </div>
      </div>
      <main id="content" className="pb-24">
        <StoreFace store={store} />
      </main>
    </>
  )
}

/** A store's page without its products. */
export function StoreFace({
  store: { businessName, returnsDays, texts, heroImage, logo },
  headingLevel,
}: {
  store: Pick<StorePreviewData, 'businessName' | 'returnsDays' | 'texts' | 'heroImage' | 'logo'>
  headingLevel?: 'h1' | 'p'
}) {
  const isEmpty = !heroImage && !logo && Object.values(texts).every((text) => !text)
  if (isEmpty)
    return (
      <div className="page">
        <EmptyState
          drawing="empty-store"
          title="No content yet"
          {...(headingLevel === 'p' ? {} : { headingLevel: 'h1' })}
        >
          This partner hasn&apos;t customized their store yet
        </EmptyState>
      </div>
    )
  return (
    <>
      <StoreHero
        businessName={businessName}
        heroTitle={texts.heroTitle}
        heroSubtitle={texts.heroSubtitle}
        heroImage={heroImage}
        logo={logo}
        {...(headingLevel && { headingLevel })}
      />
      <StoreWords {...texts} />
      <StorePolicies businessName={businessName} returnsDays={returnsDays} {...texts} />
    </>
  )
}
