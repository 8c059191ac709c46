import { Sparkles } from 'lucide-react'
import { useEffect, useId, useRef, type ChangeEvent } from 'react'
import type { SearchBoxProps } from './search-box.tsx'
import { readSearchMode, saveSearchMode, writeSearchMode } from '#app/lib/search-mode.ts'
import { useSession } from '#app/lib/use-session.ts'
import type { SearchMode } from '#server/search/search.schema.ts'

const HINT = 'Write a sentence: "black linen dress under £80, size 12, not zara"'

interface ModeSwitchProps {
  look: SearchBoxProps['look']
  mode: SearchMode | undefined
  onChange: (isIntelligent: boolean) => void
  /** Whether there is a search on the page that the new mode would answer otherwise. */
  hasText: () => boolean
}

/** Normal or intelligent: a box to tick, part of the form. The choice is remembered, of those who are signed in in their profile; it goes back when that fails. */
export function ModeSwitch({ look, mode, onChange, hasText }: ModeSwitchProps) {
  const hintId = useId()
  const box = useRef<HTMLInputElement>(null)
  const isNew = useRef(true)
  const session = useSession()
  const own = session?.viewer.searchMode
  useEffect(() => {
    const element = box.current
    if (!element) return
    // Ticked or unticked before the page came alive: that is the newest choice.
    if (isNew.current && element.checked !== element.defaultChecked) writeSearchMode(element.checked ? 'intelligent' : 'normal')
    else element.checked = (mode ?? own ?? readSearchMode()) === 'intelligent'
    isNew.current = false
    onChange(element.checked)
  }, [mode, own, onChange])
  const onToggle = (event: ChangeEvent<HTMLInputElement>) => {
    const { checked, form } = event.currentTarget
    writeSearchMode(checked ? 'intelligent' : 'normal')
    onChange(checked)
    if (session) {
      void saveSearchMode(checked ? 'intelligent' : 'normal').then((isSaved) => {
        if (isSaved || !box.current) return
        box.current.checked = !checked
        writeSearchMode(checked ? 'normal' : 'intelligent')
        onChange(!checked)
      })
    }
    if (hasText()) form?.requestSubmit()
  }
  return (
    <>
      <label className="mode-switch" title={HINT}>
        <input ref={box} type="checkbox" name="mode" value="intelligent" defaultChecked={mode === 'intelligent'} onChange={onToggle} aria-label="Intelligent search" aria-describedby={hintId} />
        <span aria-hidden className="mode-word" data-mode="normal">Normal</span>
        <span aria-hidden className="mode-word" data-mode="intelligent"><Sparkles size={14} strokeWidth={1.8} /> <span className="mode-name">Intelligent</span></span>
      </label>
      <span id={hintId} className={look === 'large' ? 'mode-hint' : 'sr-only'}>{HINT}</span>
    </>
  )
}
