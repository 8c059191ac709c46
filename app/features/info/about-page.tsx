import { Link } from '#app/components/link.tsx'
import ArrowRight from 'lucide-react/icons/arrow-right'
import type { ReactNode } from 'react'
import { LargeFigures, type SiteFigures } from './site-figures.tsx'
import { Picture } from '#app/components/picture.tsx'
import type { ProductCardData } from '#app/lib/api-types.ts'
import { EXAMPLE_SENTENCES } from '#app/parts/search-box/example-sentences.ts'
import { paths } from '#app/lib/paths.ts'

type Piece = Pick<ProductCardData, 'id' | 'name' | 'brand' | 'pictures'>

interface AboutPageProps {
  /** Null if they could not be loaded; then none are shown. */
  figures: SiteFigures | null
  /** Products with a picture. */
  pieces: Piece[]
}

/** The story of WTF. The About card on the home page leads here. */
export function AboutPage({ figures, pieces: [cover, first, second, third] }: AboutPageProps) {
  return (
    <main id="content" className="pb-24">
      <section className="page grid items-end gap-x-[clamp(2rem,5vw,6rem)] gap-y-10 pt-[clamp(2.5rem,6vw,5rem)] lg:grid-cols-[7fr_4fr]">
        <div>
          <p className="eyebrow">Where&apos;s that from?</p>
          <h1 className="mt-6 text-(length:--text-hero) leading-[1.01] tracking-[-0.035em]">
            From the people who <em>made it.</em>
          </h1>
          <p className="mt-[clamp(2rem,4vw,3.5rem)] max-w-[44ch] text-xl leading-relaxed text-text/90">
            WTF lists products from independent brands, helps you find the right one, and sends you to the brand&apos;s
            own store to buy it.
          </p>
        </div>
        {cover && <PieceFigure piece={cover} sizes="(min-width: 64rem) 34vw, 92vw" isPriority />}
      </section>

      <section className="page mt-[clamp(5rem,11vw,10rem)]">
        <h2 className="sr-only">What WTF is</h2>
        <p className="rise max-w-[26ch] font-display text-[clamp(2rem,4.6vw,4.5rem)] leading-[1.04] tracking-[-0.02em]">
          We have no basket, no checkout and no warehouse.{' '}
          <em className="text-muted">Just products, and where to buy them.</em>
        </p>
      </section>

      {figures && (
        <section className="page mt-[clamp(4rem,8vw,7rem)]">
          <h2 className="sr-only">WTF in numbers</h2>
          <LargeFigures figures={figures} />
        </section>
      )}

      <ol className="mt-[clamp(5rem,11vw,10rem)] space-y-[clamp(4.5rem,9vw,9rem)]">
        <Chapter title="You say what you mean." piece={first}>
          <p>
            A word, a brand, or a whole sentence:{' '}
            <q className="font-display text-[1.15em] text-text italic">{EXAMPLE_SENTENCES[1][1]}</q>. We turn the
            sentence into filters that you can see and remove one by one.
          </p>
          <p>
            <Link to={`${paths.features()}#demo`} className="link text-text">
              Try it on our catalogue
            </Link>
          </p>
        </Chapter>
        <Chapter title="You see what is in stock." piece={second}>
          <p>
            We mark sold-out sizes. Star ratings come from reviews that a person has approved, and we say so if there
            are none. Trending products have the most views and store visits.
          </p>
        </Chapter>
        <Chapter title="You buy it from them." piece={third}>
          <p>
            The button on a product page opens the brand&apos;s own store. The brand sets the price, holds the stock,
            ships the order and is responsible for it. You can read its delivery and returns terms here before you go.
          </p>
        </Chapter>
      </ol>

      <Money />
      <Doors />
    </main>
  )
}

