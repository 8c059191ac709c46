import type { UploadOutcome } from '#server/uploads/store-upload.service.ts'
import type { UploadSlot } from '#server/uploads/uploads.values.ts'

export const NOT_SENT = 'Error uploading file. Please try again.'

/**
 * Uploads a file with UploadThing's client, which is loaded with the first file.
 * @param onProgress called with 0 to 1
 * @returns the upload's result, or why it was refused. Rejects if the signal was aborted.
 */
export async function sendUpload(
  slot: UploadSlot,
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: number) => void },
): Promise<UploadOutcome> {
  try {
    const { genUploader } = await import('uploadthing/client')
    const [sent] = await genUploader().uploadFiles(slot, {
      files: [file],
      signal,
      onUploadProgress: ({ progress }) => onProgress(Math.min(1, progress / 100)),
    })
    const outcome = sent?.serverData as UploadOutcome | null | undefined
    return outcome ?? { file: null, message: NOT_SENT }
  } catch (error) {
    signal.throwIfAborted()
    return { file: null, message: messageOf(error) }
  }
}

/** Returns our message for an error of the client, or for an unexpected response. */
function messageOf(error: unknown): string {
  const { data, message = '' } = error as { data?: unknown; message?: string }
  const text = (data as { message?: unknown } | null | undefined)?.message
  if (typeof text === 'string') return text
  if (/ 413/.test(message)) return 'File too large. Please reduce file size and try again.'
  if (/ 403/.test(message)) return 'Access denied. Please check your permissions.'
  return /\. *$|limit$/.test(message) ? message : NOT_SENT
}
