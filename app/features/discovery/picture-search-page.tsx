import { BackLink } from '#app/components/back-link.tsx'
import { ColourWheel } from '#app/parts/picture-search/colour-wheel.tsx'
import { PictureExamples } from '#app/parts/picture-search/picture-examples.tsx'
import { PictureSearch } from '#app/parts/picture-search/picture-search.tsx'
import { ProductCard } from '#app/parts/product-list/product-card.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { paths } from '#app/lib/paths.ts'

interface PictureSearchPageProps {
  examples: RouterOutputs['search']['examples']
  /** The categories at the top of the menu. */
  kinds: ReadonlyArray<{ slug: string; name: string }>
}

/** Search by picture or by colours. Without JavaScript, offers the examples and a form with a colour and a category. */
export function PictureSearchPage({ examples, kinds }: PictureSearchPageProps) {
  return (
    <main id="content" className="page pb-24">
      <div className="py-1.5">
        <BackLink fallback={paths.discover()} />
      </div>
      <h1 className="mt-4 text-(length:--text-title) leading-[0.95] tracking-tight">Search by picture or colour</h1>
      <p className="mt-4 mb-10 max-w-[58ch] text-muted">
        Upload a picture of an item you like, or choose a colour. We list the closest matches first and say how each one
        is similar.
      </p>
      <PictureSearch card={(product) => <ProductCard product={product} headingLevel="h4" />} />
      <noscript>
        <p className="notice">
          Picture search runs on your device and needs JavaScript. Without it, choose the{' '}
          <a href="#colour" className="link">
            colour and category of the product
          </a>
          , or start with one of our pictures.
        </p>
      </noscript>
      <div className="mt-12">
        <PictureExamples examples={examples} headingLevel="h2" />
      </div>
      <section
        id="colour"
        aria-labelledby="colour-heading"
        className="mt-16 scroll-mt-(--header) border-t border-line pt-10"
      >
        <h2 id="colour-heading" className="mb-8 text-(length:--text-section) leading-none tracking-tight">
          By colour
        </h2>
        <ColourWheel />
        <noscript>
          <form action={paths.discover()} className="flex flex-wrap items-center gap-4">
            <label className="flex items-center gap-3">
              Colour <input type="color" name="looksLike" defaultValue="#386a8c" className="size-12" />
            </label>
            <label className="flex items-center gap-3">
              Category
              <select name="category" defaultValue="" className="field min-h-12 px-3">
                <option value="">Any category</option>
                {kinds.map(({ slug, name }) => (
                  <option key={slug} value={slug}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            <button type="submit" className="button button-accent min-h-12 px-6">
              Find products like this
            </button>
          </form>
        </noscript>
      </section>
      <section aria-labelledby="how-heading" className="mt-16 border-t border-line pt-10">
        <h2 id="how-heading" className="text-(length:--text-section) leading-none tracking-tight">
          How it works
        </h2>
        <dl className="mt-6 grid gap-x-12 gap-y-6 sm:grid-cols-2 [&_dd]:mt-1 [&_dd]:max-w-[46ch] [&_dd]:text-muted [&_dt]:font-display [&_dt]:text-xl">
          <div>
            <dt>Item</dt>
            <dd>
              An area is background if it touches the edge of the picture and has the same colour as the edge. The rest
              is the item. In a busy photo, you draw a frame around the item. A colour is background if it is more
              common outside the frame.
            </dd>
          </div>
          <div>
            <dt>Colours</dt>
            <dd>
              We find up to five colours and how much of the item each one covers. We compare colours the way the eye
              does (CIELAB).
            </dd>
          </div>
          <div>
            <dt>Pattern</dt>
            <dd>
              Parallel lines count as striped, crossing lines as checked, and similar round marks as dotted. Any other
              print counts as floral. Without a print, the item counts as plain.
            </dd>
          </div>
          <div>
            <dt>Outline</dt>
            <dd>
              Numbers that describe the item&apos;s shape, whatever its size or rotation. We use no trained model and do
              not look for faces or names.
            </dd>
          </div>
        </dl>
      </section>
    </main>
  )
}
