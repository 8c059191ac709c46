import Download from 'lucide-react/icons/download'
import { useEffect, useRef, useState } from 'react'
import { changeTaste } from '#app/parts/taste/device-taste.ts'
import { exportTaste } from '#server/taste/export-taste.shared.ts'
import { bringBack } from '#server/taste/bring-back.shared.ts'
import { forgetAll, isBlank, switchRecording } from '#server/taste/note-signals.shared.ts'
import type { Taste } from '#server/taste/taste.schema.ts'
import { FORGET_DAYS } from '#server/taste/taste.values.ts'

interface TasteControlsProps {
  taste: Taste
  /** The product ids on the wishlist; null for visitors without a session. */
  wishlist: readonly string[] | null
}

/** Downloads, deletes or switches off the taste data. */
export function TasteControls({ taste, wishlist }: TasteControlsProps) {
  const [offer, setOffer] = useUndoOffer(taste.isOn, wishlist !== null)
  const undo = useRef<HTMLButtonElement>(null)
  const status = useRef<HTMLParagraphElement>(null)
  // The pressed button is gone, so Undo or the message takes the focus.
  useEffect(() => (undo.current ?? status.current)?.focus(), [offer])
  const forget = (isOn: boolean) => {
    setOffer({ deleted: taste })
    changeTaste((before) => switchRecording(forgetAll(before, wishlist), isOn, wishlist))
  }
  const hasSomething = !isBlank({ ...taste, isOn: true, passed: [], passesNextWishlist: false })
  return (
    <section aria-labelledby="device-heading" className="needs-script page mt-16">
      <div className="border-t border-line pt-8">
        <h2 id="device-heading" className="text-3xl leading-tight">
          On this device
        </h2>
        <p className="mt-3 max-w-[62ch] text-muted">
          Your taste profile is stored only in this browser. It is not in your account or on our servers, and it stays
          here when you sign out. If you share this device, delete the profile or switch it off. We delete a product
          from the profile after {FORGET_DAYS} days without a view, save or store visit. We keep no record of which
          pictures you see.
        </p>
        {offer && (
          <p ref={status} tabIndex={-1} role="status" className="mt-5 border-y border-line py-3 outline-none">
            {offer === 'back' ? (
              <>
                Your taste profile is restored.{!taste.isOn && ' It is still switched off, so nothing new is recorded.'}
              </>
            ) : (
              <>
                Your taste profile is deleted.{' '}
                <button
                  ref={undo}
                  type="button"
                  onClick={() => {
                    changeTaste((before) => bringBack(before, offer.deleted, Date.now()))
                    setOffer('back')
                  }}
                  className="link min-h-11"
                >
                  Undo
                </button>
              </>
            )}
          </p>
        )}
        <div className="mt-6 flex flex-wrap items-start gap-3">
          {hasSomething && (
            <>
              <button type="button" onClick={() => save(taste)} className="button button-quiet">
                <Download aria-hidden size={18} /> Save as a file
              </button>
              <button type="button" onClick={() => forget(taste.isOn)} className="button button-quiet">
                Delete everything
              </button>
            </>
          )}
          {taste.isOn && !hasSomething && (
            <button
              type="button"
              onClick={() => changeTaste((before) => switchRecording(before, false, wishlist))}
              className="button button-quiet"
            >
              Switch off
            </button>
          )}
          {taste.isOn && hasSomething && (
            <details className="ask">
              <summary className="button button-quiet">Switch off</summary>
              <div className="mt-3 max-w-md border-l border-line pl-4">
                <p className="text-muted">We will stop recording on this device. Keep what is already recorded?</p>
                <div className="mt-3 flex flex-wrap gap-3">
                  <button
                    type="button"
                    onClick={() => changeTaste((before) => switchRecording(before, false, wishlist))}
                    className="button button-quiet"
                  >
                    Keep it here
                  </button>
                  <button type="button" onClick={() => forget(false)} className="button button-quiet">
                    Delete it
                  </button>
                </div>
              </div>
            </details>
          )}
        </div>
      </div>
    </section>
  )
}

/**
 * Returns the message after a deletion. It disappears when someone signs in or out, or when recording is switched on
 * again.
 */
function useUndoOffer(isOn: boolean, isSignedIn: boolean) {
  const offer = useState<{ deleted: Taste } | 'back' | null>(null)
  const [, setOffer] = offer
  const was = useRef({ isOn, isSignedIn })
  useEffect(() => {
    const before = was.current
    was.current = { isOn, isSignedIn }
    if (isSignedIn !== before.isSignedIn || (isOn && !before.isOn)) setOffer(null)
  }, [isOn, isSignedIn, setOffer])
  return offer
}

export function TurnOn({ wishlist }: Pick<TasteControlsProps, 'wishlist'>) {
  return (
    <button
      type="button"
      onClick={() => changeTaste((before) => switchRecording(before, true, wishlist))}
      className="button button-accent mt-5"
    >
      Switch on
    </button>
  )
}

/** Downloads the data as a file, created in the browser. */
function save(taste: Taste): void {
  const now = Date.now()
  const url = URL.createObjectURL(new Blob([exportTaste(taste, now)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `wtf-taste-${new Date(now).toISOString().slice(0, 10)}.json`
  link.click()
  // Revokes the URL later, because some browsers start to read it only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
