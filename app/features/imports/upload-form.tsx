import { useNavigate } from '@remix-run/react'
import { useEffect, useId, useRef, useState, type DragEvent } from 'react'
import { FormMessage } from '#app/components/field.tsx'
import { formatBytes } from '#app/lib/format.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { MAX_IMPORT_BYTES } from '#server/importing/imports.schema.ts'
import { ProgressBar } from './progress-bar.tsx'
import { sendImportFile, type Sending } from './send-import-file.ts'

/** Accepts a dropped or chosen file, and uploads it with progress. */
export function UploadForm() {
  const id = useId()
  const navigate = useNavigate()
  const [isOver, setOver] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const [sent, setSent] = useState<{ name: string; share: number } | null>(null)
  const sending = useRef<Sending | null>(null)
  const input = useRef<HTMLInputElement>(null)

  const send = async (file: File | undefined) => {
    if (!file || sending.current) return
    setMessage(null)
    if (file.size === 0 || file.size > MAX_IMPORT_BYTES) {
      setMessage(
        file.size === 0
          ? `${file.name} is empty.`
          : `${file.name} is ${formatBytes(file.size)}. Files can be up to ${MAX_IMPORT_BYTES / 2 ** 20} MB.`,
      )
      return
    }
    setSent({ name: file.name, share: 0 })
    sending.current = sendImportFile(file, (share) => setSent({ name: file.name, share }))
    const answer = await sending.current.answer
    sending.current = null
    setSent(null)
    if ('importId' in answer) void navigate(dashboardPaths.productImport(answer.importId))
    else setMessage(answer.message)
  }
  const take = (chosen: HTMLInputElement) => {
    void send(chosen.files?.[0])
    chosen.value = ''
  }
  // A file may have been chosen before hydration.
  useEffect(() => {
    if (input.current?.files?.length) take(input.current)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- runs once, on mount
  }, [])
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void send(event.dataTransfer.files[0])
  }

  return (
    <div>
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={`rounded-2xl border border-dashed px-5 py-8 text-center ${isOver ? 'border-text bg-surface' : 'border-line'}`}
      >
        {sent ? (
          <div className="mx-auto max-w-md">
            <p className="mb-3 truncate text-sm">Uploading {sent.name}</p>
            <ProgressBar label={`Uploading ${sent.name}`} done={Math.round(sent.share * 100)} total={100} unit="%" />
            <button type="button" onClick={() => sending.current?.cancel()} className="link mt-3 min-h-11 text-sm">
              Cancel
            </button>
          </div>
        ) : (
          <>
            <label htmlFor={id} className="block text-sm">
              Drop a file here, or choose one
            </label>
            <input
              ref={input}
              id={id}
              type="file"
              accept=".csv,.tsv,.txt,.xml,text/csv,text/tab-separated-values,text/xml,application/xml"
              onChange={({ target }) => take(target)}
              className="mx-auto mt-4 block max-w-full text-sm text-muted file:mr-3 file:min-h-11 file:rounded-full file:border file:border-line file:px-5 file:font-medium file:text-text"
            />
            <p className="mt-4 text-xs text-muted">
              An export from Shopify, WooCommerce, Wix, Etsy, Magento, BigCommerce or PrestaShop, a Google or Facebook
              feed (XML, CSV or TSV), a file in our own format, or any other CSV or TSV file. Up to{' '}
              {MAX_IMPORT_BYTES / 2 ** 20} MB. Nothing changes until you confirm the import.
            </p>
          </>
        )}
      </div>
      <FormMessage>{message}</FormMessage>
    </div>
  )
}
