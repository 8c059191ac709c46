import { createStore } from './store.ts'

export interface InstallOffer {
  /** Opens the browser's own question; it can be asked once. */
  install: () => Promise<'accepted' | 'dismissed'>
  /** When the browser made it: milliseconds since 1970. */
  offeredAt: number
}

/** Chromium's event; other browsers have none. */
interface BeforeInstallPromptEvent extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** Null while the browser does not offer to install the app: it cannot, it is installed, or its question has been answered. */
export const installOffer = createStore<InstallOffer | null>(null)

/** The browser makes its offer when it likes, maybe before anything that shows it is there. */
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
