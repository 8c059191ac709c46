import { Link } from './link.tsx'
import { paths } from '#app/lib/paths.ts'

/** Our name as a link to the home page. */
export function HomeMark({ className = '' }: { className?: string }) {
  return (
    <Link to={paths.home()} aria-label="WTF, home" className={className ? `home-mark ${className}` : 'home-mark'}>
      WTF<i>.</i>
    </Link>
  )
}
