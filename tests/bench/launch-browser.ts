import { chromium, type Browser } from '@playwright/test'
import { chromiumOptions } from '../../scripts/chromium.ts'
import type { Lifetime } from './lifetime.ts'

/** Starts a headless Chromium that ends with the run. */
export function launchBrowser(lifetime: Lifetime): Promise<Browser> {
  const launching = chromium.launch({
    ...chromiumOptions(),
    // Lifetime closes the browser instead.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
  lifetime.add(() =>
    launching.then(
      (browser) => browser.close(),
      () => undefined,
    ),
  )
  return launching
}