function PieceFigure({ piece, sizes, isPriority = false }: { piece: Piece; sizes: string; isPriority?: boolean }) {
  const [picture] = piece.pictures
  if (!picture) return null
  return (
    <figure className="group relative">
      <div className="aspect-[4/5] overflow-hidden rounded-sm bg-surface">
        <Picture
          picture={picture}
          sizes={sizes}
          isPriority={isPriority}
          maxWidth={1200}
          className="h-full w-full object-cover"
        />
      </div>
      <figcaption className="mt-3 text-sm text-muted">
        <Link
          to={paths.product(piece.id)}
          className="after:absolute after:inset-0 group-hover:underline group-hover:decoration-accent group-hover:underline-offset-4"
        >
          {piece.name}
        </Link>
        <span className="block text-xs">{piece.brand}</span>
      </figcaption>
    </figure>
  )
}

function Chapter({ title, piece, children }: { title: string; piece: Piece | undefined; children: ReactNode }) {
  return (
    <li className="group/chapter page grid items-center gap-x-[clamp(2rem,7vw,8rem)] gap-y-8 lg:grid-cols-[5fr_7fr] lg:even:grid-cols-[7fr_5fr]">
      {piece && (
        <div className="chapter-picture rise lg:group-even/chapter:order-2">
          <PieceFigure piece={piece} sizes="(min-width: 64rem) 40vw, 92vw" />
        </div>
      )}
      <div className="rise lg:group-even/chapter:justify-self-end">
        <h2 className="text-[clamp(2.5rem,6vw,6rem)] leading-[0.92] tracking-[-0.03em]">{title}</h2>
        <div className="mt-7 max-w-[46ch] space-y-4 text-lg leading-relaxed text-muted">{children}</div>
      </div>
    </li>
  )
}

function Money() {
  return (
    <section className="money mt-[clamp(5rem,11vw,10rem)] bg-text py-[clamp(4rem,8vw,7.5rem)] text-ink">
      <div className="page grid gap-x-[clamp(2rem,6vw,7rem)] gap-y-10 lg:grid-cols-[5fr_6fr]">
        <h2 className="text-(length:--text-hero) leading-[0.86] tracking-[-0.035em]">
          Who pays for <em>this?</em>
        </h2>
        <div className="max-w-[50ch] self-end text-lg leading-relaxed">
          <p>
            <strong className="font-semibold">The brands do, when you buy.</strong> If you reach a store through us and
            buy something, the brand may owe us a commission on that sale. You pay the same price as everyone else.
          </p>
          <p className="mt-5">
            <strong className="font-semibold">Commission cannot move a product up.</strong> The software that ranks our
            lists has no access to what a sale would earn us, and an automatic check keeps it that way. The factors it
            does use are public.
          </p>
          <p className="mt-7">
            <Link
              to={paths.ranking()}
              className="inline-flex min-h-11 items-center gap-2 font-semibold underline decoration-1 underline-offset-6 hover:decoration-2"
            >
              How we rank <ArrowRight aria-hidden size={18} />
            </Link>
          </p>
        </div>
      </div>
    </section>
  )
}

function Doors() {
  return (
    <section className="page mt-[clamp(5rem,10vw,9rem)]">
      <h2 className="sr-only">Where to go from here</h2>
      <div className="grid divide-y divide-line border-y border-line md:grid-cols-2 md:divide-x md:divide-y-0">
        <div className="py-10 md:py-14 md:pr-14">
          <p className="eyebrow">You wear clothes</p>
          <p className="mt-4 max-w-[18ch] font-display text-[clamp(2rem,3.6vw,3.25rem)] leading-none">
            Find what you have in mind.
          </p>
          <div className="mt-8">
            <Link to={paths.allProducts()} className="button button-accent">
              Discover
            </Link>
          </div>
        </div>
        <div className="py-10 md:py-14 md:pl-14">
          <p className="eyebrow">You make them</p>
          <p className="mt-4 max-w-[20ch] font-display text-[clamp(2rem,3.6vw,3.25rem)] leading-none">
            Show your products to people looking for them.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <Link to={paths.partnerSignUp()} className="button button-quiet">
              Become a partner
            </Link>
            <Link to={paths.company()} className="link inline-flex min-h-11 items-center px-2">
              About the company
            </Link>
          </div>
        </div>
      </div>
    </section>
  )
}
