import { useEffect, useRef } from 'react'
import { BackLink } from '#app/components/back-link.tsx'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { Link } from '#app/components/link.tsx'
import { Section } from '#app/components/settings-section.tsx'
import type { CardProduct, RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { formatCount, formatDate } from '#app/lib/format.ts'
import { newInPaths } from '#app/lib/new-in-paths.ts'
import { ProductCard } from '#app/parts/product-list/product-card.tsx'
import { MAX_NAME } from '#server/new-in/new-in-values.schema.ts'
import { SavedSearchButton } from './saved-search-button.tsx'
import { MailsField } from './mails-field.tsx'
import { Meaning } from './meaning.tsx'

type Loaded = RouterOutputs['newIn']['get']

interface SearchPageProps {
  search: Loaded['search']
  finds: Array<Pick<Loaded['finds'][number], 'foundAt' | 'isNew'> & { product: CardProduct }>
  /** Without a trailing slash. */
  siteUrl: string
}

/** The new products of a saved search, and its notification settings. Shown products count as seen. */
export function SavedSearchPage({ search, finds, siteUrl }: SearchPageProps) {
  const { id, name, meaning, list, isFollowed, isPaused, createdAt } = search
  const unseen = finds.filter(({ isNew }) => isNew)
  const newest = unseen[0]?.foundAt.getTime()
  useEffect(() => {
    if (newest !== undefined) void tellSeen(id, new Date(newest))
  }, [id, newest])
  return (
    <main id="content" className="page pt-8 pb-24">
      <header className="max-w-3xl">
        <BackLink fallback={newInPaths.newIn()} label="New in" />
        <h1 className="mt-4 text-(length:--text-title) leading-none tracking-[-0.02em] wrap-anywhere">{name}</h1>
        <div className="mt-5">
          <Meaning meaning={meaning} />
        </div>
        <p className="mt-5">
          <Link to={list} className="link inline-flex min-h-11 items-center wrap-anywhere">
            {isFollowed ? `All products from ${name}` : 'View all results'}
          </Link>
        </p>
      </header>
      <section aria-labelledby="finds" className="mt-8">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6">
          <h2 id="finds" className="text-3xl leading-tight">
            {unseen.length ? `${formatCount(unseen.length)} new` : 'Nothing new'}
          </h2>
          {newest !== undefined && (
            <div className="no-script-only text-sm">
              <SavedSearchButton
                act="seen"
                searchId={id}
                back={newInPaths.search(id)}
                fields={{ until: new Date(newest).toISOString() }}
              >
                Mark as seen
              </SavedSearchButton>
            </div>
          )}
        </div>
        {finds.length ? (
          <div className="product-grid mt-6">
            {finds.map(({ product, foundAt, isNew }, index) => (
              <div key={product.id} className="relative">
                <ProductCard product={product} isPriority={index < 4} discover={index === 0 ? 'render' : 'none'} />
                <p className="mt-1 text-xs text-muted">
                  {isNew && <span className="mr-1.5 rounded-full bg-raised px-2 py-0.5 text-text">New</span>}
                  {formatDate(foundAt)}
                </p>
              </div>
            ))}
          </div>
        ) : (
          <p className="mt-3 max-w-[60ch] text-pretty text-muted">
            {isPaused
              ? 'This search is paused, so we are not looking for new products.'
              : `No new products have matched since ${formatDate(createdAt)}. We check every 15 minutes.`}
          </p>
        )}
      </section>
      <div className="mt-16 max-w-4xl">
        <HowNotified search={search} />
        <FeedSection search={search} url={siteUrl + newInPaths.feed(search.feedToken)} />
        <Section
          id="end"
          title={isFollowed ? 'Pause or unfollow' : 'Pause or remove'}
          hint={
            isPaused ? 'We won’t notify you about products added while this is paused.' : 'You can undo this later.'
          }
        >
          <div className="flex flex-wrap gap-3">
            <SavedSearchButton
              act={isPaused ? 'resume' : 'pause'}
              searchId={id}
              back={newInPaths.search(id)}
              className="button button-quiet"
            >
              {isPaused ? 'Resume' : 'Pause'}
            </SavedSearchButton>
            <SavedSearchButton act="remove" searchId={id} className="button button-quiet">
              {isFollowed ? 'Unfollow' : 'Remove'}
            </SavedSearchButton>
          </div>
        </Section>
      </div>
    </main>
  )
}

function HowNotified({ search: { name, mails } }: { search: Loaded['search'] }) {
  const form = usePageForm('change')
  const { Form } = form
  return (
    <Section id="mails" title="Name and emails">
      <Form {...form.props} className="grid max-w-md gap-5">
        <input type="hidden" name="form" value="change" />
        <FormMessage>{form.message}</FormMessage>
        {/* Remounts with the saved values. */}
        <Field
          key={name}
          form={form}
          name="name"
          label="Name"
          defaultValue={name}
          maxLength={MAX_NAME}
          autoComplete="off"
        />
        <MailsField key={mails} form={form} mails={mails} />
        <div>
          <SubmitButton form={form} busy="Saving..." className="px-8">
            Save
          </SubmitButton>
        </div>
      </Form>
    </Section>
  )
}

function FeedSection({ search: { id }, url }: { search: Loaded['search']; url: string }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <Section
      id="feed"
      title="Feed"
      hint="Add this address to a feed reader. Anyone with the address can read the feed, so keep it private."
    >
      <label htmlFor="feed-address" className="text-sm text-muted">
        Feed address
      </label>
      <input
        ref={field}
        id="feed-address"
        readOnly
        value={url}
        onFocus={() => field.current?.select()}
        className="field mt-1 min-h-12 w-full"
      />
      <div className="mt-3 text-sm">
        <SavedSearchButton act="renew-feed" searchId={id} back={`${newInPaths.search(id)}#feed`}>
          Create a new address
        </SavedSearchButton>
        <p className="text-muted">The old address stops working immediately.</p>
      </div>
    </Section>
  )
}

/** Reports shown products as seen. If that fails, they appear as new again. */
async function tellSeen(searchId: string, until: Date): Promise<void> {
  try {
    const { client } = await import('#app/lib/trpc-client.ts')
    await client.newIn.markSeen.mutate({ searchId, until: until.toISOString() })
  } catch {
    // If the request fails, the products stay new.
  }
}
