import type { LinksFunction, MetaFunction } from '@remix-run/node'
import { Links, Meta, Scripts, ScrollRestoration } from '@remix-run/react'
import displayFont from '@fontsource-variable/bodoni-moda/files/bodoni-moda-latin-opsz-normal.woff2?url'
import textFont from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url'
import type { ReactNode } from 'react'
import { LoginRequiredNotice } from './components/heart-button.tsx'
import { ErrorPage } from './features/shell/error-page.tsx'
import { Footer } from './features/shell/footer.tsx'
import { Header } from './features/shell/header.tsx'
import { PendingPage } from './features/shell/pending-page.tsx'
import stylesheet from './styles/app.css?url'

export const links: LinksFunction = () => [
  ...[displayFont, textFont].map((href) => ({ rel: 'preload', as: 'font' as const, type: 'font/woff2', href, crossOrigin: 'anonymous' as const })),
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
]

export const meta: MetaFunction = () => [{ title: 'WTF' }]

export function Layout({ children }: { children: ReactNode }) {
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
        <LoginRequiredNotice />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App() {
  return <PendingPage />
}

export function ErrorBoundary() {
  return <ErrorPage />
}
