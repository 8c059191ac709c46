import { createShared } from '#app/lib/shared.ts'

export interface InstallOffer {
  /** Opens the browser's own prompt. It can be asked once. */
  install: () => Promise<'accepted' | 'dismissed'>
  /** When the browser made the offer: milliseconds since 1970. */
  offeredAt: number
}

/** Chromium's event; other browsers have none. */
interface BeforeInstallPromptEvent extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** Null if the browser does not offer to install the app: it cannot, it is installed, or the offer was used. */
export const installOffer = createShared<InstallOffer | null>(null)

/** The browser may make its offer at any time, even before the component that shows it is loaded. */
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
