import Copy from 'lucide-react/icons/copy'
import { toast } from '#app/lib/toast.ts'

/** A code example with a copy button. */
export function CopyExample({ label, text }: { label: string; text: string }) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.set({ tone: 'plain', title: `${label} copied to clipboard!` }),
      () =>
        toast.set({
          tone: 'error',
          title: 'Your browser did not let us copy this. Please select it and copy it yourself.',
        }),
    )
  return (
    <figure className="mt-4 min-w-0 overflow-hidden rounded-lg border border-line">
      <figcaption className="flex items-center justify-between gap-4 border-b border-line pl-4 text-xs text-muted">
        {label}
        <button
          type="button"
          onClick={() => void copy()}
          aria-label={`Copy: ${label}`}
          className="icon-button needs-script"
        >
          <Copy aria-hidden size={16} />
        </button>
      </figcaption>
      <pre className="p-4 text-xs leading-relaxed wrap-anywhere whitespace-pre-wrap">
        <code>{text}</code>
      </pre>
    </figure>
  )
}
