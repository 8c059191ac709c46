import { Link } from '@remix-run/react'
import { useEffect } from 'react'
import type { OwnPartner } from './own-partner.ts'
import { Standing } from './standing.tsx'
import { Website, WebsiteForm } from './website-form.tsx'
import { paths } from '#app/lib/paths.ts'
import { forgetAnswers } from '#app/parts/onboarding/stored-answers.ts'
import { isRefused } from '#server/partners/partner-standing.schema.ts'

interface ConnectStorePageProps {
  partner: OwnPartner
  hasJustJoined: boolean
  sendsMail: boolean
}

/** Where onboarding ends: how the partner's products come here. */
export function ConnectStorePage({ partner, hasJustJoined, sendsMail }: ConnectStorePageProps) {
  const { businessName, websiteUrl, verificationStatus, role } = partner
  const isActive = !isRefused(verificationStatus)
  useEffect(forgetAnswers, [])
  return (
    <>
      {hasJustJoined && <p className="eyebrow mb-2">You have joined</p>}
      <h1 className="mb-7 text-(length:--text-section) leading-none">
        {hasJustJoined ? `Welcome, ${businessName}` : 'Connect your store'}
      </h1>
      {hasJustJoined && (
        <p role="status" className="mb-7 max-w-[64ch] text-muted">
          Your account, your brand and the plan that you accepted are written down.
          {sendsMail && ' A mail with the plan and its version is on its way.'}
        </p>
      )}
      <Standing partner={partner} />
      <div className="mt-10 grid gap-x-[6vw] gap-y-10 lg:grid-cols-2">
        {(websiteUrl !== null || isActive) && (
          <section aria-labelledby="website">
            <h2 id="website" className="mb-3 text-2xl leading-tight">
              Your website
            </h2>
            {websiteUrl !== null ? (
              <Website websiteUrl={websiteUrl} />
            ) : role === 'owner' ? (
              <WebsiteForm />
            ) : (
              <p className="text-sm text-muted">It is not named yet. The owner of the store names it here.</p>
            )}
          </section>
        )}
        {isActive && (
          <section aria-labelledby="products">
            <h2 id="products" className="mb-3 text-2xl leading-tight">
              Your products
            </h2>
            <p className="max-w-[56ch] text-sm text-muted">
              From a file: the export of a Shopify store as it is, or any table with a line for each variant. Where your
              store offers such a file at an address, we can read it there every few hours. You see what the first one
              would change before anything does.
            </p>
            {role !== 'viewer' && (
              <p className="mt-5 flex flex-wrap gap-2">
                <Link to={paths.productImports()} className="button button-accent">
                  Import your products
                </Link>
                <Link to={paths.newProduct()} className="button button-quiet">
                  Add a product
                </Link>
              </p>
            )}
            <p className="mt-4 text-sm text-muted">
              Your store gives no such file?{' '}
              <Link to={paths.contact()} className="link">
                Write to us about your products
              </Link>
              .
            </p>
          </section>
        )}
      </div>
    </>
  )
}
