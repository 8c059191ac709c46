import { Link } from './link.tsx'
import { paths } from '#app/lib/paths.ts'

/** Our name, which leads home: in every frame of a page. */
export function HomeMark({ className = '' }: { className?: string }) {
  return (
    <Link
      to={paths.home()}
      aria-label="WTF, home"
      className={`inline-flex h-11 shrink-0 items-center font-display text-[1.75rem] leading-none font-bold tracking-tight ${className}`}
    >
      WTF<span className="text-accent">.</span>
    </Link>
  )
}
