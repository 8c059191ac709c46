import type { LucideProps } from 'lucide-react'

/** The component of an icon drawn by one path on a ground of 24 x 24; lucide's are made with it (vite.icons.ts). */
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
