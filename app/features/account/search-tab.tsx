import Sparkles from 'lucide-react/icons/sparkles'
import { useEffect } from 'react'
import type { Account } from './profile-section.tsx'
import { Section } from '#app/components/settings-section.tsx'
import { TabHeading } from './settings-page.tsx'
import { useAutoSave } from '#app/lib/use-auto-save.ts'
import { FormMessage } from '#app/components/field.tsx'
import { writeSearchMode } from '#app/lib/search-mode.ts'

const MODES = [
  {
    mode: 'normal',
    name: 'Normal',
    text: 'Finds your words in names, brands and descriptions.',
    example: 'linen dress',
  },
  {
    mode: 'intelligent',
    name: 'Intelligent',
    text: 'Turns a sentence into filters.',
    example: 'black linen dress under £80, size 12, not zara',
  },
] as const

/** Each change is saved at once, and undone if saving fails. */
export function SearchTab({ account: { searchMode } }: { account: Account }) {
  const { Form, props, chosen, isSaved, refused } = useAutoSave('search-mode')
  useEffect(() => {
    // Starts this browser's search boxes in the new mode, too.
    if (isSaved) writeSearchMode(searchMode === 'intelligent' ? 'intelligent' : 'normal')
  }, [isSaved, searchMode])
  return (
    <>
      <TabHeading title="Search Settings">Choose how search works. You can also switch in any search box.</TabHeading>
      <Section id="search-mode" title="Search mode" saved={isSaved ? 'Search mode saved' : undefined}>
        <Form {...props}>
          <input type="hidden" name="form" value="search-mode" />
          <FormMessage>{refused?.message ?? refused?.errors.mode}</FormMessage>
          <fieldset className="grid gap-3 sm:grid-cols-2">
            <legend className="sr-only">Search mode</legend>
            {MODES.map(({ mode, name, text, example }) => (
              <label key={mode} className="choice">
                <input
                  type="radio"
                  name="mode"
                  value={mode}
                  checked={(chosen?.get('mode') ?? searchMode) === mode}
                  onChange={() => undefined}
                  className="cover"
                />
                <span className="flex items-center gap-2 font-semibold">
                  {mode === 'intelligent' && <Sparkles aria-hidden size={16} />} {name}
                </span>
                <span className="mt-1.5 block text-sm text-muted">{text}</span>
                <span className="mt-4 block font-display text-lg leading-snug">&ldquo;{example}&rdquo;</span>
              </label>
            ))}
          </fieldset>
          <button type="submit" className="button button-accent no-script-only mt-5">
            Save
          </button>
        </Form>
      </Section>
    </>
  )
}
