import RotateCw from 'lucide-react/icons/rotate-cw'
import UploadIcon from 'lucide-react/icons/upload'
import X from 'lucide-react/icons/x'
import { useId, useRef, useState } from 'react'
import { formatBytes } from '#app/lib/format.ts'
import { UPLOAD_SLOTS, type UploadSlot } from '#server/uploads/uploads.values.ts'
import type { UploadItem, Uploads } from './use-uploads.ts'

interface DropZoneProps {
  slot: UploadSlot
  uploads: Uploads
  /** 'Add pictures' */
  label: string
  /** Accepted formats and sizes. */
  hint: string
  /** True to hide finished items that the page already shows elsewhere. */
  hidesDone?: boolean
}

/** An upload button that also accepts dropped files, with the progress of each file. */
export function DropZone({ slot, uploads, label, hint, hidesDone = false }: DropZoneProps) {
  const { accept, maxFiles } = UPLOAD_SLOTS[slot]
  const input = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const [isOver, setOver] = useState(false)
  const items = hidesDone ? uploads.items.filter(({ status }) => status !== 'done') : uploads.items
  return (
    <div>
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          uploads.add([...event.dataTransfer.files])
        }}
        className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl border border-dashed p-4 ${isOver ? 'border-text bg-surface' : 'border-line'}`}
      >
        <button
          type="button"
          aria-describedby={hintId}
          onClick={() => input.current?.click()}
          className="button button-quiet min-h-10 text-sm"
        >
          <UploadIcon aria-hidden size={16} />
          {label}
        </button>
        <input
          ref={input}
          type="file"
          accept={accept}
          multiple={maxFiles > 1}
          tabIndex={-1}
          aria-hidden
          className="sr-only"
          onChange={(event) => {
            uploads.add([...(event.target.files ?? [])])
            // Without this, choosing the same file again fires no event.
            event.target.value = ''
          }}
        />
        <p id={hintId} className="min-w-0 flex-1 basis-48 text-sm text-muted">
          {hint} You can also drop {maxFiles > 1 ? 'files' : 'a file'} here.
        </p>
      </div>
      {items.length > 0 && (
        <ul className="mt-2" aria-label="Uploads">
          {items.map((item) => (
            <UploadRow key={item.key} item={item} uploads={uploads} />
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {spoken(uploads.items)}
      </p>
    </div>
  )
}

function UploadRow({ item, uploads }: { item: UploadItem; uploads: Uploads }) {
  const { key, name, size, status, progress, message } = item
  const isOpen = status === 'waiting' || status === 'sending'
  return (
    <li className="border-b border-line py-2 text-sm last:border-0">
      <div className="flex items-center gap-3">
        <span className="min-w-0 flex-1 truncate">{name}</span>
        <span className="shrink-0 text-muted tabular-nums">{stateOf(item)}</span>
        {(status === 'failed' || status === 'cancelled') && (
          <button
            type="button"
            onClick={() => uploads.retry(key)}
            aria-label={`Try again: ${name}`}
            className="icon-button shrink-0"
          >
            <RotateCw aria-hidden size={16} />
          </button>
        )}
        <button
          type="button"
          onClick={() => (isOpen ? uploads.cancel(key) : uploads.remove(key))}
          aria-label={isOpen ? `Cancel: ${name}` : `Remove: ${name}`}
          className="icon-button shrink-0"
        >
          <X aria-hidden size={16} />
        </button>
      </div>
      {isOpen && (
        <progress
          value={progress}
          max={1}
          aria-label={`${name}, ${formatBytes(size)}`}
          className="mt-1 block h-1.5 w-full accent-text"
        />
      )}
      {message && <p className="text-sale">{message}</p>}
    </li>
  )
}

function stateOf({ status, progress, size }: UploadItem): string {
  if (status === 'sending') return progress < 1 ? `${Math.floor(progress * 100)}%` : 'Checking'
  return { waiting: 'Waiting', done: formatBytes(size), failed: 'Not uploaded', cancelled: 'Cancelled' }[status]
}

function spoken(items: UploadItem[]): string {
  const failed = items.filter(({ status }) => status === 'failed')
  if (failed.length) return failed.map(({ name, message }) => `${name}: ${message}`).join(' ')
  const open = items.filter(({ status }) => status === 'waiting' || status === 'sending').length
  if (open) return `Uploading ${open === 1 ? 'a file' : `${open} files`}`
  const done = items.filter(({ status }) => status === 'done').length
  return done ? `${done === 1 ? 'A file was' : `${done} files were`} uploaded` : ''
}
