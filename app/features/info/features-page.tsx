import { Link } from '#app/components/link.tsx'
import type { ReactNode } from 'react'
import { Film } from './picture-film.tsx'
import { SearchDemo, type SearchDemoProps } from './search-demo.tsx'
import type { PictureData, RouterOutputs } from '#app/lib/api-types.ts'
import { PictureExamples } from '#app/parts/picture-search/picture-examples.tsx'
import { PictureSearch } from '#app/parts/picture-search/picture-search.tsx'
import { ProductCard } from '#app/parts/product-list/product-card.tsx'
import { paths } from '#app/lib/paths.ts'
import { markRoot } from '#app/lib/root-mark.ts'

const EXPLORE_ID = 'features'

/** Shows what the shop can do. The film and the search use the real catalogue. */
export function FeaturesPage({
  film,
  examples,
  ...demo
}: { film: PictureData[]; examples: RouterOutputs['search']['examples'] } & SearchDemoProps) {
  return (
    <main id="content" className="pb-24">
      <Film pictures={film}>
        <p className="eyebrow">Features</p>
        <h1 className="mt-5 text-[clamp(3rem,7.4vw,7.25rem)] leading-[0.98] tracking-[-0.035em]">
          Say it.
          <br />
          See it.
          <br />
          <em>Wear it.</em>
        </h1>
        <p className="mt-7 max-w-[40ch] text-lg leading-relaxed text-text/90">
          Search in whole sentences, see why each product is listed, and buy it from the people who made it.
        </p>
        <div className="mt-9 flex flex-wrap gap-3">
          <Link to={paths.allProducts()} className="button button-accent min-h-12 px-7">
            Try Features Now
          </Link>
          <a
            href={`#${EXPLORE_ID}`}
            onFocus={() => markRoot('smooth', true)}
            onBlur={() => markRoot('smooth', false)}
            className="button button-quiet min-h-12 px-7"
          >
            Explore Features
          </a>
        </div>
      </Film>

      <SearchDemo {...demo} />

      <section aria-labelledby="picture-demo-heading" className="page mt-[clamp(4rem,8vw,7rem)]">
        <div className="grid gap-x-[clamp(2rem,5vw,6rem)] gap-y-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
          <h2 id="picture-demo-heading" className="text-(length:--text-title) leading-[0.95] tracking-tight">
            Search by picture
          </h2>
          <p className="max-w-[52ch] self-end text-muted">
            We compare your picture with every picture in our catalogue by colour, pattern and outline.{' '}
            <Link to={paths.pictureSearch()} className="link text-text">
              See how it works or search by colour
            </Link>
          </p>
        </div>
        <div className="mt-10">
          <PictureSearch card={(product) => <ProductCard product={product} headingLevel="h4" />} />
        </div>
        <div className="mt-10">
          <PictureExamples examples={examples} headingLevel="h3" />
        </div>
      </section>

      <div id={EXPLORE_ID} className="page mt-[clamp(5rem,10vw,9rem)]">
        <Feature title="Personalisation" note="Just for you">
          <Point title="Save what you like">
            Tap a heart to save an item to your wishlist or a store to your favourites.
          </Point>
          <Point title="Recently viewed">
            Discover shows the items you viewed in this browser until you clear them.
          </Point>
          <Point title="Your search mode">Your account remembers whether you prefer keywords or sentences.</Point>
          <Point title="You control your data">Download all your data or delete it in your settings.</Point>
        </Feature>
        <Feature title="Shopping" note="All the way to the store">
          <Point title="Sizes in stock">
            Size filters show only items in stock in that size. Sold-out sizes are marked.
          </Point>
          <Point title="Current and previous price">In the store&apos;s currency, with the amount you save.</Point>
          <Point title="Straight to the brand">
            One button opens the product in the brand&apos;s own store. You pay the same price as everyone else.
          </Point>
          <Point title="Delivery and returns">
            Each product page shows the store&apos;s shipping and returns information.
          </Point>
        </Feature>
        <Feature title="Technology" note="Nothing up our sleeves">
          <Point title="Sentences become filters">
            We turn colours, materials, sizes, prices, occasions and things you don&apos;t want into filters that you
            can remove.
          </Point>
          <Point title="Typo-tolerant search">
            &lsquo;leathr jackt&rsquo; finds leather jackets. We never change a word that is spelt correctly.
          </Point>
          <Point title="Lists that explain their order">
            &lsquo;Why these?&rsquo; above a list explains what its products have in common and how they are ordered.
            Commission plays no part.{' '}
            <Link to={paths.ranking()} className="link text-text">
              How we rank
            </Link>
          </Point>
          <Point title="Works everywhere">
            You can browse, search and filter without JavaScript, by keyboard and on a small phone.
          </Point>
        </Feature>
      </div>

      <section className="page mt-[clamp(5rem,10vw,9rem)]">
        <div className="rise grid items-end gap-x-12 gap-y-8 border-t border-line pt-[clamp(3rem,6vw,5rem)] lg:grid-cols-[1fr_auto]">
          <h2 className="max-w-[12ch] text-(length:--text-hero) leading-[0.88] tracking-[-0.035em]">Your turn.</h2>
          <div className="flex flex-wrap gap-3 lg:pb-4">
            <Link to={paths.allProducts()} className="button button-accent min-h-12 px-7">
              Start Exploring
            </Link>
            <Link to={paths.signUp()} className="button button-quiet min-h-12 px-7">
              Join Community
            </Link>
          </div>
        </div>
      </section>
    </main>
  )
}

function Feature({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <section className="rise grid gap-x-[clamp(2rem,5vw,6rem)] gap-y-8 border-t border-line py-[clamp(2.5rem,5vw,4.5rem)] lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <div>
        <h2 className="text-(length:--text-title) leading-[0.95] tracking-tight">{title}</h2>
        <p className="mt-3 font-display text-xl text-muted italic">{note}</p>
      </div>
      <ul className="grid gap-x-12 gap-y-9 sm:grid-cols-2">{children}</ul>
    </section>
  )
}

function Point({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="border-l border-line pl-6">
      <h3 className="text-2xl leading-tight">{title}</h3>
      <p className="mt-2 max-w-[42ch] text-muted">{children}</p>
    </li>
  )
}
