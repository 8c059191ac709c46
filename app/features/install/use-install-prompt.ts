import { useEffect, useState } from 'react'
import { hasFlag, setFlag } from './install-memory.ts'
import { installablePhone, isInstalled, type Phone } from './platform.ts'
import { installOffer } from '#app/lib/install.ts'

const TUTORIAL_CHECK_MS = 1_000
const TUTORIAL_DELAY_MS = 2_000
const CARD_AFTER_OFFER_MS = 30_000
const CARD_ON_IOS_MS = 60_000
/** How often what waits for its turn looks whether it has come. */
const TURN_MS = 1_000

export type InstallPrompt = 'card' | 'tutorial'

export interface InstallPromptState {
  /** What is shown now: one at a time, and never beside another dialog. */
  prompt: InstallPrompt | null
  /** How it is shown: `isByHand` where the browser asks nothing itself. */
  show: { phone: Phone | null; isByHand: boolean; tutorial: () => void }
  /** Dismissed: neither is shown in this browser any more. */
  close: (how: 'closed' | 'dismissed') => void
}

const isAnythingOpen = () => document.querySelector('[role="dialog"], [role="alertdialog"], dialog[open]') !== null

export function useInstallPrompt(): InstallPromptState {
  const [prompt, setPrompt] = useState<InstallPrompt | null>(null)
  const [phone, setPhone] = useState<Phone | null>(null)
  const [isPossible, setPossible] = useState(false)
  const offer = installOffer.use()
  const isFree = prompt === null

  useEffect(() => {
    const found = installablePhone(navigator.userAgent, navigator.maxTouchPoints)
    setPhone(found)
    setPossible(!isInstalled() && !hasFlag('dismissed'))
  }, [])

  useEffect(() => {
    if (!phone || !isPossible) return
    let timer = setTimeout(() => {
      if (hasFlag('tutorialShown')) return
      timer = setTimeout(function show() {
        if (hasFlag('dismissed')) return
        if (isAnythingOpen()) {
          timer = setTimeout(show, TURN_MS)
          return
        }
        setFlag('tutorialShown')
        setPrompt((shown) => shown ?? 'tutorial')
      }, TUTORIAL_DELAY_MS)
    }, TUTORIAL_CHECK_MS)
    return () => clearTimeout(timer)
  }, [phone, isPossible])

  const cardDueAt = useCardDueAt(phone, offer?.offeredAt ?? null)
  useEffect(() => {
    if (!isPossible || !isFree || cardDueAt === null) return
    let timer = setTimeout(function show() {
      if (hasFlag('dismissed')) return
      if (isAnythingOpen()) timer = setTimeout(show, TURN_MS)
      else setPrompt((shown) => shown ?? 'card')
    }, Math.max(0, cardDueAt - Date.now()))
    return () => clearTimeout(timer)
  }, [isPossible, isFree, cardDueAt])

  const isByHand = phone === 'ios'
  const isCardWithoutOffer = prompt === 'card' && !isByHand && !offer
  useEffect(() => {
    if (isCardWithoutOffer) setPrompt(null)
  }, [isCardWithoutOffer])

  return {
    prompt,
    show: { phone, isByHand, tutorial: () => setPrompt('tutorial') },
    close: (how) => {
      if (how === 'dismissed') {
        setFlag('dismissed')
        setPossible(false)
      }
      setPrompt(null)
    },
  }
}

/** When the card's time comes, milliseconds since 1970; null while nothing can be installed. */
function useCardDueAt(phone: Phone | null, offeredAt: number | null): number | null {
  const [openedAt, setOpenedAt] = useState<number | null>(null)
  useEffect(() => setOpenedAt(Date.now()), [])
  if (offeredAt !== null) return offeredAt + CARD_AFTER_OFFER_MS
  return phone === 'ios' && openedAt !== null ? openedAt + CARD_ON_IOS_MS : null
}
