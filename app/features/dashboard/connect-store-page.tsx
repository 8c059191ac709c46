import { Link } from '#app/components/link.tsx'
import { useEffect } from 'react'
import { ChangeStore } from './change-store.tsx'
import {
  DeadLetters,
  isArriving,
  isWaiting,
  NoWebhooks,
  StoreFacts,
  StoreProducts,
  Topics,
  type ConnectedStore,
  type DeadLetter,
} from './connected-store.tsx'
import { LossMap, type LossMapData } from './loss-map.tsx'
import { OtherPlatforms } from './other-platforms.tsx'
import type { OwnPartner } from './own-partner.ts'
import { ShopifyCard } from './shopify-card.tsx'
import { PartnerStatusPanel } from './partner-status.tsx'
import { StoreHealth, type Health } from './store-health.tsx'
import { WooCommerceCard } from './woocommerce-card.tsx'
import { StorePlugin } from './store-plugin.tsx'
import { Website, WebsiteForm } from './website-form.tsx'
import { WebsiteProof, type Hosts } from './website-proof.tsx'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { useAutoRefresh } from '#app/parts/dashboard/use-auto-refresh.ts'
import { forgetAnswers } from '#app/parts/onboarding/stored-answers.ts'
import { isRefused } from '#server/partners/partner-status.schema.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

interface ConnectStorePageProps {
  partner: OwnPartner
  hasJustJoined: boolean
  sendsMail: boolean
  store: ConnectedStore | null
  /** Null if no store is connected. */
  health: Health | null
  lossMap: LossMapData | null
  deadLetters: DeadLetter[]
  /** Null for rejected and suspended partners. */
  hosts: Hosts | null
  /** The key of the last saved action. */
  saved: string | null
}

/** Refreshes every 2 seconds while products are imported (minutes) or compared (seconds). */
const WATCHING = { autoRefresh: true, refreshInterval: 2 }

/** The last page of onboarding: how the partner's products are imported. */
export function ConnectStorePage(props: ConnectStorePageProps) {
  const { partner, hasJustJoined, sendsMail, store, saved, hosts } = props
  const { businessName, websiteUrl, verificationStatus, role, currency } = partner
  const isActive = !isRefused(verificationStatus)
  const isConnected = store !== null && store.status !== 'revoked'
  const isDisconnected = !isConnected && (saved === 'disconnected' || saved === 'disconnected-in-part')
  const before = (platform: ConnectedStore['platform']) => (store?.platform === platform ? store : null)
  useEffect(forgetAnswers, [])
  useAutoRefresh(isConnected && (isArriving(store) || store.isComparing) ? WATCHING : partner.display)
  return (
    <>
      {hasJustJoined && <p className="eyebrow mb-2">You have joined</p>}
      <h1 className="mb-7 text-(length:--text-section) leading-none">
        {hasJustJoined ? `Welcome, ${businessName}` : 'Connect your store'}
      </h1>
      {hasJustJoined && (
        <p role="status" className="mb-7 max-w-[64ch] text-muted">
          Your account, your brand and the plan you accepted have been saved.
          {sendsMail && ' We will email you the plan you accepted.'}
        </p>
      )}
      <PartnerStatusPanel partner={partner} />
      {isConnected && <Saved saved={saved} store={store} />}
      {isDisconnected && store && <Disconnected store={store} leavesWebhooks={saved === 'disconnected-in-part'} />}
      {saved === 'verified' && (
        <p role="status" className="notice max-w-[64ch]">
          The domain is verified. Shoppers can visit it now.
        </p>
      )}
      {isActive &&
        (isConnected ? (
          <Connected {...props} store={store} />
        ) : (
          <div className="mt-10 grid items-start gap-6 lg:grid-cols-2 xl:gap-x-[4vw]">
            <p className="max-w-[64ch] text-sm text-muted lg:col-span-2">
              Your currency on WTF is {currency}. If your store sells in another currency, we will tell you how to
              change yours before we connect it.
            </p>
            <ShopifyCard isOwner={role === 'owner'} before={before('shopify')} isAnnounced={isDisconnected} />
            <WooCommerceCard
              isOwner={role === 'owner'}
              before={before('woocommerce')}
              isAnnounced={isDisconnected}
              websiteUrl={websiteUrl}
            />
            <OtherPlatforms />
          </div>
        ))}
      <div className="mt-10 grid gap-x-6 gap-y-10 lg:grid-cols-2 xl:gap-x-[4vw]">
        {(websiteUrl !== null || isActive) && (
          <section aria-labelledby="website">
            <h2 id="website" className="mb-3 scroll-mt-24 text-2xl leading-tight">
              Your website
            </h2>
            {websiteUrl !== null ? (
              <Website
                websiteUrl={websiteUrl}
                canConnect={isActive && !isConnected}
                isOwner={isActive && role === 'owner'}
              />
            ) : role === 'owner' ? (
              <WebsiteForm />
            ) : (
              <p className="text-sm text-muted">No website yet. The store owner can add it here.</p>
            )}
          </section>
        )}
        {isActive && (
          <section aria-labelledby="products">
            <h2 id="products" className="mb-3 text-2xl leading-tight">
              Your products
            </h2>
            <p className="max-w-[56ch] text-sm text-muted">
              {isConnected && 'We import products from your connected store. You can add others yourself. '}
              Upload a Shopify or WooCommerce export, or any file with one row per variant. If your store publishes such
              a file at a URL, we can check it every few hours. You can review the first import before anything changes.
            </p>
            {role !== 'viewer' && (
              <p className="mt-5 flex flex-wrap gap-2">
                <Link
                  to={dashboardPaths.productImports()}
                  className={`button ${isConnected ? 'button-quiet' : 'button-accent'}`}
                >
                  Import your products
                </Link>
                <Link to={dashboardPaths.newProduct()} className="button button-quiet">
                  Add a product
                </Link>
              </p>
            )}
            {!isConnected && (
              <p className="mt-4 text-sm text-muted">
                No file?{' '}
                <Link to={paths.contact()} className="link">
                  Contact us about your products
                </Link>
                .
              </p>
            )}
          </section>
        )}
      </div>
      {hosts && <WebsiteProof hosts={hosts} isOwner={role === 'owner'} hasWebsite={websiteUrl !== null} />}
    </>
  )
}

