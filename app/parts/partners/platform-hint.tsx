import { useEffect, useState, type ReactNode } from 'react'
import { watchWebsite, type PlatformHint as Hint } from './platform-detection.ts'

const TONES: Record<Hint['tone'], string> = { busy: 'text-muted', answer: 'text-text', error: 'text-sale' }

interface PlatformHintProps {
  websiteUrl: string
  /** The next step for a website on this platform. */
  next?: ((platform: string) => ReactNode) | undefined
}

/**
 * The platform of a typed website, below its field. Empty while the field has an error. It always reserves space for
 * two lines, partly in the gap between fields.
 */
export function PlatformHint({ websiteUrl, next }: PlatformHintProps) {
  const [hint, setHint] = useState<Hint | null>(null)
  const [watch] = useState(() => watchWebsite(setHint))
  useEffect(() => watch.read(websiteUrl), [watch, websiteUrl])
  useEffect(() => watch.stop, [watch])
  return (
    <p role="status" className={`mt-1.5 -mb-3 min-h-[2lh] text-sm ${hint ? TONES[hint.tone] : ''}`}>
      {hint?.text}
      {hint?.platform !== undefined && next && <> · {next(hint.platform)}</>}
    </p>
  )
}
