import { Link } from '#app/components/link.tsx'
import Copy from 'lucide-react/icons/copy'
import Share from 'lucide-react/icons/share'
import { useEffect, useId, useRef, useState } from 'react'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatDate } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'
import { toast } from '#app/lib/toast.ts'
import { MAX_SHARE_TITLE } from '#server/wishlist/wishlist-values.schema.ts'
import { ActFields, useActToast } from './wishlist-act.tsx'

/** The anchor that the forms return to. */
export const SHARING_ID = 'sharing'

/** The forms that create, title and revoke a link to the viewer's wishlist. They work without JavaScript. */
export function ShareSection({
  sharing: { title, token, sharedAt },
  siteUrl,
}: {
  sharing: RouterOutputs['wishlist']['share']
  /** Without a trailing slash. */
  siteUrl: string
}) {
  const titleId = useId()
  const start = useActToast('start')
  const stop = useActToast('stop')
  return (
    <section id={SHARING_ID} aria-labelledby={`${titleId}-heading`} className="max-w-2xl">
      <h2 id={`${titleId}-heading`} className="text-3xl leading-tight">
        Share your wishlist
      </h2>
      <p className="mt-3 text-pretty text-muted">
        {token
          ? 'Anyone with this link sees your saved items, their sizes and how much you want them. They never see your name, your notes or what the items cost when you saved them.'
          : 'A link for birthdays and second opinions. It shows your saved items, their sizes and how much you want them, but never your name, your notes or what the items cost when you saved them.'}
      </p>
      {token && <SharedLink url={siteUrl + paths.sharedWishlist(token)} title={title} />}
      <start.Form method="post" action={paths.wishlistSharing()} className="mt-5">
        <ActFields act="start" />
        <label htmlFor={titleId} className="text-sm text-muted">
          Title (shown to anyone with the link)
        </label>
        <div className="mt-1 flex flex-wrap gap-3">
          <input
            // Remounts the field to show the title as saved.
            key={title}
            id={titleId}
            name="title"
            defaultValue={title}
            maxLength={MAX_SHARE_TITLE}
            placeholder="A wishlist"
            autoComplete="off"
            className="field min-h-12 min-w-0 grow basis-56"
          />
          <button type="submit" className={`button min-h-12 ${token ? 'button-quiet' : 'button-accent'}`}>
            {token ? 'Save title' : 'Create link'}
          </button>
        </div>
      </start.Form>
      {token && (
        <details className="ask mt-5">
          <summary className="link inline-flex min-h-11 items-center text-sm">Stop sharing</summary>
          <stop.Form method="post" action={paths.wishlistSharing()} className="mt-2">
            <ActFields act="stop" />
            <p className="text-sm text-pretty text-muted">
              {sharedAt && `Shared since ${formatDate(sharedAt)}. `}
              The link stops working immediately and permanently. Sharing again creates a new one.
            </p>
            <button type="submit" className="button button-quiet mt-4 border-sale text-sale">
              Stop sharing
            </button>
          </stop.Form>
        </details>
      )}
    </section>
  )
}

function SharedLink({ url, title }: { url: string; title: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [canShare, setCanShare] = useState(false)
  useEffect(() => setCanShare('share' in navigator), [])
  const copy = async () => {
    // If the browser does not allow copying, visitors can copy the selected text themselves.
    field.current?.select()
    try {
      await navigator.clipboard.writeText(url)
      toast.set({ title: 'Link copied', tone: 'plain' })
    } catch {
      toast.set({
        title: 'Error',
        text: 'Your browser did not let us copy the link. It is selected, so you can copy it yourself.',
        tone: 'error',
      })
    }
  }
  // `share` also rejects if the visitor closes the system's dialog.
  const share = () => void navigator.share({ title: title || 'A wishlist', url }).catch(() => undefined)
  return (
    <div className="mt-6 border-y border-line py-5">
      <div className="flex flex-wrap items-center gap-3">
        <input
          ref={field}
          readOnly
          value={url}
          aria-label="The link to your wishlist"
          onFocus={({ target }) => target.select()}
          className="field min-h-12 min-w-0 grow basis-56 text-sm text-ellipsis"
        />
        <button type="button" onClick={() => void copy()} className="needs-script button button-accent min-h-12">
          <Copy aria-hidden size={18} /> Copy link
        </button>
        {canShare && (
          <button type="button" onClick={share} className="button button-quiet min-h-12">
            <Share aria-hidden size={18} /> Share
          </button>
        )}
      </div>
      <p className="mt-3 text-sm">
        <Link to={new URL(url).pathname} reloadDocument className="link inline-flex min-h-11 items-center">
          Preview shared list
        </Link>
      </p>
    </div>
  )
}
