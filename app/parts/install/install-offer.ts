import { createShared } from '#app/lib/shared.ts'

export interface InstallOffer {
  /** Opens the browser's own prompt, which works only once. */
  install: () => Promise<'accepted' | 'dismissed'>
  /** The time of the browser's offer in milliseconds since 1970. */
  offeredAt: number
}

/** Chromium's event; other browsers do not have it. */
interface BeforeInstallPromptEvent extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** Null if the browser does not offer to install the app: it cannot, it is installed, or the offer was used. */
export const installOffer = createShared<InstallOffer | null>(null)

/** Listens for the browser's offer, which may come at any time, even before the component that shows it is loaded. */
export function listenForInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    const install = async () => {
      installOffer.set(null)
      return (await (event as BeforeInstallPromptEvent).prompt()).outcome
    }
    installOffer.set({ install, offeredAt: Date.now() })
  })
  window.addEventListener('appinstalled', () => installOffer.set(null))
}
