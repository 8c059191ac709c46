import { Link } from '#app/components/link.tsx'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { formatDate, formatProducts } from '#app/lib/format.ts'
import { isRefused } from '#server/partners/partner-status.schema.ts'
import type { OwnPartner } from './own-partner.ts'

interface HomeStepsProps {
  partner: OwnPartner
  /** Null if the partner was rejected or suspended and cannot connect a store. */
  reportsOrders: boolean | null
}

/** The steps to the first sale, until all are done. */
export function HomeSteps({
  partner: { verificationStatus, websiteUrl, products, createdAt, role },
  reportsOrders,
}: HomeStepsProps) {
  const isListed = verificationStatus === 'approved'
  const isActive = !isRefused(verificationStatus)
  return (
    <section aria-labelledby="next">
      <h2 id="next" className="mb-3 text-2xl leading-tight">
        Next steps
      </h2>
      <ol className="divide-y divide-line/60 border-y border-line text-sm">
        <Task isDone title="Join">
          Since {formatDate(createdAt)}.
        </Task>
        <Task isDone={isListed} title="Get approved">
          {isListed ? 'Your brand is approved.' : 'Our team reviews every brand.'}
        </Task>
        <Task
          isDone={websiteUrl !== null}
          title="Add your website"
          action={
            websiteUrl === null && isActive && role === 'owner' ? (
              <Link to={`${dashboardPaths.connectStore()}#website`} className="button button-quiet">
                Add website
              </Link>
            ) : undefined
          }
        >
          {websiteUrl ?? 'Shoppers need it to buy from you.'}
        </Task>
        <Task
          isDone={products > 0}
          title="Add your products"
          action={
            products === 0 && isActive && role !== 'viewer' ? (
              <span className="flex flex-wrap gap-2">
                <Link to={dashboardPaths.productImports()} className="button button-accent">
                  Import a file <ArrowRight aria-hidden size={18} />
                </Link>
                <Link to={dashboardPaths.newProduct()} className="button button-quiet">
                  Add a product
                </Link>
              </span>
            ) : undefined
          }
        >
          {products > 0 ? (
            <ProductCount products={products} isLink={isActive} />
          ) : (
            'Import a store export or CSV, or add them one by one.'
          )}
        </Task>
        {reportsOrders !== null && (
          <Task
            isDone={reportsOrders}
            title="Connect Store"
            action={
              reportsOrders ? undefined : (
                <Link to={dashboardPaths.connectStore()} className="button button-quiet">
                  Connect Store
                </Link>
              )
            }
          >
            {reportsOrders
              ? 'We receive your orders and match them to clicks.'
              : 'We sync your products and see which orders came from us.'}
          </Task>
        )}
      </ol>
    </section>
  )
}

function ProductCount({ products, isLink }: { products: number; isLink: boolean }) {
  const text = formatProducts(products)
  return (
    <>
      {isLink ? (
        <Link to={dashboardPaths.ownProducts()} className="link">
          {text}
        </Link>
      ) : (
        text
      )}{' '}
      on WTF.
    </>
  )
}

function Task({
  isDone,
  title,
  action,
  children,
}: {
  isDone: boolean
  title: string
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-3.5">
      <span className="flex min-w-0 gap-3">
        <span
          aria-hidden
          className={`mt-0.5 grid size-5 shrink-0 place-items-center rounded-full border ${isDone ? 'border-good text-good' : 'border-line'}`}
        >
          {isDone && <Check size={13} strokeWidth={2.4} />}
        </span>
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <span className="font-medium">{title}</span>
          <span className="sr-only">{isDone ? ', done' : ', to do'}</span>
          <span className="block text-muted">{children}</span>
        </span>
      </span>
      {action}
    </li>
  )
}
