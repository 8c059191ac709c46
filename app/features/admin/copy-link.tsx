import Copy from 'lucide-react/icons/copy'
import { useEffect, useRef } from 'react'
import { Panel } from '#app/components/panel.tsx'
import { createShared } from '#app/lib/shared.ts'
import { toast } from '#app/lib/toast.ts'

const PANEL_ID = 'invitation-link'

/** The link that could not be copied. */
const uncopied = createShared<{ url: string } | null>(null)

interface CopyLinkProps {
  invitationId: string
  businessName: string
  siteUrl: string
  /** Shows only the icon. */
  isShort?: boolean
}

/** Requests the link of an invitation and copies it. Needs CopyPanel on the page. */
export function CopyLink({ invitationId, businessName, siteUrl, isShort = false }: CopyLinkProps) {
  const look = isShort
    ? 'icon-button'
    : '-mx-3 inline-flex min-h-11 items-center gap-2 rounded-full px-3 text-sm hover:bg-raised'
  return (
    <button
      type="button"
      onClick={() => void copyLink(invitationId, siteUrl)}
      title={isShort ? 'Copy link' : undefined}
      className={`needs-script shrink-0 ${look}`}
    >
      <Copy aria-hidden size={16} />
      <span className={isShort ? 'sr-only' : ''}>Copy link</span>
      <span className="sr-only"> for {businessName}</span>
    </button>
  )
}

/** Shows a link that the browser did not copy. Render it once per page. */
export function CopyPanel() {
  const shown = uncopied.use()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!shown) return
    document.getElementById(PANEL_ID)?.showPopover()
    field.current?.select()
  }, [shown])
  return (
    <Panel id={PANEL_ID} title="Invitation link">
      <p className="mt-4 text-sm text-muted">Your browser blocked copying. Copy the selected link yourself.</p>
      <input
        ref={field}
        readOnly
        value={shown?.url ?? ''}
        aria-label="Invitation link"
        onFocus={({ target }) => target.select()}
        className="field mt-5 min-h-12 w-full bg-ink text-sm"
      />
    </Panel>
  )
}

async function copyLink(invitationId: string, siteUrl: string): Promise<void> {
  const url = parseLink(invitationId).then((link) => new URL(link, siteUrl).href)
  try {
    await write(url)
    toast.set({ tone: 'plain', title: 'Invitation link copied to clipboard!' })
  } catch {
    await url.then(
      (text) => uncopied.set({ url: text }),
      (error: { data?: object; message: string }) =>
        toast.set({
          tone: 'error',
          title: error.data ? error.message : 'We could not load the link. Please try again.',
        }),
    )
  }
}

async function parseLink(invitationId: string): Promise<string> {
  const { client } = await import('#app/lib/trpc-client.ts')
  return (await client.invitations.link.query({ invitationId })).link
}

/** Copies the link. Safari requires that the promise is passed during the click. */
const write = async (url: Promise<string>): Promise<void> =>
  'ClipboardItem' in window
    ? navigator.clipboard.write([
        new ClipboardItem({ 'text/plain': url.then((text) => new Blob([text], { type: 'text/plain' })) }),
      ])
    : navigator.clipboard.writeText(await url)
