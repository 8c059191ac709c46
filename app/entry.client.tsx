import { RemixBrowser } from '@remix-run/react'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { listenForInstallOffer } from './parts/install/install-offer.ts'
import { reloadWhenPartsAreGone } from './lib/stale-build.ts'
import { finishStartedAnswers } from './lib/started-answers.ts'

/**
 * Waits until the page's data is decoded. On its first call, RemixBrowser throws a promise for it before it uses any
 * hook. Waiting here keeps React from suspending during hydration: a key pressed in that moment would end in React's
 * error 345.
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
finishStartedAnswers()
void decodePageData().then(() => {
  startTransition(() => {
    hydrateRoot(document, <RemixBrowser />)
  })
})
