import { Form } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import Search from 'lucide-react/icons/search'
import type { ReactNode } from 'react'
import { PartnerCard } from './partner-card.tsx'
import { AddressInput } from '#app/components/address-input.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Pagination } from '#app/components/pagination.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatCount } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'
import { useSession } from '#app/parts/session/use-session.ts'
import type { StoresQuery } from '#server/partners/stores.schema.ts'

type PartnerList = RouterOutputs['stores']['list']

const BENEFITS = [
  ['Checked by our team', 'We approve a store before we list its products.'],
  ["The store's own price", 'You buy from the store and pay the same price as everyone else.'],
  ["The store's own terms", "Each product page shows the store's delivery and returns terms."],
  ['Real ratings', 'Ratings come from approved reviews. If there are none, we say so.'],
] as const

/** The page of partner stores: featured ones, all, or the viewer's favourites. */
export function PartnersPage({ query, list }: { query: StoresQuery; list: PartnerList }) {
  const { q, view, favourites } = query
  const isSignedIn = useSession() !== null
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
        Independent stores that set their own prices. Tap the heart to save your favourites.
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
            ? 'Stores with the most favourites come first, then the newest.'
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
          favourites && !isSignedIn ? (
            <SignInForFavourites />
          ) : (
            <NoStores query={query} />
          )
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

/** Asks visitors to sign in, in place of their favourite stores. */
function SignInForFavourites() {
  const then = { redirectTo: paths.stores({ favourites: 'true' }) }
  return (
    <EmptyState
      drawing="empty-store"
      title="Sign in to see your favourites"
      action={
        <span className="flex flex-wrap justify-center gap-3">
          <Link to={paths.login(then)} className="button button-accent">
            Sign In
          </Link>
          <Link to={paths.signUp(then)} className="button button-quiet">
            Sign Up
          </Link>
        </span>
      }
    >
      Tap the heart on a store to keep it here.
    </EmptyState>
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
        We couldn&apos;t find any stores matching &quot;{q}&quot;. Try part of the name.
      </EmptyState>
    )
  if (favourites)
    return (
      <EmptyState drawing="empty-store" title="No favourites yet" action={all}>
        Tap the heart on a store to keep it here.
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
      The first stores will join soon. Please come back later.
    </EmptyState>
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
      <h2 className="text-(length:--text-section) leading-none tracking-tight">What every store offers</h2>
      <ul className="mt-8 grid border-t border-line sm:grid-cols-2 lg:grid-cols-4">
        {BENEFITS.map(([title, text]) => (
          <li key={title} className="border-b border-line py-7 pr-8 sm:max-lg:odd:mr-8 lg:border-b-0">
            <h3 className="text-2xl">{title}</h3>
            <p className="mt-2 max-w-[34ch] text-muted">{text}</p>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-sm text-muted">Store figures are updated every minute.</p>
    </section>
  )
}
