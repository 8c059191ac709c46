import { useSearchParams } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import ExternalLink from 'lucide-react/icons/external-link'
import { useEffect, type MouseEvent, type ReactNode } from 'react'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { useLive } from '#app/lib/use-live.ts'
import { STORE_PICTURE_KINDS, type StoreTextName } from '#server/storefront/storefront.schema.ts'
import { announceDraft } from './draft-news.ts'
import type { Customization } from './customization-parts.tsx'
import { StoreActFields, useStoreAct } from './store-acts.tsx'
import { StoreMiniature } from './store-miniature.tsx'
import { StorePictureRow } from './store-picture-row.tsx'
import { StoreTextRow } from './store-text-row.tsx'

const TEXTS: StoreTextName[] = ['heroTitle', 'heroSubtitle', 'storeDescription', 'aboutSection', 'ethos']
const POLICIES: StoreTextName[] = ['shippingPolicy', 'returnsPolicy']
const PREVIEW_WINDOW = 'width=1200,height=800'

/** The page where a partner edits, previews and publishes its store page. */
export function CustomizationPage({ store }: { store: Customization }) {
  const [search] = useSearchParams()
  const open = search.get('edit')
  useEffect(() => announceDraft(store.partnerId), [store.partnerId, store.revision])
  const text = (name: StoreTextName) => (
    <StoreTextRow key={name} store={store} name={name} isOpen={store.canEdit && open === name} />
  )
  return (
    <>
      <Head store={store} />
      <TakenDown store={store} />
      <div className="mt-8 grid items-start gap-x-12 gap-y-12 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="min-w-0 space-y-12">
          <Part title="Pictures">
            {STORE_PICTURE_KINDS.map((kind) => (
              <StorePictureRow
                key={kind}
                store={store}
                kind={kind}
                isDescribing={store.canEdit && kind === 'heroImage' && open === 'heroAlt'}
              />
            ))}
          </Part>
          <Part title="Text">{TEXTS.map(text)}</Part>
          <Part title="Policies">{POLICIES.map(text)}</Part>
          <p className="max-w-[60ch] text-sm text-muted">
            To add videos and pictures to the WTF home page, go to{' '}
            <a href="/brand/dashboard/promotions" className="link text-text">
              WTF Promotions
            </a>
            .
          </p>
        </div>
        <StoreMiniature store={store} />
      </div>
    </>
  )
}

function TakenDown({ store: { takenDown, canEdit } }: { store: Customization }) {
  return takenDown.map(({ id, name, reason }) => (
    <div key={id} className="notice mt-6 border-sale text-sm">
      <p>We have removed your {name} from your page. You can add a different one. Reason:</p>
      <p className="mt-2 max-w-[68ch] whitespace-pre-line wrap-anywhere">{reason}</p>
      {canEdit && (
        <Link to={paths.appeal('picture', id)} className="link inline-flex min-h-11 items-center">
          Appeal this decision
        </Link>
      )}
    </div>
  ))
}

function Head({
  store: { revision, changes, changedAt, changedBy, canEdit, isListed, partnerId },
}: {
  store: Customization
}) {
  const publish = useStoreAct()
  const revert = useStoreAct()
  const openWindow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    if (window.open(event.currentTarget.href, `wtf-preview-${partnerId}`, PREVIEW_WINDOW)) event.preventDefault()
  }
  return (
    <header className="z-20 -mx-[clamp(1rem,3.5vw,3rem)] border-b border-line bg-ink px-[clamp(1rem,3.5vw,3rem)] pb-4 md:sticky md:top-0 md:-mt-4 md:pt-4">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-(length:--text-section) leading-none">Store Customization</h1>
          <p role="status" className="mt-2 text-sm text-muted">
            {changes > 0 ? (
              <>
                {changes} unpublished {changes === 1 ? 'change' : 'changes'}, saved as a draft
                {changedAt && <LocalTime date={changedAt} />}
                {changedBy && ` by ${changedBy}`}.
              </>
            ) : (
              <>{isListed ? 'No unpublished changes.' : 'Shoppers will see your page once your brand is approved.'}</>
            )}
            {!canEdit && ' You can view this page but not change it. The store’s owner can make you an editor.'}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <a
            href={dashboardPaths.startPreview()}
            target="_blank"
            rel="noreferrer"
            onClick={openWindow}
            className="button button-quiet"
          >
            Preview Store <ExternalLink aria-hidden size={16} />
          </a>
          {canEdit && changes > 0 && (
            <>
              <revert.Form method="post" action={dashboardPaths.storefront()}>
                <StoreActFields act="revert" revision={revision} />
                <button type="submit" aria-disabled={revert.isBusy || undefined} className="button button-quiet">
                  Revert
                </button>
              </revert.Form>
              <publish.Form method="post" action={dashboardPaths.storefront()}>
                <StoreActFields act="publish" revision={revision} />
                <button type="submit" aria-disabled={publish.isBusy || undefined} className="button button-accent">
                  {publish.isBusy ? 'Saving...' : 'Save Changes'}
                </button>
              </publish.Form>
            </>
          )}
        </div>
      </div>
    </header>
  )
}

/** A time such as ' at 10:42' in the visitor's time zone, which only the browser knows. */
function LocalTime({ date }: { date: Date }) {
  if (!useLive()) return null
  const isToday = date.toDateString() === new Date().toDateString()
  const text = date.toLocaleString('en-GB', {
    ...(isToday ? {} : { day: 'numeric', month: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
  })
  return <time dateTime={date.toISOString()}> at {text}</time>
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="text-2xl leading-tight">{title}</h2>
      <div className="mt-3 divide-y divide-line/60 border-y border-line">{children}</div>
    </section>
  )
}
