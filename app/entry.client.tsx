import { RemixBrowser } from '@remix-run/react'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { listenForInstallOffer } from './parts/install/install-offer.ts'
import { reloadWhenPartsAreGone } from './lib/stale-build.ts'
import { finishStartedAnswers } from './lib/started-answers.ts'

/**
 * On its first call RemixBrowser throws a promise, before it uses any hook, which resolves once the page's data are
 * decoded. Waiting for it here keeps React from suspending during hydration: a key pressed in that moment would end in
 * React's error 345.
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
