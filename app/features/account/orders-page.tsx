import { Link } from '@remix-run/react'
import { EmptyState } from '#app/components/empty-state.tsx'
import { paths } from '#app/lib/paths.ts'

/** Orders are not built yet, and the page says so. */
export function OrdersPage({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <main id="content" className="page">
      {isSignedIn ? (
        <EmptyState
          headingLevel="h1"
          drawing="empty-store"
          title="Order Tracking Coming Soon"
          action={
            <Link to={paths.allProducts()} className="button button-accent">
              Browse All Products
            </Link>
          }
        >
          You buy in each brand&apos;s own store. Until we can show your orders here, the store&apos;s mails tell you
          where your parcel is.
        </EmptyState>
      ) : (
        <EmptyState
          headingLevel="h1"
          drawing="empty-store"
          title="Sign in to view orders"
          action={
            <Link to={paths.login({ redirectTo: paths.orders() })} className="button button-accent">
              Sign In
            </Link>
          }
        >
          Your orders belong to your account.
        </EmptyState>
      )}
    </main>
  )
}
