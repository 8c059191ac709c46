import { useCallback, useEffect, useRef, useState } from 'react'
import type { UploadedFile } from '#server/uploads/store-upload.service.ts'
import { UPLOAD_SLOTS, type UploadSlot } from '#server/uploads/uploads.values.ts'
import { NOT_SENT, sendUpload } from './send-upload.ts'

export type { UploadSlot }

export interface UploadItem {
  key: string
  name: string
  /** In bytes. */
  size: number
  /** From 0 to 1. */
  progress: number
  status: 'waiting' | 'sending' | 'done' | 'failed' | 'cancelled'
  /** The error message. */
  message: string
  file: UploadedFile | null
}

export interface Uploads {
  items: UploadItem[]
  add: (files: File[]) => void
  cancel: (key: string) => void
  retry: (key: string) => void
  remove: (key: string) => void
}

const AT_ONCE = 3

/**
 * Manages the uploads for a slot, a few at a time. A slot for a single file takes the newest. Leaving the page aborts
 * pending uploads.
 */
export function useUploads(slot: UploadSlot): Uploads {
  const [items, setItems] = useState<UploadItem[]>([])
  const files = useRef(new Map<string, File>())
  const running = useRef(new Map<string, AbortController>())

  const change = useCallback((key: string, changes: Partial<UploadItem>) => {
    setItems((current) => current.map((item) => (item.key === key ? { ...item, ...changes } : item)))
  }, [])
  const stop = useCallback((key: string) => {
    running.current.get(key)?.abort()
    running.current.delete(key)
  }, [])
  const send = useCallback(
    async (key: string, file: File) => {
      const aborting = new AbortController()
      running.current.set(key, aborting)
      const { signal } = aborting
      change(key, { status: 'sending', progress: 0, message: '' })
      try {
        const outcome = await sendUpload(slot, file, {
          signal,
          onProgress: (progress) => {
            if (!signal.aborted) change(key, { progress })
          },
        })
        if (outcome.file) change(key, { status: 'done', progress: 1, file: outcome.file })
        else change(key, { status: 'failed', message: outcome.message })
      } catch {
        if (!signal.aborted) change(key, { status: 'failed', message: NOT_SENT })
      }
      if (running.current.get(key) === aborting) running.current.delete(key)
    },
    [slot, change],
  )
  useEffect(() => {
    for (const { key, status } of items) {
      const file = files.current.get(key)
      if (status === 'waiting' && file && !running.current.has(key) && running.current.size < AT_ONCE)
        void send(key, file)
    }
  }, [items, send])
  useEffect(() => {
    const open = running.current
    return () => {
      for (const aborting of open.values()) aborting.abort()
      open.clear()
    }
  }, [])

  const { maxFiles } = UPLOAD_SLOTS[slot]
  const add = useCallback(
    (chosen: File[]) => {
      const news = chosen.slice(0, maxFiles).map((file): UploadItem => {
        const key = crypto.randomUUID()
        files.current.set(key, file)
        const message = problemOf(slot, file)
        return {
          key,
          name: file.name,
          size: file.size,
          progress: 0,
          status: message ? 'failed' : 'waiting',
          message,
          file: null,
        }
      })
      if (!news.length) return
      if (maxFiles === 1) for (const key of [...running.current.keys()]) stop(key)
      setItems((current) => (maxFiles === 1 ? news : [...current, ...news]))
    },
    [slot, maxFiles, stop],
  )
  const cancel = useCallback(
    (key: string) => {
      stop(key)
      change(key, { status: 'cancelled', message: '' })
    },
    [stop, change],
  )
  const retry = useCallback((key: string) => change(key, { status: 'waiting', progress: 0, message: '' }), [change])
  const remove = useCallback(
    (key: string) => {
      stop(key)
      files.current.delete(key)
      setItems((current) => current.filter((item) => item.key !== key))
    },
    [stop],
  )
  return { items, add, cancel, retry, remove }
}

/** Checks a file before the upload. The server checks its contents. */
function problemOf(slot: UploadSlot, { size, type }: File): string {
  const { accept, wrongType, maxBytes, tooLarge } = UPLOAD_SLOTS[slot]
  if (type && !accept.split(',').includes(type.toLowerCase())) return wrongType
  if (size > maxBytes) return tooLarge
  return size === 0 ? 'The file is empty.' : ''
}
