import type { ReactNode } from 'react'
import { Picture } from '#app/components/picture.tsx'
import type { PictureData } from '#app/lib/api-types.ts'

interface StoreHeroProps {
  businessName: string
  heroTitle: string
  heroSubtitle: string
  heroImage: PictureData | null
  logo: PictureData | null
  /** Content at the top edge, above the name. */
  top?: ReactNode
  /** Content beside the name: the kind of store. */
  facts?: ReactNode
  /** Content below the text, such as a button. */
  children?: ReactNode
  /** The element of the name. 'p' if the page already has a heading. */
  headingLevel?: 'h1' | 'p'
}

/** The head of a brand's page: its logo, its name and its text in the largest possible size, over its picture. */
export function StoreHero({
  businessName,
  heroTitle,
  heroSubtitle,
  heroImage,
  logo,
  top,
  facts,
  children,
  headingLevel: Heading = 'h1',
}: StoreHeroProps) {
  return (
    <section
      aria-label={businessName}
      className={`relative flex flex-col justify-between ${heroImage ? 'min-h-[min(82svh,48rem)]' : ''}`}
    >
      {heroImage && (
        <>
          <Picture
            picture={heroImage}
            isPriority
            sizes="100vw"
            maxWidth={1600}
            className="absolute inset-0 h-full w-full object-cover object-[70%_40%]"
          />
          {/* Keeps the text readable on any picture. */}
          <div className="absolute inset-0 bg-linear-to-t from-ink via-ink/45 via-50% to-transparent to-75%" />
          <div className="absolute inset-0 bg-linear-to-r from-ink/75 to-transparent to-85% md:to-60%" />
          <div className="absolute inset-x-0 top-0 h-32 bg-linear-to-b from-ink/60 to-transparent" />
        </>
      )}
      <div className="page relative min-h-12 [&_a]:text-text">{top}</div>
      <div className={`page relative pb-10 md:pb-14 ${heroImage ? 'pt-48' : 'pt-10'}`}>
        <div className="flex items-center gap-4">
          {logo && (
            <Picture
              picture={logo}
              alt={`${businessName} logo`}
              sizes="4.5rem"
              maxWidth={320}
              isPriority
              className="size-14 shrink-0 rounded-full object-cover md:size-18"
            />
          )}
          <div className="min-w-0">
            <Heading
              className={`font-display leading-[0.95] tracking-tight wrap-anywhere ${heroTitle ? 'text-2xl md:text-3xl' : 'text-(length:--text-title)'}`}
            >
              {businessName}
            </Heading>
            {facts && <div className="mt-1.5 flex flex-wrap gap-x-4 text-sm text-text/85">{facts}</div>}
          </div>
        </div>
        {heroTitle && (
          <p className="mt-6 max-w-[16ch] font-display text-[clamp(2.5rem,6vw,5.5rem)] leading-[0.98] font-[480] tracking-tight text-balance wrap-anywhere lg:max-w-[13ch]">
            {heroTitle}
          </p>
        )}
        {heroSubtitle && <p className="mt-5 max-w-xl text-lg text-pretty text-text/90">{heroSubtitle}</p>}
        {children && <div className="mt-7">{children}</div>}
      </div>
    </section>
  )
}
