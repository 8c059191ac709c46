import { BackLink } from '#app/components/back-link.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { Link } from '#app/components/link.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { formatProducts } from '#app/lib/format.ts'
import { newInPaths } from '#app/lib/new-in-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { MAX_NAME } from '#server/new-in/new-in-values.schema.ts'
import { MailsField } from './mails-field.tsx'
import { Meaning } from './meaning.tsx'

/** Saves a list or follows a brand, after a confirmation. */
export function SavePage({ list }: { list: RouterOutputs['newIn']['preview'] }) {
  const form = usePageForm('save')
  const { Form } = form
  const { name, meaning, isFollowed, total, savedId } = list
  return (
    <main id="content" className="page pt-8 pb-24">
      <div className="max-w-xl">
        <BackLink fallback={list.list} />
        <h1 className="mt-4 text-(length:--text-title) leading-none tracking-[-0.02em] wrap-anywhere">
          {isFollowed ? `Follow ${name}` : 'Save this search'}
        </h1>
        <p className="mt-4 text-pretty text-muted">
          New products will appear under “Saved searches” and in a feed. You can also get them by email.{' '}
          {formatProducts(total)} {total === 1 ? 'matches' : 'match'} now.
        </p>
        <div className="mt-5">
          <Meaning meaning={meaning} />
        </div>
        {savedId !== null && (
          <p className="notice mt-6">
            {isFollowed ? 'You already follow this. ' : 'You have already saved this. '}
            <Link to={newInPaths.search(savedId)} className="link">
              See what is new
            </Link>
          </p>
        )}
        <Form {...form.props} className="mt-8 grid gap-5">
          <input type="hidden" name="form" value="save" />
          <FormMessage>{form.message}</FormMessage>
          <Field
            form={form}
            name="name"
            label="Name (only you see it)"
            defaultValue={name}
            maxLength={MAX_NAME}
            autoComplete="off"
          />
          <MailsField form={form} mails="daily" />
          <div>
            <SubmitButton form={form} busy="Saving..." className="px-8">
              {isFollowed ? 'Follow' : 'Save'}
            </SubmitButton>
          </div>
        </Form>
      </div>
    </main>
  )
}

/** Shown if the URL contains no list that can be saved. */
export function NoListPage() {
  return (
    <main id="content" className="page">
      <EmptyState
        headingLevel="h1"
        drawing="not-found"
        title="Nothing to save yet"
        action={
          <Link to={paths.discover()} className="button button-accent">
            Discover
          </Link>
        }
      >
        Search for something or open a brand, then save it from that page.
      </EmptyState>
    </main>
  )
}
