// eslint-disable-next-line @typescript-eslint/no-restricted-imports -- needed for relative addresses
import { Link as RoutedLink, PrefetchPageLinks, useNavigate, type LinkProps } from '@remix-run/react'
import { useEffect, useState, type MouseEvent } from 'react'

/** The delay between hover and prefetch, the same as in Remix. */
const INTENT_MS = 100

/**
 * A link to one of our pages. For every link, Remix's own component looks up the current route to resolve relative
 * addresses. Our addresses are absolute, and a list has hundreds of links.
 */
export function Link(props: LinkProps) {
  const { to, relative, reloadDocument, viewTransition } = props
  const isPlain = typeof to === 'string' && /^\/(?!\/)/.test(to) && !relative && !reloadDocument && !viewTransition
  if (!isPlain) return <RoutedLink {...props} />
  return props.prefetch === 'intent' ? <PrefetchingLink {...props} to={to} /> : <PlainLink {...props} to={to} />
}

type PlainProps = Omit<LinkProps, 'to'> & { to: string }

function PlainLink({
  to,
  onClick,
  replace,
  state,
  preventScrollReset,
  prefetch: _,
  discover = 'render',
  children,
  ...attributes
}: PlainProps) {
  const navigate = useNavigate()
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || !isForUs(event, attributes.target)) return
    event.preventDefault()
    const { pathname, search, hash } = window.location
    navigate(to, { replace: replace ?? to === pathname + search + hash, state, preventScrollReset })
  }
  return (
    <a {...attributes} href={to} onClick={go} data-discover={discover === 'render' ? 'true' : undefined}>
      {children}
    </a>
  )
}

/** Loads the page when a pointer or the focus rests on it. */
function PrefetchingLink({ onFocus, onBlur, onMouseEnter, onMouseLeave, onTouchStart, ...props }: PlainProps) {
  const [isMeant, setMeant] = useState(false)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!isNear) return
    const timer = setTimeout(() => setMeant(true), INTENT_MS)
    return () => clearTimeout(timer)
  }, [isNear])
  const come = () => setNear(true)
  const leave = () => {
    setNear(false)
    setMeant(false)
  }
  return (
    <>
      <PlainLink
        {...props}
        onFocus={after(onFocus, come)}
        onBlur={after(onBlur, leave)}
        onMouseEnter={after(onMouseEnter, come)}
        onMouseLeave={after(onMouseLeave, leave)}
        onTouchStart={after(onTouchStart, come)}
      />
      {isMeant && <PrefetchPageLinks page={props.to} />}
    </>
  )
}

const after =
  <E extends { defaultPrevented: boolean }>(first: ((event: E) => void) | undefined, then: () => void) =>
  (event: E) => {
    first?.(event)
    if (!event.defaultPrevented) then()
  }

/** Returns false if the browser handles the click, such as one that opens a new tab. */
export const isForUs = (event: MouseEvent, target?: string): boolean =>
  event.button === 0 &&
  (!target || target === '_self') &&
  !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey)
