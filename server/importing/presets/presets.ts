import { toSearchText } from '#server/catalogue/search-text.ts'
import { bigcommerce } from './bigcommerce.ts'
import { etsy } from './etsy.ts'
import { facebook, google } from './google.ts'
import { magento } from './magento.ts'
import { prestashop } from './prestashop.ts'
import { wix } from './wix.ts'
import { woocommerce } from './woocommerce.ts'
import type { OwnField } from '../own-fields.schema.ts'
import { OWN_FIELDS } from '../own-fields.schema.ts'
import type { Preset } from './preset.ts'

/** The most specific first. */
const PRESETS: readonly Preset[] = [woocommerce, wix, etsy, magento, bigcommerce, prestashop, facebook, google]

export const presetOf = (id: string | null): Preset | null => PRESETS.find((preset) => preset.id === id) ?? null

/** Finds the platform that exported a table, by its columns and first rows. */
export function recognisePreset(header: readonly string[], rows: ReadonlyArray<readonly string[]>): Preset | null {
  const names = new Set(header.map((name) => toSearchText(name)))
  return PRESETS.find((preset) => preset.recognise(names, header, rows)) ?? null
}

/** Maps our fields to the columns of a preset's file. */
export function presetMapping(preset: Preset, header: readonly string[]): Partial<Record<OwnField, number>> {
  const found = header.map((name) => toSearchText(name))
  const mapping: Partial<Record<OwnField, number>> = {}
  for (const field of OWN_FIELDS)
    for (const name of [...(preset.names[field] ?? []), field.replaceAll('_', ' ')]) {
      const place = found.indexOf(toSearchText(name))
      if (place === -1 || (mapping[field] !== undefined && mapping[field] !== place)) continue
      mapping[field] = place
    }
  return mapping
}

/** Returns every column name that a preset knows. */
export const presetNames = (): string[] => PRESETS.flatMap(({ names }) => Object.values(names).flat())
