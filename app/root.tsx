import './lib/without-eval.ts'
import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Links, Meta, Scripts, ScrollRestoration, useLoaderData, type ShouldRevalidateFunction } from '@remix-run/react'
import displayFont from '@fontsource-variable/bodoni-moda/files/bodoni-moda-latin-opsz-normal.woff2?url'
import textFont from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url'
import { lazy, Suspense, useContext, useEffect, useState, type ReactNode } from 'react'
import { HeartForm } from './components/heart-button.tsx'
import { Notice } from './components/notice.tsx'
import { Toasts } from './components/toasts.tsx'
import { ErrorPage } from './features/shell/error-page.tsx'
import { Footer } from './features/shell/footer.tsx'
import { Header } from './features/shell/header.tsx'
import { PendingPage } from './features/shell/pending-page.tsx'
import { apiFor } from './lib/api.server.ts'
import { authDialog } from './lib/auth-dialog.ts'
import { NO_NOTICE, readNotice } from './lib/notice.server.ts'
import { ScriptMark } from './lib/script-mark.tsx'
import { SESSION_MESSAGES } from './lib/session-machine.ts'
import { toast } from './lib/toast.ts'
import { useSession } from './lib/use-session.ts'
import stylesheet from './styles/app.css?url'

// Most pages are read by people who are not signed in and do not mean to: they come without these.
const AuthGate = lazy(() => import('./features/auth/auth-gate.tsx'))
const AuthDialog = lazy(() => import('./features/auth/auth-dialog.tsx'))

export const links: LinksFunction = () => [
  ...[displayFont, textFont].map((href) => ({ rel: 'preload', as: 'font' as const, type: 'font/woff2', href, crossOrigin: 'anonymous' as const })),
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
]

export const meta: MetaFunction = () => [{ title: 'WTF' }]

/** Who is signed in and until when; the same nothing for every anonymous visitor. */
export async function loader(args: LoaderFunctionArgs) {
  const api = apiFor(args)
  const notice = readNotice(args.request)
  const headers = new Headers(notice === null ? [] : [['Set-Cookie', NO_NOTICE]])
  try {
    const session = await api.auth.session()
    const savedIds = session ? await api.wishlist.ids().catch(() => []) : []
    return data({ session, savedIds, notice, problem: null }, { headers })
  } catch {
    return data({ session: null, savedIds: [], notice, problem: SESSION_MESSAGES.initialFailed }, { headers })
  }
}

/** Asked anew after every action and on demand, not when people walk from page to page. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, formMethod, defaultShouldRevalidate }) =>
  (formMethod && formMethod !== 'GET') || currentUrl.href === nextUrl.href ? defaultShouldRevalidate : false

export function Layout({ children }: { children: ReactNode }) {
  const mark = useContext(ScriptMark)
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0c0b0a" />
        <Meta />
        <Links />
      </head>
      <body>
        <Header />
        {children}
        <Footer />
        <HeartForm />
        <Toasts />
        <ScrollRestoration nonce={mark} />
        <Scripts nonce={mark} />
      </body>
    </html>
  )
}

export default function App() {
  const { session, notice, problem } = useLoaderData<typeof loader>()
  const isSignedIn = useSession() !== null
  const dialog = authDialog.use()
  const [isBlocked, setBlocked] = useState(false)
  /** Set in the browser only, and for good: a sign-out has to be noticed too. */
  const [isGuarded, setGuarded] = useState(false)
  useEffect(() => {
    if (session) setGuarded(true)
    if (problem) toast.set({ tone: 'error', title: problem })
  }, [session, problem])
  return (
    <>
      {notice && <Notice key={notice} text={notice} />}
      {!isBlocked && <PendingPage />}
      <Suspense fallback={null}>
        {isGuarded && <AuthGate session={session} onBlock={setBlocked} />}
        {dialog && !isSignedIn && <AuthDialog request={dialog} />}
      </Suspense>
    </>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}
