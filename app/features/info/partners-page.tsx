import { Form } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import Search from 'lucide-react/icons/search'
import type { ReactNode } from 'react'
import { PartnerCard } from './partner-card.tsx'
import { AddressInput } from '#app/components/address-input.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Pagination } from '#app/components/pagination.tsx'
import { Picture } from '#app/components/picture.tsx'
import type { PictureData, RouterOutputs } from '#app/lib/api-types.ts'
import { formatCount } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'
import type { StoresQuery } from '#server/partners/stores.schema.ts'

type PartnerList = RouterOutputs['stores']['list']

const BENEFITS = [
  ['Looked at by a person', 'A store is approved before anything of it is listed.'],
  ['Its own price', 'You buy in the store itself and pay what everybody pays there.'],
  ['Its own word', "Delivery and returns are the store's, and stand on each of its products."],
  ['Stars that were earned', 'Ratings come from approved reviews. Without one it says so.'],
] as const

/** The partner stores, for signed-in users. */
export function PartnersPage({ query, list }: { query: StoresQuery; list: PartnerList }) {
  const { q, view, favourites } = query
  const mode = favourites ? 'favourites' : q || view === 'all' ? 'all' : 'featured'
  const [cover, ...others] = list.stores
  const hrefFor = (page: number) =>
    paths.stores({
      q,
      view: mode === 'all' ? 'all' : undefined,
      favourites: favourites ? 'true' : undefined,
      page: page === 1 ? undefined : page,
    })
  return (
    <main id="content" className="pb-24">
      <StoresHeading>
        Each with a store of its own, prices of its own and a voice of its own. Keep the ones you like.
      </StoresHeading>
      <div className="page">
        <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-4 border-y border-line py-3">
          <nav aria-label="Stores" className="-mx-3 flex flex-wrap">
            <Mode to={paths.stores()} isCurrent={mode === 'featured'}>
              Featured
            </Mode>
            <Mode to={paths.stores({ view: 'all' })} isCurrent={mode === 'all'}>
              All Stores
            </Mode>
            <Mode to={paths.stores({ favourites: 'true' })} isCurrent={mode === 'favourites'}>
              My favourites
            </Mode>
          </nav>
          <Form
            method="get"
            action={paths.stores()}
            role="search"
            aria-label="Stores"
            className="flex w-full gap-2 sm:w-auto"
          >
            {favourites && <input type="hidden" name="favourites" value="true" />}
            <label className="relative grow sm:w-80">
              <span className="sr-only">{favourites ? 'Search your favourite stores' : 'Search stores'}</span>
              <Search aria-hidden size={17} className="absolute top-3.5 left-4 text-muted" />
              <AddressInput
                name="q"
                defaultValue={q}
                maxLength={100}
                autoComplete="off"
                placeholder={favourites ? 'Search your favourites' : 'Search stores'}
                className="field w-full pl-11"
              />
            </label>
            <button type="submit" className="button button-quiet">
              Search
            </button>
          </Form>
        </div>
        <h2 className="sr-only">{{ featured: 'Featured', all: 'All Stores', favourites: 'My favourites' }[mode]}</h2>
        <p className="mt-5 text-sm text-muted tabular-nums" aria-live="polite">
          {mode === 'featured' && cover
            ? 'The stores that most people keep; where that is equal, the newest.'
            : mode !== 'featured' && (
                <>
                  {formatCount(list.total)} {list.total === 1 ? 'store' : 'stores'}
                </>
              )}
          {q && (
            <>
              {' '}
              with &ldquo;{q}&rdquo; in the name.{' '}
              <Link
                to={favourites ? paths.stores({ favourites: 'true' }) : paths.stores({ view: 'all' })}
                className="link text-text"
              >
                Clear
              </Link>
            </>
          )}
        </p>
        {cover === undefined ? (
          <NoStores query={query} />
        ) : mode === 'featured' ? (
          <div className="mt-7 space-y-[clamp(2.5rem,5vw,5rem)]">
            <PartnerCard key={cover.id} partner={cover} isCover />
            {others.length > 0 && <PartnerGrid partners={others} />}
          </div>
        ) : (
          <div className="mt-7">
            <PartnerGrid partners={list.stores} />
          </div>
        )}
        <Pagination page={list.page} totalPages={list.totalPages} hrefFor={hrefFor} />
      </div>
      <Benefits />
    </main>
  )
}

function PartnerGrid({ partners }: { partners: PartnerList['stores'] }) {
  return (
    <div className="grid gap-x-[clamp(1rem,2.4vw,2.5rem)] gap-y-[clamp(2.5rem,4vw,4.5rem)] md:grid-cols-2 xl:grid-cols-3">
      {partners.map((partner) => (
        <PartnerCard key={partner.id} partner={partner} />
      ))}
    </div>
  )
}

