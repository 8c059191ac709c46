export interface Sending {
  answer: Promise<{ importId: string } | { message: string }>
  cancel: () => void
}

const NOT_SENT = 'The upload failed. Check your connection and try again.'

/** Sends a file as the raw request body. Uses XMLHttpRequest, because fetch does not report upload progress. */
export function sendImportFile(file: File, onProgress: (share: number) => void): Sending {
  const request = new XMLHttpRequest()
  const answer = new Promise<{ importId: string } | { message: string }>((resolve) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    request.onload = () => resolve(read(request.responseText) ?? { message: NOT_SENT })
    request.onerror = () => resolve({ message: NOT_SENT })
    request.onabort = () => resolve({ message: 'Upload cancelled. Nothing was saved.' })
  })
  request.open('POST', `/brand/dashboard/products/import/file?name=${encodeURIComponent(file.name)}`)
  request.setRequestHeader('content-type', 'application/octet-stream')
  request.send(file)
  return { answer, cancel: () => request.abort() }
}

function read(text: string): { importId: string } | { message: string } | null {
  try {
    const answer = JSON.parse(text) as { importId?: string; message?: string }
    if (answer.importId) return { importId: answer.importId }
    return answer.message ? { message: answer.message } : null
  } catch {
    return null
  }
}
