import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useLocation,
  useRouteError,
  useRouteLoaderData,
  type ShouldRevalidateFunction,
} from '@remix-run/react'
import { lazy, startTransition, Suspense, useContext, useEffect, useState, type ReactNode } from 'react'
import { WishlistForm } from './parts/wishlist/wishlist-button.tsx'
import { Notice } from './components/notice.tsx'
import { Toasts } from './components/toasts.tsx'
import { LazyAuthDialog } from './features/auth/lazy-auth-dialog.tsx'
import { LazyInstallPrompts } from './features/install/lazy-install-prompts.tsx'
import { BottomBar } from './features/shell/bottom-bar.tsx'
import { ErrorPage } from './features/shell/error-page.tsx'
import { Footer } from './features/shell/footer.tsx'
import { Header } from './features/shell/header.tsx'
import { PendingPage } from './features/shell/pending-page.tsx'
import { apiFor, gateFor, readerFor, sampleFor } from './lib/api.server.ts'
import { parseClosedSite, type ClosedSite } from './parts/gate/closed-site.ts'
import { DisplayForm } from './parts/reader/display-form.tsx'
import { useLayeredPage } from './lib/back-stack.ts'
import { FONT_LINKS } from './fonts/font-links.ts'
import { refuseWhenClosed } from './parts/gate/refuse-when-closed.server.ts'
import { takeNotice } from './lib/notice.server.ts'
import { useRootData, wishlistIdsOf, type RootData } from './lib/root-data.ts'
import { ScriptMark } from './lib/script-mark.tsx'
import { SESSION_MESSAGES } from './parts/session/session-machine.ts'
import { toast } from './lib/toast.ts'
import { optionalPart } from './lib/use-part.ts'
import type { loader as dashboardLoader } from './routes/brand.dashboard.tsx'
import { frameOf } from '#server/site/addresses.values.ts'
import stylesheet from './styles/app.css?url'

// Loaded separately, because most visitors are not signed in.
const AuthGate = lazy(() => optionalPart(() => import('./features/auth/auth-gate.tsx')))
const AdminTools = lazy(() => optionalPart(() => import('./features/admin/admin-tools.tsx')))
const BypassBadge = lazy(() => optionalPart(() => import('./features/gate/bypass-badge.tsx')))
// Replaces the pages of a closed site.
const MaintenancePage = lazy(() => import('./features/gate/maintenance-page.tsx'))
const LandingPage = lazy(async () => ({ default: (await import('./features/waitlist/landing-page.tsx')).LandingPage }))

