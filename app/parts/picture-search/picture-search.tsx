import { useNavigationType } from '@remix-run/react'
import { lazy, Suspense, useEffect, useRef, useState, type DragEvent } from 'react'
import Camera from 'lucide-react/icons/camera'
import ImageUp from 'lucide-react/icons/image-up'
import type { Part } from '#server/media/appearance/frame.shared.ts'
import type { PictureReadingProps } from './picture-reading.tsx'
import type { ShoppersPicture } from './measure-bitmap.ts'

const loadReading = () => import('./picture-reading.tsx').then(({ PictureReading }) => ({ default: PictureReading }))
const PictureReading = lazy(loadReading)

type State =
  | { is: 'waiting' }
  | { is: 'reading' }
  | { is: 'read'; opened: Opened; count: number }
  | { is: 'failed'; message: string }

interface Opened {
  photo: ImageBitmap
  picture: ShoppersPicture
  /** True while another frame of the same photo is being analysed. */
  isReading: boolean
}

/** The last picture, only in this tab's memory, for visitors who come back from a list. */
let last: Opened | null = null

/**
 * Accepts a chosen, dropped, pasted or captured picture, and shows similar products. The analysis code is loaded with
 * the first picture. Requires JavaScript: the picture is analysed on the device and never uploaded.
 */
export function PictureSearch({ card }: Pick<PictureReadingProps, 'card'>) {
  const isBack = useNavigationType() === 'POP'
  const [state, setState] = useState<State>(isBack && last ? { is: 'read', opened: last, count: 0 } : { is: 'waiting' })
  const [isOver, setOver] = useState(false)
  const count = useRef(0)
  const answer = useRef<HTMLDivElement>(null)
  const take = async (file: Blob | null | undefined) => {
    if (!file) return
    const run = ++count.current
    setState({ is: 'reading' })
    try {
      const [{ openFile, measurePhoto }] = await Promise.all([import('./measure-photo.ts'), loadReading(), painted()])
      const photo = await openFile(file)
      const picture = await measurePhoto({ photo, frame: null })
      if (run !== count.current) return photo.close()
      last = { photo, picture, isReading: false }
      setState({ is: 'read', opened: last, count: run })
    } catch (error) {
      if (run === count.current) setState({ is: 'failed', message: messageOf(error) })
    }
  }
  /** Analyses another part of the same photo. The previous results stay until then. */
  const mark = async ({ photo, picture }: Opened, frame: Part | null) => {
    const run = ++count.current
    const opened = (rest: Partial<Opened>) => ({ photo, picture, isReading: false, ...rest })
    setState({ is: 'read', opened: opened({ isReading: true }), count: 0 })
    try {
      const { measurePhoto } = await import('./measure-photo.ts')
      const marked = opened({ picture: await measurePhoto({ photo, frame }) })
      if (run !== count.current) return
      last = marked
      setState({ is: 'read', opened: marked, count: 0 })
    } catch (error) {
      if (run === count.current) setState({ is: 'failed', message: messageOf(error) })
    }
  }
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'))
      if (!file) return
      event.preventDefault()
      void latest.current(file)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
  useEffect(() => {
    if (state.is === 'read' && state.count > 0) answer.current?.focus()
  }, [state])
  const drag = (event: DragEvent) => {
    event.preventDefault()
    setOver(event.type === 'dragover')
    if (event.type === 'drop') void take(event.dataTransfer.files[0])
  }
  return (
    <div className="needs-script">
      <div
        onDragOver={drag}
        onDragLeave={drag}
        onDrop={drag}
        className={`grid justify-items-center gap-5 rounded-lg border border-dashed px-6 py-[clamp(2rem,6vw,4rem)] text-center transition-colors duration-180 ${isOver ? 'border-accent bg-raised' : 'border-muted/60 bg-surface'}`}
      >
        <ImageUp aria-hidden size={34} strokeWidth={1.25} className="text-accent" />
        <p className="max-w-[34ch] font-display text-2xl leading-tight">
          {state.is === 'reading' ? 'Reading your picture …' : 'Drop a picture here, paste one, or'}
        </p>
        <div className="flex flex-wrap justify-center gap-3">
          <FileButton label="Choose a picture" onFile={take} />
          <FileButton label="Take a photo" isCamera onFile={take} />
        </div>
        <p className="max-w-[52ch] text-sm text-muted">
          Your picture is read on this device and never leaves it. We only receive its colours, pattern and outline.
        </p>
      </div>
      <div role="status" aria-live="polite" className="sr-only">
        {state.is === 'reading' && 'Reading your picture.'}
        {state.is === 'read' && !state.opened.isReading && 'We have read your picture. The results are below.'}
      </div>
      {state.is === 'failed' && (
        <p role="alert" className="notice">
          {state.message}
        </p>
      )}
      {state.is === 'read' && (
        <div ref={answer} tabIndex={-1} className="mt-10 outline-none">
          <Suspense>
            <PictureReading {...state.opened} card={card} onFrame={(frame) => void mark(state.opened, frame)} />
          </Suspense>
        </div>
      )}
    </div>
  )
}

function FileButton({
  label,
  isCamera = false,
  onFile,
}: {
  label: string
  isCamera?: boolean
  onFile: (file: File | undefined) => unknown
}) {
  return (
    <label
      className={`button relative min-h-12 cursor-pointer px-6 focus-within:outline-2 focus-within:outline-offset-3 focus-within:outline-accent ${isCamera ? 'button-quiet pointer-fine:hidden' : 'button-accent'}`}
    >
      {isCamera && <Camera aria-hidden size={19} />} {label}
      <input
        type="file"
        accept="image/*"
        {...(isCamera && { capture: 'environment' as const })}
        className="absolute inset-0 cursor-pointer opacity-0"
        onChange={(event) => {
          onFile(event.target.files?.[0])
          // Without this, choosing the same file again fires no event.
          event.target.value = ''
        }}
      />
    </label>
  )
}

/** Waits until the page shows the busy state, because the analysis can block it for a moment. */
const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

function messageOf(error: unknown): string {
  if (error instanceof Error && error.name === 'UnreadablePicture') return error.message
  return 'We could not read the picture. Check your connection and choose it again.'
}
