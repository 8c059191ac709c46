import { Link } from '#app/components/link.tsx'
import BookOpen from 'lucide-react/icons/book-open'
import Download from 'lucide-react/icons/download'
import Share from 'lucide-react/icons/share'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState, type MouseEvent, type ReactNode } from 'react'
import { hidesPanel, Panel } from '#app/components/panel.tsx'
import { closePopover } from '#app/lib/close-popover.ts'
import { paths } from '#app/lib/paths.ts'
import { toast } from '#app/lib/toast.ts'
import { SHARING_ID } from './share-section.tsx'
import { ActFields, useActToast } from './wishlist-act.tsx'

const FORMATS = [
  ['csv', 'CSV', 'For spreadsheets.'],
  ['json', 'JSON', 'With notes, sizes and priorities.'],
] as const
const REVOKE_AFTER_MS = 30_000
const EXPORT_ID = 'wishlist-export'
const CLEAR_ID = 'wishlist-clear'

/** Downloads the list as a file, or clears it. Both are popovers, so they work without JavaScript. */
export function WishlistMenu() {
  return (
    <div className="flex flex-wrap gap-2">
      <a href={`#${SHARING_ID}`} className="button button-quiet px-3.5 text-sm sm:px-4">
        <Share aria-hidden size={17} /> <span className="max-sm:sr-only">Share</span>
      </a>
      <Link to={paths.lookbook()} className="button button-quiet px-3.5 text-sm sm:px-4">
        <BookOpen aria-hidden size={17} /> <span className="max-sm:sr-only">Lookbook</span>
      </Link>
      <button type="button" {...{ popovertarget: EXPORT_ID }} className="button button-quiet px-3.5 text-sm sm:px-4">
        <Download aria-hidden size={17} /> <span className="max-sm:sr-only">Export</span>
      </button>
      <Panel id={EXPORT_ID} title="Export wishlist">
        <ul className="mt-6 grid gap-3">
          {FORMATS.map(([format, name, text]) => (
            <li key={format}>
              <ExportLink format={format} name={name}>
                {text}
              </ExportLink>
            </li>
          ))}
        </ul>
        <p className="mt-5 text-sm">
          <Link to={paths.importWishlist()} className="link inline-flex min-h-11 items-center">
            Import a wishlist
          </Link>
        </p>
      </Panel>
      <button type="button" {...{ popovertarget: CLEAR_ID }} className="button button-quiet px-3.5 text-sm sm:px-4">
        <Trash2 aria-hidden size={17} /> <span className="max-sm:sr-only">Clear all</span>
      </button>
      <ClearPanel />
    </div>
  )
}

function ClearPanel() {
  const { Form } = useActToast('clear', () => closePopover(CLEAR_ID))
  return (
    <Panel id={CLEAR_ID} title="Clear all">
      <p className="mt-4">Are you sure you want to clear your entire wishlist?</p>
      <p className="mt-2 text-sm text-muted">You can undo this for ten minutes.</p>
      <Form method="post" action={paths.wishlistForms()} className="mt-7 flex flex-wrap gap-3">
        <ActFields act="clear" />
        <button type="submit" className="button button-accent">
          Clear wishlist
        </button>
        <button type="button" {...hidesPanel(CLEAR_ID)} className="button button-quiet">
          Keep it
        </button>
      </Form>
    </Panel>
  )
}

/** Fetches the file by script, to report a failure. */
function ExportLink({
  format,
  name,
  children,
}: {
  format: (typeof FORMATS)[number][0]
  name: string
  children: ReactNode
}) {
  const [isBusy, setBusy] = useState(false)
  const href = paths.wishlistFile(format)
  const save = async (event: MouseEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    toast.set(await download(href, name))
    setBusy(false)
    closePopover(EXPORT_ID)
  }
  return (
    <a
      href={href}
      download
      onClick={(event) => void save(event)}
      className="flex min-h-16 items-center justify-between gap-4 rounded-2xl border border-line px-5 hover:border-text"
    >
      <span>
        {name}
        <span className="block text-sm text-muted">{isBusy ? 'Exporting...' : children}</span>
      </span>
      <Download aria-hidden size={18} className="text-muted" />
    </a>
  )
}

async function download(href: string, name: string): Promise<Parameters<typeof toast.set>[0]> {
  const answer = await fetch(href).catch(() => null)
  const [, fileName] = /filename="([^"]+)"/.exec(answer?.headers.get('content-disposition') ?? '') ?? []
  const body = answer?.ok ? await answer.blob().catch(() => null) : null
  // The session has ended, so the server sent a page instead of the file.
  if (answer && (!answer.ok || fileName === undefined))
    return { tone: 'error', title: 'Export Failed: Failed to export wishlist' }
  if (!answer || !body) return { tone: 'error', title: 'Failed to download wishlist', text: 'Please try again.' }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(body)
  link.download = fileName ?? ''
  link.click()
  // Revokes the URL later, because Safari reads it a moment after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS)
  return { tone: 'plain', title: 'Export Ready', text: `Wishlist exported as ${name}` }
}
