import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { prefersReducedMotion } from '#app/lib/device.ts'

/** The breakpoint of partner-auth.css: narrower screens show only the still. */
const WIDE = '(min-width: 64rem)'
const KEY = 'wtf-film'

/**
 * A silent, looping film of garments on a rail, with text over it. It starts automatically unless the visitor prefers
 * reduced motion or reduced data. The visitor's choice with the button lasts as long as the tab. Drawn by
 * scripts/draw-partner-film.ts. The still is its first frame.
 */
export function RailFilm({ children }: { children: ReactNode }) {
  const isWide = useSyncExternalStore(
    listenToWidth,
    () => window.matchMedia(WIDE).matches,
    () => false,
  )
  const video = useRef<HTMLVideoElement>(null)
  /** 'still': the film has not been requested. */
  const [state, setState] = useState<'still' | 'playing' | 'paused'>('still')
  useEffect(() => {
    if (loadChoice() ?? mayMove()) setState('playing')
  }, [])
  useEffect(() => {
    if (state === 'paused') video.current?.pause()
    if (state !== 'playing') return
    video.current?.play().catch(({ name }: DOMException) => {
      // A pause aborts `play()`. Any other error means that the browser blocks autoplay or cannot play the film.
      if (name !== 'AbortError') setState('paused')
    })
  }, [state, isWide])
  const press = () => {
    writeChoice(state !== 'playing')
    setState(state === 'playing' ? 'paused' : 'playing')
  }
  const Icon = state === 'playing' ? Pause : Play
  return (
    <aside className="rail-film">
      <div aria-hidden className="rail-film-picture">
        <img src="/films/rail.webp" alt="" width={960} height={960} decoding="async" {...{ fetchpriority: 'high' }} />
        {isWide && state !== 'still' && (
          <video ref={video} muted loop playsInline disablePictureInPicture preload="none" tabIndex={-1}>
            <source src="/films/rail.vp9.mp4" type='video/mp4; codecs="vp09.00.31.08"' />
            <source src="/films/rail.mp4" type='video/mp4; codecs="avc1.64001f"' />
          </video>
        )}
      </div>
      <div className="rail-film-words">
        <div>{children}</div>
        <button
          type="button"
          onClick={press}
          aria-label={state === 'playing' ? 'Pause the video' : 'Play the video'}
          className="rail-film-switch icon-button needs-script"
        >
          <Icon aria-hidden size={18} />
        </button>
      </div>
    </aside>
  )
}

function listenToWidth(listener: () => void): () => void {
  const query = window.matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

function mayMove(): boolean {
  const savesData = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData ?? false
  return !prefersReducedMotion() && !savesData
}

/** Returns whether the visitor wants the film to play; null if they have not chosen. */
function loadChoice(): boolean | null {
  try {
    const choice = sessionStorage.getItem(KEY)
    return choice === null ? null : choice === 'on'
  } catch {
    return null
  }
}

function writeChoice(isOn: boolean): void {
  try {
    sessionStorage.setItem(KEY, isOn ? 'on' : 'off')
  } catch {
    // Without storage, the choice applies to this page only.
  }
}
