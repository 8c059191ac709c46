import { Form, useNavigation } from '@remix-run/react'
import { ExactTime } from '#app/components/exact-time.tsx'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { SelectField } from '#app/components/select-field.tsx'
import { StateMark } from '#app/components/state-mark.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { HOURS } from '#server/importing/imports.schema.ts'

type Feed = RouterOutputs['imports']['feeds'][number]

/** Addresses that are read again and again. */
export function FeedsSection({ feeds, canChange }: { feeds: Feed[]; canChange: boolean }) {
  return (
    <section aria-labelledby="feeds" className="mt-12">
      <h2 id="feeds" className="text-xl">
        Feeds
      </h2>
      <p className="mt-2 max-w-[70ch] text-sm text-muted">
        A file at an address is read every few hours. The first time you see what it would do; after you have imported
        that, it goes on by itself. It archives only what it has brought itself, and stops and asks you when it would
        refuse or archive more than half.
      </p>
      {feeds.length > 0 && (
        <ul className="mt-5 border-t border-line">
          {feeds.map((feed) => (
            <FeedRow key={feed.id} feed={feed} canChange={canChange} />
          ))}
        </ul>
      )}
      {canChange ? <NewFeed /> : <p className="mt-4 text-sm text-muted">Owners and editors of the store add feeds.</p>}
    </section>
  )
}

function FeedRow({ feed, canChange }: { feed: Feed; canChange: boolean }) {
  const { id, url, everyHours, isActive, lastReadAt, nextReadAt, message, gone } = feed
  const isBusy = useNavigation().formData?.get('feedId') === id
  const answer = usePageForm(`feed-${id}`)
  const state = isActive ? 'On' : lastReadAt ? 'Paused' : 'Not accepted yet'
  return (
    <li className="border-b border-line py-3.5 text-sm">
      <p className="font-medium [overflow-wrap:anywhere]">{url}</p>
      <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-muted">
        <StateMark name={state} colour={isActive ? 'text-good' : 'text-muted'} />
        <span>Every {everyHours} hours</span>
        <span>{gone === 'archive' ? 'Archives what it no longer names' : 'Keeps what it no longer names'}</span>
        {lastReadAt && (
          <span>
            Read <ExactTime date={lastReadAt} />
          </span>
        )}
        {nextReadAt && (
          <span>
            Next <ExactTime date={nextReadAt} />
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
              ['read', 'Read now'],
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
      <Field
        form={form}
        name="url"
        label="Address of the file"
        type="url"
        inputMode="url"
        placeholder="https://"
        required
      />
      <SelectField form={form} name="everyHours" label="How often" defaultValue="24">
        {HOURS.map((hours) => (
          <option key={hours} value={hours}>
            Every {hours} hours
          </option>
        ))}
      </SelectField>
      <SelectField form={form} name="gone" label="What it no longer names" defaultValue="keep">
        <option value="keep">Stays</option>
        <option value="archive">Is archived</option>
      </SelectField>
      <div className="sm:col-span-3">
        <FormMessage>{form.message}</FormMessage>
        <SubmitButton form={form} busy="Adding..." look="quiet" className="px-7">
          Add feed and read it
        </SubmitButton>
      </div>
    </form.Form>
  )
}