export const links: LinksFunction = () => [
  ...FONT_LINKS,
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/icons/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

const CLOSED_TITLES = { coming_soon: 'Coming soon | WTF', maintenance: 'Maintenance | WTF' }

export const meta: MetaFunction = ({ error }) => {
  const site = parseClosedSite(error)
  return [
    {
      title: site
        ? CLOSED_TITLES[site.closed]
        : isRouteErrorResponse(error) && error.status === 404
          ? 'Page not found | WTF'
          : 'WTF',
    },
  ]
}

/** Loads the session (null for anonymous visitors) and the data that every page needs. */
export async function loader(args: LoaderFunctionArgs) {
  refuseWhenClosed(args)
  const { isBypassOffered, environment, hasBypass: isByCookie } = gateFor(args)
  const api = apiFor(args)
  const reader = readerFor(args)
  // An unreadable notice must not break the page.
  const { notice, forget } = await takeNotice(args).catch(() => ({ notice: null, forget: null }))
  const headers = new Headers(forget === null ? [] : [['Set-Cookie', forget]])
  try {
    const session = await api.auth.session()
    const { wishlistIds, wishlistNews } =
      sampleFor(args) ??
      (session
        ? {
            wishlistIds: await api.wishlist.ids().catch(() => []),
            wishlistNews: await api.wishlist.unseen().catch(() => 0),
          }
        : { wishlistIds: [], wishlistNews: 0 })
    const isAdmin = session?.viewer.role === 'admin' && !session.viewer.mustSetUpSecondFactor
    const admin = isAdmin
      ? {
          site: await api.admin.site(),
          disks: await api.admin.disks(),
          waiting: await api.admin.desk.waiting(),
          isBypassOffered,
          environment,
        }
      : null
    const rootData: RootData = {
      session,
      wishlistIds: wishlistIds.join(' '),
      wishlistNews,
      hasBypass: isByCookie && !isAdmin,
      reader,
    }
    return data({ ...rootData, admin, notice, problem: null }, { headers })
  } catch {
    const rootData: RootData = { session: null, wishlistIds: '', wishlistNews: 0, hasBypass: isByCookie, reader }
    return data({ ...rootData, admin: null, notice, problem: SESSION_MESSAGES.initialFailed }, { headers })
  }
}

/** Reloads after every accepted action and on demand, not on navigation. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  actionStatus,
  defaultShouldRevalidate,
}) => {
  if (actionStatus !== undefined && actionStatus >= 400) return false
  return (formMethod && formMethod !== 'GET') || currentUrl.href === nextUrl.href ? defaultShouldRevalidate : false
}

/** The values of --ink in app.css. */
const THEME_COLOURS = { light: '#fbf8f2', dark: '#0c0b0a' }

/** Returns the document's theme: the dashboard's setting, or else the visitor's. Undefined means the system's theme. */
function useTheme(): 'light' | 'dark' | undefined {
  const reader = useRootData()?.reader
  const dashboard = useRouteLoaderData<typeof dashboardLoader>('routes/brand.dashboard')
  return dashboard?.partner.display.theme ?? reader?.theme ?? undefined
}

export function Layout({ children }: { children: ReactNode }) {
  const mark = useContext(ScriptMark)
  const isClosed = parseClosedSite(useRouteError()) !== null
  const { isBare = false } = frameOf(useLocation().pathname)
  const hasFrame = !isBare && !isClosed
  const pricesIn = useRootData()?.reader.pricesIn ?? undefined
  const theme = useTheme()
  return (
    <html lang="en" className={theme && `${theme}-theme`} data-prices-in={pricesIn} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {(['light', 'dark'] as const).map((scheme) => (
          <meta
            key={scheme}
            name="theme-color"
            media={theme ? undefined : `(prefers-color-scheme: ${scheme})`}
            content={THEME_COLOURS[theme ?? scheme]}
          />
        ))}
        <meta name="mobile-web-app-capable" content="yes" />
        <meta name="apple-mobile-web-app-capable" content="yes" />
        <meta name="apple-mobile-web-app-title" content="WTF" />
        <meta name="apple-mobile-web-app-status-bar-style" content="black" />
        <Meta />
        <Links />
      </head>
      <body>
        {hasFrame && <Header />}
        {children}
        {hasFrame && (
          <>
            <Footer />
            <BottomBar />
            <WishlistForm />
            <DisplayForm />
          </>
        )}
        <Toasts />
        <ScrollRestoration nonce={mark} />
        <Scripts nonce={mark} />
      </body>
    </html>
  )
}

export default function App() {
  const root = useLoaderData<typeof loader>()
  const { session, admin, hasBypass, notice, problem } = root
  useLayeredPage()
  const [isBlocked, setBlocked] = useState(false)
  /** Set only in the browser. Never unset, because the gate must also notice a sign-out. */
  const [isGuarded, setGuarded] = useState(false)
  useEffect(() => {
    if (session) startTransition(() => setGuarded(true))
    if (problem) toast.set({ tone: 'error', title: problem })
  }, [session, problem])
  return (
    <>
      {notice && <Notice key={notice} text={notice} />}
      {!isBlocked && <PendingPage />}
      {isGuarded && (
        <Suspense fallback={null}>
          <AuthGate session={session} wishlistIds={wishlistIdsOf(root)} onBlock={setBlocked} />
        </Suspense>
      )}
      {(admin || hasBypass) && <StaffTools admin={admin} hasBypass={hasBypass} />}
      <LazyAuthDialog />
      <LazyInstallPrompts />
    </>
  )
}

/**
 * Staff tools, rendered only in the browser. A <Suspense> from the server hydrates later than the rest of the page, and
 * a navigation before that would cause React's error 421.
 */
function StaffTools({
  admin,
  hasBypass,
}: Pick<ReturnType<typeof useLoaderData<typeof loader>>, 'admin' | 'hasBypass'>) {
  const [isAlive, setAlive] = useState(false)
  useEffect(() => startTransition(() => setAlive(true)), [])
  return (
    isAlive && (
      <Suspense fallback={null}>
        {admin && <AdminTools view={admin} />}
        {hasBypass && <BypassBadge />}
      </Suspense>
    )
  )
}

export function ErrorBoundary() {
  const site = parseClosedSite(useRouteError())
  return site ? <ClosedPage site={site} /> : <ErrorPage />
}

function ClosedPage({ site: { closed, launchAt } }: { site: ClosedSite }) {
  return (
    <Suspense fallback={null}>
      {closed === 'maintenance' ? <MaintenancePage /> : <LandingPage launchAt={launchAt} />}
    </Suspense>
  )
}
