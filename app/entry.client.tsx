import { RemixBrowser } from '@remix-run/react'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { listenForInstallOffer } from './parts/install/install-offer.ts'
import { reloadWhenPartsAreGone, watchTyping } from './lib/stale-build.ts'
import { finishStartedAnswers } from './lib/started-answers.ts'

/**
 * Waits until the page's data is decoded. Otherwise RemixBrowser would throw a promise on its first call and suspend
 * React during hydration. A key pressed at that moment would cause React's error 345. Calling it as a function is safe,
 * because it throws before it uses any hook.
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
watchTyping()
finishStartedAnswers()
void decodePageData().then(() => {
  startTransition(() => {
    hydrateRoot(document, <RemixBrowser />)
  })
})
