import Download from 'lucide-react/icons/download'
import Newspaper from 'lucide-react/icons/newspaper'
import { useEffect, useState } from 'react'
import { formatBytes, formatDate } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'
import {
  canTakeAlong,
  forgetTaken,
  loadTakenLookbook,
  takeAlong,
  type TakenLookbook,
} from '#app/parts/wishlist/taken-lookbook.ts'

type State =
  | { kind: 'asking' | 'cannot' }
  | { kind: 'ready'; taken: TakenLookbook | null; problem?: string }
  | { kind: 'taking'; done: number; of: number }

const PAGE = paths.lookbook()

/** Prints the lookbook, or downloads it to open offline on this device. */
export function LookbookActions({ owner, priceDay }: { owner: string; priceDay: string }) {
  const [state, setState] = useState<State>({ kind: 'asking' })
  useEffect(() => {
    const look = async () => {
      if (!(await canTakeAlong())) return setState({ kind: 'cannot' })
      setState({ kind: 'ready', taken: await loadTakenLookbook(PAGE, owner) })
    }
    look().catch(() => setState({ kind: 'cannot' }))
  }, [owner])
  const take = async (before: TakenLookbook | null) => {
    const main = document.getElementById('content')
    if (!main) return
    const files = filesOf(main)
    setState({ kind: 'taking', done: 0, of: files.length })
    try {
      const copy = { page: PAGE, owner, title: 'Lookbook | WTF', html: copyOf(main, priceDay), files }
      setState({
        kind: 'ready',
        taken: await takeAlong(copy, (done) => setState({ kind: 'taking', done, of: files.length })),
      })
    } catch {
      const taken = await loadTakenLookbook(PAGE, owner).catch(() => before)
      setState({
        kind: 'ready',
        taken,
        problem:
          'We could not download everything, so nothing was changed. Please try again. If it keeps failing, this device may be full.',
      })
    }
  }
  const remove = async () => {
    await forgetTaken()
    setState({ kind: 'ready', taken: null })
  }
  return (
    <div data-online className="needs-script print:hidden">
      <div className="mt-8 flex flex-wrap gap-3">
        {state.kind === 'ready' && (
          <button type="button" className="button button-accent" onClick={() => void take(state.taken)}>
            <Download aria-hidden size={18} /> {state.taken ? 'Update offline copy' : 'Save offline'}
          </button>
        )}
        <button type="button" className="button button-quiet" onClick={() => void print()}>
          <Newspaper aria-hidden size={18} /> Print
        </button>
        {state.kind === 'ready' && state.taken && (
          <button type="button" className="button button-quiet" onClick={() => void remove()}>
            Remove from this device
          </button>
        )}
      </div>
      <p role="status" className="mt-4 max-w-[60ch] text-sm text-muted">
        {state.kind === 'taking' && `Saving: ${state.done} of ${state.of}`}
        {state.kind === 'ready' && (state.problem ?? saidOf(state.taken))}
        {state.kind === 'cannot' &&
          'This browser cannot save pages offline. You can print the lookbook or save it as a PDF.'}
      </p>
    </div>
  )
}

const saidOf = (taken: TakenLookbook | null): string =>
  taken
    ? `Saved on ${formatDate(taken.takenAt)}, ${formatBytes(taken.bytes)}. It opens offline on this device until you sign out.`
    : 'Save it to open it offline on this device, with today’s prices.'

/** Loads all lazy pictures, then prints. */
async function print(): Promise<void> {
  const pictures = [...document.querySelectorAll<HTMLImageElement>('#content img')]
  for (const picture of pictures) picture.loading = 'eager'
  await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)))
  window.print()
}

/** Returns the URLs of the lookbook's pictures, and of the page's styles and fonts. */
function filesOf(main: HTMLElement): string[] {
  const absolute = (address: string) => new URL(address, window.location.href)
  const pictures = [...main.querySelectorAll('img')].map(({ src }) => absolute(src).pathname)
  const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(
    ({ href }) => absolute(href).pathname,
  )
  const fonts = performance
    .getEntriesByType('resource')
    .map(({ name }) => absolute(name))
    .flatMap(({ origin, pathname }) =>
      origin === window.location.origin && pathname.endsWith('.woff2') ? pathname : [],
    )
  return [...new Set([...styles, ...fonts, ...pictures])]
}

/** Returns the page's HTML without script-only parts, with its date. */
function copyOf(main: HTMLElement, priceDay: string): string {
  const copy = main.cloneNode(true) as HTMLElement
  for (const part of copy.querySelectorAll('[data-online]')) part.remove()
  const said = copy.querySelector('[data-taken]')
  if (said) {
    said.removeAttribute('hidden')
    said.textContent = `This is the copy you saved on ${formatDate(new Date())}. Its prices are from ${priceDay} and may have changed.`
  }
  return copy.outerHTML
}
