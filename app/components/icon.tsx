import type { LucideProps } from 'lucide-react'

/** Creates an icon component from one path on a 24 x 24 canvas. vite.icons.ts also uses it for lucide's icons. */
export function icon(path: string) {
  return function Icon({ size, className, ...rest }: Omit<LucideProps, 'ref'>) {
    return (
      <svg
        aria-hidden={rest['aria-label'] || rest.role ? undefined : true}
        viewBox="0 0 24 24"
        width={size}
        height={size}
        className={className ? `icon ${className}` : 'icon'}
        {...rest}
      >
        <path d={path} />
      </svg>
    )
  }
}
