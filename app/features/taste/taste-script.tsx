import { useContext } from 'react'
import { ScriptMark } from '#app/lib/script-mark.tsx'
import { TASTE_KEY } from '#app/parts/taste/taste-key.ts'

const SCRIPT = `try{var t=JSON.parse(localStorage.getItem('${TASTE_KEY}'));if(t.isOn&&t.pieces.length)document.documentElement.dataset.taste=''}catch(e){}`

/**
 * Marks the document before the first paint if this device has recommendations, so that the styles reserve their space.
 */
export function TasteScript() {
  const mark = useContext(ScriptMark)
  return <script nonce={mark} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SCRIPT }} />
}
