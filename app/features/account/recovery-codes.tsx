import { Link } from '#app/components/link.tsx'
import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import { useEffect, useRef } from 'react'
import { paths } from '#app/lib/paths.ts'
import { toast } from '#app/lib/toast.ts'

const TITLE = 'WTF recovery codes'

/** New recovery codes to copy, print or save. They are shown only once. */
export function RecoveryCodes({ codes, email }: { codes: readonly string[]; email: string }) {
  const text = `${TITLE}\n${email}\nEach code works once, instead of a code from your app.\n\n${codes.join('\n')}\n`
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The codes replace a form further down and are shown only once, so move the focus here.
    heading.current?.focus()
    document.documentElement.classList.add('prints-sheet')
    return () => document.documentElement.classList.remove('prints-sheet')
  }, [])
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.set({ title: 'Copied', tone: 'plain' }),
      () =>
        toast.set({
          title: 'Could not copy the codes',
          text: 'Select the codes and copy them yourself.',
          tone: 'error',
        }),
    )
  return (
    <div>
      <div className="print-sheet">
        <h2 ref={heading} tabIndex={-1} className="scroll-mt-24 text-2xl leading-tight outline-none">
          {TITLE}
        </h2>
        <p className="mt-2 text-sm break-words text-muted">{email}</p>
        <p className="mt-1 max-w-[60ch] text-sm text-muted">Use each code once, instead of a code from your app.</p>
        <ol className="mt-5 grid max-w-md grid-cols-2 gap-x-6 gap-y-2 font-mono text-lg">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
      </div>
      <p role="status" className="notice max-w-[60ch]">
        We show these codes <strong>only once</strong>. Keep them where you can find them without your phone, such as on
        paper or in a password manager.
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="wtf-recovery-codes.txt"
          className="button button-quiet"
        >
          <Download aria-hidden size={18} /> Download
        </a>
        <button type="button" onClick={() => void copy()} className="button button-quiet needs-script">
          <Copy aria-hidden size={18} /> Copy
        </button>
        <button type="button" onClick={() => window.print()} className="button button-quiet needs-script">
          <Printer aria-hidden size={18} /> Print
        </button>
      </div>
      <p className="mt-7">
        <Link to={`${paths.settings()}#second-factor`} className="button button-accent">
          I&apos;ve saved them
        </Link>
      </p>
    </div>
  )
}
