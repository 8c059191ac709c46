import { useEffect, useState, type ReactNode } from 'react'

interface TooltipProps {
  text: string
  /** Set this if the tooltip says more than the control's name; the control then refers to it with aria-describedby. */
  id?: string
  /** Lets a sentence wrap onto several lines. */
  isLong?: boolean
  children: ReactNode
}

/** A short text about a control, shown on hover and keyboard focus. Escape hides it. Only Escape needs JavaScript. */
export function Tooltip({ text, id, isLong = false, children }: TooltipProps) {
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
    <span
      className="tooltip-host"
      data-dismissed={isDismissed || undefined}
      onPointerEnter={come}
      onPointerLeave={leave}
      onFocus={come}
      onBlur={leave}
    >
      {children}
      <span
        className="tooltip"
        data-long={isLong || undefined}
        {...(id ? { id, role: 'tooltip' } : { 'aria-hidden': true })}
      >
        {text}
      </span>
    </span>
  )
}