/** A connected store: its state, then its settings. */
function Connected({
  partner,
  store,
  health,
  lossMap,
  deadLetters,
}: ConnectStorePageProps & { store: ConnectedStore }) {
  const canChange = partner.role !== 'viewer'
  return (
    <div className="mt-10 grid items-start gap-x-[4vw] gap-y-10 xl:grid-cols-2">
      <StoreFacts store={store} />
      <StoreProducts store={store} canChange={canChange} />
      {deadLetters.length > 0 && (
        <div className="xl:col-span-2">
          <DeadLetters letters={deadLetters} canChange={canChange} />
        </div>
      )}
      {health && <StoreHealth health={health} canChange={canChange} isComparing={store.isComparing} />}
      {lossMap && <LossMap map={lossMap} platform={store.platform} />}
      {store.isPolled ? <NoWebhooks /> : <Topics topics={store.topics} />}
      {store.platform === 'woocommerce' && <StorePlugin />}
      {partner.role === 'owner' && <ChangeStore store={store} />}
    </div>
  )
}

/** The notice after disconnecting: what remains in the store, and how to delete it. */
function Disconnected({ store, leavesWebhooks }: { store: ConnectedStore; leavesWebhooks: boolean }) {
  return (
    <div role="status" className="notice max-w-[64ch]">
      <p>Your store is disconnected. Its products and sales stay on WTF.</p>
      {store.platform === 'woocommerce' && (
        <p>
          Our key still exists in your store, and only you can delete it there: open WooCommerce &gt; Settings &gt;
          Advanced &gt; REST API and revoke the key that begins with “WTF”, or the key you entered here.
        </p>
      )}
      {store.platform === 'woocommerce' && leavesWebhooks && (
        <p>
          We could not delete our webhooks. Open WooCommerce &gt; Settings &gt; Advanced &gt; Webhooks and delete those
          whose names begin with “WTF:”.
        </p>
      )}
    </div>
  )
}

const SAVED = lookup({
  reconnected: 'Your store is connected again.',
  rotated: 'The new secret is active. The old one remains valid until the time shown below.',
  tested: 'We tested a link to your store. See each step below.',
  compared: 'We are comparing our records with your store. The result will appear here.',
  importing: 'We are importing your products again.',
  retried: 'Retrying now.',
})

function Saved({ saved, store }: { saved: string | null; store: ConnectedStore }) {
  const failed = store.isPolled ? [] : store.topics.filter(({ isSubscribed }) => !isSubscribed)
  if (saved !== 'connected') {
    const text = saved !== null && Object.hasOwn(SAVED, saved) && SAVED[saved]
    return <div role="status">{text && <p className="notice max-w-[64ch]">{text}</p>}</div>
  }
  return (
    <div role="status" className="notice max-w-[64ch]">
      {failed.length ? (
        <>
          <p>
            <strong>Partial Success</strong>
          </p>
          <p>
            {store.shopName} is connected, but some webhooks failed: products may not sync automatically. Not
            registered: {failed.map(({ topic }) => topic).join(', ')}. To retry, select “Compare with your store now”
            below.
          </p>
        </>
      ) : store.isPolled ? (
        <p>
          Successfully connected {store.shopName}. Your key is read-only, so we check your store every 15 minutes
          instead of receiving webhooks.
        </p>
      ) : (
        <p>Successfully connected {store.shopName} and registered webhooks.</p>
      )}
      <p>Your currency on WTF is {store.currency}, the same as in your store.</p>
      <p>
        {isWaiting(store) ? (
          'Your products are not imported yet. Review the import below.'
        ) : (
          <>
            We import your products automatically.{' '}
            <Link to={dashboardPaths.ownProducts()} className="link">
              View your products
            </Link>
          </>
        )}
      </p>
    </div>
  )
}
