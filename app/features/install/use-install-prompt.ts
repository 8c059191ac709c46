import { useEffect, useState } from 'react'
import { loadViewed } from '#app/parts/recently-viewed/recently-viewed.ts'
import { installOffer } from '#app/parts/install/install-offer.ts'

export type Phone = 'ios' | 'android'

/** The tutorial covers the whole screen, so it waits until the visitor has been idle for this long. */
const QUIET_MS = 8_000
const TOUCHES = ['pointerdown', 'keydown', 'input', 'scroll', 'focusin'] as const
const CARD_AFTER_OFFER_MS = 30_000
const CARD_ON_IOS_MS = 60_000
/** How often a waiting prompt checks whether it may be shown. */
const TURN_MS = 1_000

type InstallPrompt = 'card' | 'tutorial'

export interface InstallPromptState {
  /** The prompt to show now: one at a time, and never beside another dialog. */
  prompt: InstallPrompt | null
  /** How to show it. `isByHand`: the browser has no install prompt. `isAskedFor`: the visitor opened the tutorial. */
  show: { phone: Phone | null; isByHand: boolean; isAskedFor: boolean; tutorial: () => void }
  /** After 'dismissed', this browser shows neither prompt again. */
  close: (how: 'closed' | 'dismissed') => void
}

const isAnythingOpen = () => document.querySelector('[role="dialog"], [role="alertdialog"], dialog[open]') !== null

/** Returns whether an element has the focus. The visitor may then be about to type or press a key. */
const hasFocus = () => document.activeElement !== null && document.activeElement !== document.body

/** Visitors who have not seen a product do not know yet what they would install. */
const hasSeenProduct = () => loadViewed().length > 0 || window.location.pathname.startsWith('/product/')

export function useInstallPrompt(): InstallPromptState {
  const [prompt, setPrompt] = useState<InstallPrompt | null>(null)
  const [phone, setPhone] = useState<Phone | null>(null)
  const [isAskedFor, setAskedFor] = useState(false)
  const [isPossible, setPossible] = useState(false)
  const offer = installOffer.use()
  const isFree = prompt === null

  useEffect(() => {
    const found = installablePhone(navigator.userAgent, navigator.maxTouchPoints)
    setPhone(found)
    setPossible(!isInstalled() && !hasFlag('dismissed'))
  }, [])

  useEffect(() => {
    if (!phone || !isPossible || hasFlag('tutorialShown')) return
    let touchedAt = Date.now()
    const onTouch = () => {
      touchedAt = Date.now()
    }
    for (const kind of TOUCHES) window.addEventListener(kind, onTouch, { capture: true, passive: true })
    const timer = setInterval(() => {
      if (hasFlag('tutorialShown') || hasFlag('dismissed')) return
      if (Date.now() - touchedAt < QUIET_MS || !hasSeenProduct() || isAnythingOpen() || hasFocus()) return
      setFlag('tutorialShown')
      setPrompt((shown) => shown ?? 'tutorial')
    }, TURN_MS)
    return () => {
      clearInterval(timer)
      for (const kind of TOUCHES) window.removeEventListener(kind, onTouch, { capture: true })
    }
  }, [phone, isPossible])

  const cardDueAt = useCardDueAt(phone, offer?.offeredAt ?? null)
  useEffect(() => {
    if (!isPossible || !isFree || cardDueAt === null) return
    let timer = setTimeout(
      function show() {
        if (hasFlag('dismissed')) return
        if (isAnythingOpen()) timer = setTimeout(show, TURN_MS)
        else setPrompt((shown) => shown ?? 'card')
      },
      Math.max(0, cardDueAt - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [isPossible, isFree, cardDueAt])

  const isByHand = phone === 'ios'
  const isCardWithoutOffer = prompt === 'card' && !isByHand && !offer
  useEffect(() => {
    if (isCardWithoutOffer) setPrompt(null)
  }, [isCardWithoutOffer])

  return {
    prompt,
    show: {
      phone,
      isByHand,
      isAskedFor,
      tutorial: () => {
        setAskedFor(true)
        setPrompt('tutorial')
      },
    },
    close: (how) => {
      if (how === 'dismissed') {
        setFlag('dismissed')
        setPossible(false)
      }
      setPrompt(null)
    },
  }
}

/** Returns when to show the card, in milliseconds since 1970; null if nothing can be installed. */
function useCardDueAt(phone: Phone | null, offeredAt: number | null): number | null {
  const [openedAt, setOpenedAt] = useState<number | null>(null)
  useEffect(() => setOpenedAt(Date.now()), [])
  if (offeredAt !== null) return offeredAt + CARD_AFTER_OFFER_MS
  return phone === 'ios' && openedAt !== null ? openedAt + CARD_ON_IOS_MS : null
}

/** In-app browsers, which cannot add to the home screen. */
const IN_APP =
  /; wv\)|FBAN|FBAV|FB_IAB|Instagram|Line\/|Snapchat|Pinterest|TikTok|musical_ly|BytedanceWebview|Twitter|LinkedInApp|GSA\//i

/**
 * Returns the kind of phone if its browser can add the app to its home screen; otherwise null.
 * @param touchPoints distinguishes an iPad, which claims to be a Mac
 */
export function installablePhone(userAgent: string, touchPoints: number): Phone | null {
  if (IN_APP.test(userAgent)) return null
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)) return 'ios'
  return /Android/.test(userAgent) ? 'android' : null
}

/** Returns whether the app was opened from the home screen or in an app window. */
function isInstalled(): boolean {
  return (
    window.matchMedia('(display-mode: standalone)').matches ||
    (navigator as { standalone?: boolean }).standalone === true
  )
}

/** Flags of this browser, for all its users. Without storage, they last as long as the page. */
const KEYS = { dismissed: 'wtf-install-dismissed', tutorialShown: 'wtf-install-tutorial-shown' }
const remembered = new Set<string>()

type InstallFlag = keyof typeof KEYS

function hasFlag(flag: InstallFlag): boolean {
  try {
    return remembered.has(flag) || localStorage.getItem(KEYS[flag]) !== null
  } catch {
    return remembered.has(flag)
  }
}

function setFlag(flag: InstallFlag): void {
  remembered.add(flag)
  try {
    localStorage.setItem(KEYS[flag], new Date().toISOString())
  } catch {
    // Without storage, only `remembered` keeps the flag.
  }
}
