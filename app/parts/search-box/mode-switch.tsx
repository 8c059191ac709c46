import Sparkles from 'lucide-react/icons/sparkles'
import { useEffect, useId, useRef, type ChangeEvent } from 'react'
import { loadSearchMode, saveSearchMode, writeSearchMode } from '#app/lib/search-mode.ts'
import { useSession } from '#app/parts/session/use-session.ts'
import type { SearchMode } from '#server/search/search.schema.ts'

const HINT = 'Write a sentence, such as "black linen dress under £80, size 12, not zara"'

interface ModeSwitchProps {
  /** False to show the hint to screen readers only. */
  isHintShown: boolean
  mode: SearchMode | undefined
  onChange: (isIntelligent: boolean) => void
  /** Returns whether the page has a search to repeat in the new mode. */
  hasText: () => boolean
}

/**
 * A checkbox for normal or intelligent search. The choice is stored, for signed-in users in their profile, and undone
 * if that fails.
 */
export function ModeSwitch({ isHintShown, mode, onChange, hasText }: ModeSwitchProps) {
  const hintId = useId()
  const box = useRef<HTMLInputElement>(null)
  const isNew = useRef(true)
  const session = useSession()
  const savedMode = session?.viewer.searchMode
  useEffect(() => {
    const element = box.current
    if (!element) return
    // A choice made before hydration is the newest one.
    if (isNew.current && element.checked !== element.defaultChecked)
      writeSearchMode(element.checked ? 'intelligent' : 'normal')
    else element.checked = (mode ?? savedMode ?? loadSearchMode()) === 'intelligent'
    isNew.current = false
    onChange(element.checked)
  }, [mode, savedMode, onChange])
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
        <input
          ref={box}
          type="checkbox"
          name="mode"
          value="intelligent"
          defaultChecked={mode === 'intelligent'}
          onChange={onToggle}
          aria-label="Intelligent search"
          aria-describedby={hintId}
        />
        <span aria-hidden className="mode-word" data-mode="normal">
          Normal
        </span>
        <span aria-hidden className="mode-word" data-mode="intelligent">
          <Sparkles size={14} strokeWidth={1.8} /> <span className="mode-name">Intelligent</span>
        </span>
      </label>
      <span id={hintId} className={isHintShown ? 'mode-hint' : 'sr-only'}>
        {HINT}
      </span>
    </>
  )
}
