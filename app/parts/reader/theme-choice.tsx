import { useRevalidator } from '@remix-run/react'
import { useState } from 'react'
import { DisplayChoice } from './display-form.tsx'
import { useRootData } from '#app/lib/root-data.ts'
import { readerCookie, type ShopTheme } from '#server/site/reader.schema.ts'

const OPTIONS = [
  { value: 'system', label: 'System', name: 'System theme' },
  { value: 'light', label: 'Light', name: 'Light theme' },
  { value: 'dark', label: 'Dark', name: 'Dark theme' },
] as const
type Choice = (typeof OPTIONS)[number]['value']

/** Light or dark, following the system or the visitor's choice. */
export function ThemeChoice() {
  const savedTheme = useRootData()?.reader.theme ?? null
  const [chosen, setChosen] = useState<Choice | null>(null)
  const { revalidate } = useRevalidator()
  return (
    <DisplayChoice
      name="theme"
      label="Theme"
      options={OPTIONS}
      chosen={chosen ?? savedTheme ?? 'system'}
      onChoose={(choice) => {
        const theme: ShopTheme | null = choice === 'system' ? null : choice
        document.cookie = readerCookie('theme', theme, location.protocol === 'https:')
        setChosen(choice)
        // Reloads the root, which applies the theme to the document.
        revalidate()
      }}
    />
  )
}
