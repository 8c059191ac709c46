import { RemixBrowser } from '@remix-run/react'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { listenForInstallOffer } from './lib/install.ts'
import { reloadWhenPartsAreGone } from './lib/stale-build.ts'

/**
 * On its first call RemixBrowser throws a promise, resolved once the page's data are decoded, before it uses any hook. Waiting
 * for it here keeps React from suspending while it hydrates: a key pressed in that moment would end in its error 345.
 */
async function decodePageData(): Promise<void> {
  try {
    RemixBrowser({})
  } catch (decoding) {
    await decoding
  }
}

listenForInstallOffer()
reloadWhenPartsAreGone()
void decodePageData().then(() => {
  startTransition(() => {
    hydrateRoot(document, <RemixBrowser />)
  })
})
