import { useContext } from 'react'
import { ACCOUNT_CURRENCY_KEY, PRICES_IN_KEY } from '#app/lib/readers-currency.ts'
import { ScriptMark } from '#app/lib/script-mark.tsx'

const SCRIPT = `try{var a=sessionStorage.getItem('${ACCOUNT_CURRENCY_KEY}'),c=a&&a!='none'?a:localStorage.getItem('${PRICES_IN_KEY}');if(c)document.documentElement.dataset.pricesIn=c}catch(e){}`

/** Tells the styles before the first paint that the reader has chosen a currency, so that its lines are kept free. */
export function PricesInScript() {
  const mark = useContext(ScriptMark)
  return <script nonce={mark} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SCRIPT }} />
}
