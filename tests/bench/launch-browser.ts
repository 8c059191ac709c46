import { chromium, type Browser } from '@playwright/test'
import { findChromium } from '../../scripts/chromium.ts'
import type { Lifetime } from './lifetime.ts'

/** A headless Chromium that ends with the run. */
export function launchBrowser(lifetime: Lifetime): Promise<Browser> {
  const isRoot = process.getuid?.() === 0
  const launching = chromium.launch({
    executablePath: findChromium(),
    args: [
      ...(isRoot ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
    // The run's own end closes it.
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
