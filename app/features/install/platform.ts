export type Phone = 'ios' | 'android'

/** Browsers inside other apps, which cannot put anything on the home screen. */
const IN_APP = /; wv\)|FBAN|FBAV|FB_IAB|Instagram|Line\/|Snapchat|Pinterest|TikTok|musical_ly|BytedanceWebview|Twitter|LinkedInApp|GSA\//i

/**
 * The phone whose browser can put the app on its home screen, or null.
 * @param touchPoints tells an iPad from the Mac that it says to be.
 */
export function installablePhone(userAgent: string, touchPoints: number): Phone | null {
  if (IN_APP.test(userAgent)) return null
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)) return 'ios'
  return /Android/.test(userAgent) ? 'android' : null
}

/** Opened from the home screen or as a window of its own. */
export function isInstalled(): boolean {
  return window.matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true
}
