import Share from 'lucide-react/icons/share'
import SquarePlus from 'lucide-react/icons/square-plus'
import { installOffer } from '#app/parts/install/install-offer.ts'

interface InstallCardProps {
  /** True on iPhones. A page cannot start the installation there, so the tutorial shows how to do it by hand. */
  isByHand: boolean
  onTutorial: () => void
  onLater: () => void
  onDone: () => void
}

/** A small card over the page, which stays usable. */
export default function InstallCard({ isByHand, onTutorial, onLater, onDone }: InstallCardProps) {
  const install = async () => {
    if (isByHand) return onTutorial()
    if ((await installOffer.get()?.install()) === 'accepted') onDone()
    else onLater()
  }
  return (
    <section aria-labelledby="install-card" className="install-card">
      <img
        src="/icons/icon-192.png"
        alt=""
        width={56}
        height={56}
        className="size-14 shrink-0 rounded-xl border border-line"
      />
      <div className="min-w-0 grow">
        <h2 id="install-card" className="text-2xl leading-tight">
          Install WTF
        </h2>
        {isByHand ? (
          <ol className="mt-2 space-y-1.5 text-sm text-muted">
            <li className="flex items-center gap-2">
              <Share aria-hidden size={16} className="shrink-0 text-accent" /> Tap share
            </li>
            <li className="flex items-center gap-2">
              <SquarePlus aria-hidden size={16} className="shrink-0 text-accent" /> Choose Add to Home Screen
            </li>
          </ol>
        ) : (
          <p className="mt-1 text-sm text-muted">Get an app icon, a full window and your recent items, even offline.</p>
        )}
        <div className="mt-4 flex flex-wrap gap-2">
          <button type="button" onClick={() => void install()} className="button button-accent">
            Install
          </button>
          <button type="button" onClick={onLater} className="button button-quiet">
            Later
          </button>
        </div>
      </div>
    </section>
  )
}