function Mode({ to, isCurrent, children }: { to: string; isCurrent: boolean; children: ReactNode }) {
  return (
    <Link
      to={to}
      preventScrollReset
      aria-current={isCurrent ? 'page' : undefined}
      className={`inline-flex min-h-11 items-center px-3 font-[560] transition-colors duration-150 ease-out ${isCurrent ? 'underline decoration-accent decoration-2 underline-offset-[0.5em]' : 'text-muted hover:text-text'}`}
    >
      {children}
    </Link>
  )
}

function NoStores({ query: { q, favourites } }: { query: StoresQuery }) {
  const all = (
    <Link to={paths.stores({ view: 'all' })} className="button button-accent">
      All Stores
    </Link>
  )
  if (q)
    return (
      <EmptyState drawing="no-results" title="No stores found" action={all}>
        We couldn&apos;t find any stores matching &quot;{q}&quot;. Try a part of the name.
      </EmptyState>
    )
  if (favourites)
    return (
      <EmptyState drawing="empty-store" title="No favourites yet" action={all}>
        The heart on a store keeps it here.
      </EmptyState>
    )
  return (
    <EmptyState
      drawing="empty-store"
      title="No stores yet"
      action={
        <Link to={paths.allProducts()} className="button button-accent">
          Browse All Products
        </Link>
      }
    >
      The first ones are on their way. Come back soon.
    </EmptyState>
  )
}

/** Shown to visitors who are not signed in. */
export function PartnersPrompt({
  pictures,
  signIn,
  signUp,
}: {
  pictures: PictureData[]
  signIn: string
  signUp: string
}) {
  return (
    <main id="content" className="pb-24">
      <StoresHeading>
        For members. Every partner store with what it has, what is new and what is reduced, and a heart to keep it.
      </StoresHeading>
      <div className="page">
        <div className="grid items-stretch gap-px border-y border-line lg:grid-cols-[5fr_7fr]">
          <div className="flex flex-col justify-center py-[clamp(2.5rem,5vw,5rem)] lg:pr-14">
            <h2 className="text-(length:--text-title) leading-[0.95] tracking-tight">Sign in to see the stores</h2>
            <p className="mt-5 max-w-[38ch] text-muted">
              It takes a moment, costs nothing, and brings you back to this page.
            </p>
            <div className="mt-8 flex flex-wrap gap-3">
              <Link to={signIn} className="button button-accent">
                Sign In
              </Link>
              <Link to={signUp} className="button button-quiet">
                Sign Up
              </Link>
            </div>
          </div>
          {pictures.length > 0 && (
            <div aria-hidden className="grid grid-cols-2 gap-px max-lg:-mx-[clamp(1rem,4vw,4rem)]">
              {pictures.map((picture, index) => (
                <div
                  key={picture.name}
                  className={`overflow-hidden ${index === 0 ? 'col-span-2 aspect-[16/8]' : 'aspect-[16/10]'}`}
                >
                  <Picture
                    picture={picture}
                    alt=""
                    isPriority={index === 0}
                    sizes={index === 0 ? '(min-width: 64rem) 58vw, 100vw' : '(min-width: 64rem) 29vw, 50vw'}
                    maxWidth={1200}
                    className="h-full w-full object-cover object-[78%_45%]"
                  />
                </div>
              ))}
            </div>
          )}
        </div>
      </div>
      <Benefits />
    </main>
  )
}

function StoresHeading({ children }: { children: ReactNode }) {
  return (
    <header className="page grid items-end gap-x-12 gap-y-6 pt-[clamp(2.5rem,6vw,5.5rem)] pb-[clamp(2.5rem,5vw,4rem)] lg:grid-cols-[8fr_4fr]">
      <h1 className="text-(length:--text-hero) leading-[0.86] tracking-[-0.035em]">
        Premium <em>partner stores</em>
      </h1>
      <p className="max-w-[40ch] text-lg text-muted lg:pb-2">{children}</p>
    </header>
  )
}

function Benefits() {
  return (
    <section className="page mt-[clamp(4.5rem,9vw,8rem)]">
      <h2 className="text-(length:--text-section) leading-none tracking-tight">What holds for every one of them</h2>
      <ul className="mt-8 grid border-t border-line sm:grid-cols-2 lg:grid-cols-4">
        {BENEFITS.map(([title, text]) => (
          <li key={title} className="border-b border-line py-7 pr-8 sm:max-lg:odd:mr-8 lg:border-b-0">
            <h3 className="text-2xl">{title}</h3>
            <p className="mt-2 max-w-[34ch] text-muted">{text}</p>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-sm text-muted">The figures on the cards are counted when you open the page.</p>
    </section>
  )
}
