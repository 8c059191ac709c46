import { useContext } from 'react'
import { ScriptMark } from '#app/lib/script-mark.tsx'
import { TASTE_KEY } from '#app/parts/taste/taste-key.ts'

const SCRIPT = `try{var t=JSON.parse(localStorage.getItem('${TASTE_KEY}'));if(t.isOn&&t.pieces.length)document.documentElement.dataset.taste=''}catch(e){}`

/** Tells the styles before the first paint that this device has something to rank, so that its place is kept free. */
export function TasteScript() {
  const mark = useContext(ScriptMark)
  return <script nonce={mark} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SCRIPT }} />
}
