import { Form, useNavigation } from '@remix-run/react'
import { ExactTime } from '#app/components/exact-time.tsx'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { SelectField } from '#app/components/select-field.tsx'
import { StateMark } from '#app/components/state-mark.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { HOURS } from '#server/importing/imports.schema.ts'

type Feed = RouterOutputs['imports']['feeds'][number]

/** Feeds: URLs that we check regularly. */
export function FeedsSection({ feeds, canChange }: { feeds: Feed[]; canChange: boolean }) {
  return (
    <section aria-labelledby="feeds" className="mt-12">
      <h2 id="feeds" className="text-xl">
        Feeds
      </h2>
      <p className="mt-2 max-w-[70ch] text-sm text-muted">
        We check the file at a URL every few hours. You review the first import; later changes are imported
        automatically. If you choose to archive products missing from a feed, only products that came from that feed are
        archived. If an update would reject or archive more than half of the feed’s products, we ask you first.
      </p>
      {feeds.length > 0 && (
        <ul className="mt-5 border-t border-line">
          {feeds.map((feed) => (
            <FeedRow key={feed.id} feed={feed} canChange={canChange} />
          ))}
        </ul>
      )}
      {canChange ? (
        <NewFeed />
      ) : (
        <p className="mt-4 text-sm text-muted">Only the store’s owner and editors can add feeds.</p>
      )}
    </section>
  )
}

function FeedRow({ feed, canChange }: { feed: Feed; canChange: boolean }) {
  const { id, url, everyHours, isActive, lastReadAt, nextReadAt, message, gone } = feed
  const isBusy = useNavigation().formData?.get('feedId') === id
  const answer = usePageForm(`feed-${id}`)
  const state = isActive ? 'On' : lastReadAt ? 'Paused' : 'Awaiting first import'
  return (
    <li className="border-b border-line py-3.5 text-sm">
      <p className="font-medium [overflow-wrap:anywhere]">{url}</p>
      <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-muted">
        <StateMark name={state} colour={isActive ? 'text-good' : 'text-muted'} />
        <span>Every {everyHours} hours</span>
        <span>{gone === 'archive' ? 'Archives missing products' : 'Keeps missing products'}</span>
        {lastReadAt && (
          <span>
            Last checked <ExactTime date={lastReadAt} />
          </span>
        )}
        {nextReadAt && (
          <span>
            Next check <ExactTime date={nextReadAt} />
          </span>
        )}
      </p>
      {message && <p className="notice mt-2 text-sm">{message}</p>}
      <FormMessage>{answer.message}</FormMessage>
      {canChange && (
        <Form method="post" className="mt-1 flex flex-wrap gap-x-5">
          <input type="hidden" name="form" value={`feed-${id}`} />
          <input type="hidden" name="feedId" value={id} />
          {(
            [
              ['read', 'Check now'],
              ['pause', isActive ? 'Pause' : 'Turn on'],
              ['remove', 'Remove'],
            ] as const
          )
            .filter(([act]) => act !== 'pause' || isActive || lastReadAt)
            .map(([act, name]) => (
              <button
                key={act}
                type="submit"
                name="act"
                value={act}
                aria-disabled={isBusy || undefined}
                className="link min-h-11"
              >
                {name}
              </button>
            ))}
        </Form>
      )}
    </li>
  )
}

function NewFeed() {
  const form = usePageForm('add-feed')
  return (
    <form.Form {...form.props} className="mt-6 grid max-w-3xl items-start gap-4 sm:grid-cols-[1fr_auto_auto]">
      <input type="hidden" name="form" value="add-feed" />
      <Field form={form} name="url" label="File URL" type="url" inputMode="url" placeholder="https://" required />
      <SelectField form={form} name="everyHours" label="Check for changes" defaultValue="24">
        {HOURS.map((hours) => (
          <option key={hours} value={hours}>
            Every {hours} hours
          </option>
        ))}
      </SelectField>
      <SelectField form={form} name="gone" label="Products missing from the feed" defaultValue="keep">
        <option value="keep">Keep</option>
        <option value="archive">Archive</option>
      </SelectField>
      <div className="sm:col-span-3">
        <FormMessage>{form.message}</FormMessage>
        <SubmitButton form={form} busy="Adding..." look="quiet" className="px-7">
          Add feed
        </SubmitButton>
      </div>
    </form.Form>
  )
}
