import { useEffect, useState, type ReactNode } from 'react'

interface TooltipProps {
  text: string
  /** Given: the tooltip tells more than the control's name, and the control points here with aria-describedby. */
  id?: string
  children: ReactNode
}

/** A few words on a control, under the pointer and with the keyboard's focus; Escape hides them. It needs no JavaScript for the rest. */
export function Tooltip({ text, id, children }: TooltipProps) {
  const [isNear, setNear] = useState(false)
  const [isDismissed, setDismissed] = useState(false)
  const come = () => setNear(true)
  const leave = () => {
    setNear(false)
    setDismissed(false)
  }
  useEffect(() => {
    if (!isNear) return
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && setDismissed(true)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isNear])
  return (
    <span className="tooltip-host" data-dismissed={isDismissed || undefined} onPointerEnter={come} onPointerLeave={leave} onFocus={come} onBlur={leave}>
      {children}
      <span className="tooltip" {...(id ? { id, role: 'tooltip' } : { 'aria-hidden': true })}>{text}</span>
    </span>
  )
}
