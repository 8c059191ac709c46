import { useEffect, useState } from 'react'
import { onceReachable, useOnline } from './offline-app.ts'
import { formatAge } from '#app/lib/format-age.ts'
import { paths } from '#app/lib/paths.ts'
import { loadViewed, type RecentlyViewed } from '#app/parts/recently-viewed/recently-viewed.ts'

/** A page that the service worker has cached (server/http/service-worker/worker.js). */
interface KeptPage {
  /** Path and query. */
  page: string
  title: string
  /** Milliseconds since 1970. */
  keptAt: number
}

const CACHE = /^wtf-pages-/
const NOT_LISTED = '/offline'
const OUR_NAME = / \| WTF$/
const TRIED_AT = 'offline-page-tried-at'
const TRY_EVERY_MS = 60_000

interface Seen {
  pages: KeptPage[]
  products: RecentlyViewed[]
  /** The page that could not be loaded. */
  from: string | null
  now: number
}

/**
 * Returns whether this tab may go back to the failed page: at most once a minute, because the page itself may be
 * broken.
 */
function isFirstTry(): boolean {
  const lastAt = Number(sessionStorage.getItem(TRIED_AT) ?? 0)
  if (Date.now() - lastAt < TRY_EVERY_MS) return false
  sessionStorage.setItem(TRIED_AT, String(Date.now()))
  return true
}

/** Shown by the service worker instead of a page that it cannot load: lists the pages that this browser has cached. */
export function OfflinePage() {
  const isOnline = useOnline()
  const [seen, setSeen] = useState<Seen | null>(null)
  const wanted = seen?.from ?? paths.home()
  useEffect(() => {
    const products = loadViewed()
    void loadKeptPages().then((pages) => setSeen({ pages, products, from: wantedPage(), now: Date.now() }))
    return onceReachable(() => window.location.replace(wantedPage() ?? paths.home()), {
      atOnce: wantedPage() !== null && isFirstTry(),
    })
  }, [])
  const heading = !isOnline ? (
    <>
      You are <em>offline</em>
    </>
  ) : seen?.from ? (
    <>
      Page didn’t <em>load</em>
    </>
  ) : (
    <>
      You are <em>online</em>
    </>
  )
  return (
    <main id="content" className="page pb-24">
      <h1 className="mt-[clamp(2.5rem,7vw,6rem)] max-w-5xl text-(length:--text-hero) leading-[0.9] tracking-[-0.03em]">
        {heading}
      </h1>
      <div className="mt-8 flex flex-wrap items-end justify-between gap-x-10 gap-y-6 border-b border-line pb-10">
        <p className="max-w-[52ch] text-lg text-muted">
          {isOnline && !seen?.from
            ? 'You’re back online. Pages show current prices again.'
            : 'This page is not saved on this device. You can open recently viewed pages, but prices may have changed.'}
        </p>
        <a href={wanted} className="button button-accent">
          Try again
        </a>
      </div>
      {seen && <RecentlySeen {...seen} />}
    </main>
  )
}

function RecentlySeen({ pages, products, now }: Seen) {
  const isKept = (id: string) => pages.some(({ page }) => page.split('?')[0] === paths.product(id))
  const others = pages.filter(({ page }) => !products.some(({ id }) => page.split('?')[0] === paths.product(id)))
  if (!products.length && !others.length)
    return <p className="mt-12 text-muted">No pages saved yet. We save pages as you open them online.</p>
  return (
    <>
      {products.length > 0 && (
        <section aria-labelledby="seen-products" className="mt-14">
          <h2 id="seen-products" className="text-(length:--text-section) leading-none tracking-tight">
            Recently viewed
          </h2>
          <ul className="mt-7 grid grid-cols-2 gap-x-[clamp(0.75rem,1.6vw,1.75rem)] gap-y-9 sm:grid-cols-3 lg:grid-cols-5">
            {products.map((product) => (
              <SeenProduct key={product.id} product={product} isKept={isKept(product.id)} now={now} />
            ))}
          </ul>
        </section>
      )}
      {others.length > 0 && (
        <section aria-labelledby="kept-pages" className="mt-16">
          <h2 id="kept-pages" className="text-(length:--text-section) leading-none tracking-tight">
            Pages available offline
          </h2>
          <ul className="mt-6 border-t border-line">
            {others.map(({ page, title, keptAt }) => (
              <li
                key={page}
                className="relative flex min-h-14 flex-wrap items-center justify-between gap-x-8 border-b border-line py-3"
              >
                <a
                  href={page}
                  className="min-w-0 font-medium after:absolute after:inset-0 hover:underline hover:decoration-accent hover:underline-offset-4"
                >
                  {title}
                </a>
                <span className="text-sm text-muted">Saved {formatAge(now - keptAt)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function SeenProduct({
  product: { id, name, image, price, brand, viewedAt },
  isKept,
  now,
}: {
  product: RecentlyViewed
  isKept: boolean
  now: number
}) {
  const age = now - Date.parse(viewedAt)
  return (
    <li className="group relative min-w-0">
      {image ? (
        <img
          src={image}
          alt=""
          width={320}
          height={400}
          className="aspect-[4/5] w-full rounded-sm bg-surface object-cover"
        />
      ) : (
        <div className="aspect-[4/5] rounded-sm bg-surface" />
      )}
      <p className="mt-3 truncate text-xs text-muted">{brand}</p>
      <h3 className="mt-0.5 line-clamp-2 font-sans text-[0.95rem] leading-snug font-medium">
        {isKept ? (
          <a
            href={paths.product(id)}
            className="after:absolute after:inset-0 group-hover:underline group-hover:decoration-accent group-hover:underline-offset-4"
          >
            {name}
          </a>
        ) : (
          name
        )}
      </h3>
      <p className="mt-1 text-[0.95rem] tabular-nums">{price}</p>
      <p className="mt-0.5 text-xs text-muted">
        {Number.isNaN(age) ? 'Viewed earlier' : `Viewed ${formatAge(age)}`}
        {!isKept && '  · needs a connection'}
      </p>
    </li>
  )
}

/** Returns the page from the URL, but only if it is one of ours, because anyone may have written the URL. */
function wantedPage(): string | null {
  const from = new URLSearchParams(window.location.search).get('from')
  try {
    const { origin, pathname, search } = new URL(from ?? '', window.location.origin)
    return from?.startsWith('/') && origin === window.location.origin ? pathname + search : null
  } catch {
    return null
  }
}

/** Returns the cached pages, newest first; none without storage. */
async function loadKeptPages(): Promise<KeptPage[]> {
  const pages: KeptPage[] = []
  try {
    for (const name of (await caches.keys()).filter((name) => CACHE.test(name))) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const headers = (await cache.match(request))?.headers
        const { pathname, search } = new URL(request.url)
        const page = pathname + search
        const keptAt = Date.parse(headers?.get('x-kept-at') ?? '')
        const title = decodeURIComponent(headers?.get('x-title') ?? '').replace(OUR_NAME, '')
        if (page !== NOT_LISTED && !Number.isNaN(keptAt)) pages.push({ page, title: title || page, keptAt })
      }
    }
  } catch {
    // Returns the pages that could be read.
  }
  return pages.sort((a, b) => b.keptAt - a.keptAt)
}
