import type { Customization } from './customization-parts.tsx'
import { StoreFace } from './preview-page.tsx'

/** The layout width of the page before it is scaled down. */
const PAGE_WIDTH = 1200
const WIDTH = 416

/** A preview of the store page beside the form that changes it. */
export function StoreMiniature({ store: { businessName, returnsDays, drafted } }: { store: Customization }) {
  return (
    <figure className="sticky top-32 max-xl:hidden">
      <div
        {...{ inert: '' }}
        className="pointer-events-none h-[min(70vh,44rem)] overflow-hidden rounded-md border border-line select-none"
      >
        <div
          className="origin-top-left"
          style={{ width: PAGE_WIDTH, transform: `scale(${WIDTH / PAGE_WIDTH})`, height: '300%' }}
        >
          <StoreFace
            headingLevel="p"
            store={{
              businessName,
              returnsDays,
              texts: drafted.texts,
              heroImage: drafted.pictures.heroImage?.picture ?? null,
              logo: drafted.pictures.logo?.picture ?? null,
            }}
          />
        </div>
      </div>
      <figcaption className="mt-3 text-sm text-muted">
        Preview of your page with your unpublished changes. On the live page, your products appear below.
      </figcaption>
    </figure>
  )
}
