import type { DrawingSpec, GarmentKind } from '../demo.types.ts'
import { lightness, mix } from './colour.ts'
import { hash } from './line.ts'
import type { PieceSpec } from './pen.ts'

type Companion = Omit<PieceSpec, 'kind' | 'ground' | 'back' | 'close'> & { kind: GarmentKind }

const WITH: Record<GarmentKind, GarmentKind[]> = {
  dress: ['heel', 'sandal', 'clutch'],
  'maxi-dress': ['sandal', 'clutch', 'heel'],
  coat: ['tote', 'crossbody', 'boot'],
  trench: ['crossbody', 'tote', 'ankle-boot'],
  jacket: ['trainer', 'backpack', 'beanie'],
  'biker-jacket': ['ankle-boot', 'sunglasses', 'crossbody'],
  puffer: ['beanie', 'backpack', 'boot'],
  blazer: ['loafer', 'tote', 'belt'],
  shirt: ['belt', 'loafer', 'crossbody'],
  blouse: ['heel', 'clutch', 'earrings'],
  tee: ['trainer', 'sunglasses', 'crossbody'],
  polo: ['trainer', 'watch', 'belt'],
  hoodie: ['trainer', 'beanie', 'backpack'],
  knit: ['ankle-boot', 'scarf', 'tote'],
  cardigan: ['loafer', 'tote', 'scarf'],
  jeans: ['trainer', 'belt', 'ankle-boot'],
  trousers: ['loafer', 'belt', 'heel'],
  leggings: ['trainer', 'backpack'],
  shorts: ['sandal', 'trainer', 'hat'],
  skirt: ['ankle-boot', 'clutch', 'heel'],
  'midi-skirt': ['heel', 'crossbody', 'sandal'],
  jumpsuit: ['heel', 'belt', 'sandal'],
  swimsuit: ['sunglasses', 'hat', 'tote'],
  'lingerie-set': ['earrings', 'sandal'],
  trainer: ['backpack', 'beanie'],
  boot: ['tote', 'scarf'],
  'ankle-boot': ['crossbody', 'tote'],
  heel: ['clutch', 'crossbody'],
  sandal: ['tote', 'hat'],
  loafer: ['tote', 'backpack'],
  tote: ['scarf', 'sunglasses', 'hat'],
  crossbody: ['sunglasses', 'scarf'],
  backpack: ['beanie', 'trainer'],
  clutch: ['earrings', 'heel'],
  ring: ['earrings', 'bracelet'],
  necklace: ['earrings', 'ring'],
  earrings: ['ring', 'necklace'],
  bracelet: ['ring', 'watch'],
  watch: ['bracelet', 'sunglasses'],
  sunglasses: ['hat', 'clutch'],
  hat: ['sunglasses', 'scarf'],
  beanie: ['scarf', 'sunglasses'],
  scarf: ['beanie', 'sunglasses'],
  belt: ['watch', 'clutch'],
}

/** Jewellery, drawn small beside anything larger. */
export const JEWELLERY: readonly GarmentKind[] = ['ring', 'necklace', 'earrings', 'bracelet', 'watch']

/** Returns a product's companion in matching colours. */
export function companionOf(spec: DrawingSpec): Companion {
  const n = hash(`${spec.kind}${spec.colour}${spec.variant}`)
  const choices = WITH[spec.kind]
  const kind = choices[n % choices.length] ?? 'tote'
  if (JEWELLERY.includes(kind))
    return {
      kind,
      colour: JEWELLERY.includes(spec.kind) ? spec.colour : '#c9a24e',
      accent: '#f1e7d2',
      pattern: 'plain',
      variant: n % 4,
    }
  const calm = ['#2a2522', '#8a5a38', '#e9dfcd', '#5b2f2a', '#b08b5e', '#39413a'].filter(
    (c) => Math.abs(lightness(c) - lightness(spec.ground)) > 0.16,
  )
  const leather = calm[(n >>> 3) % calm.length] ?? '#2a2522'
  const soft = kind === 'scarf' || kind === 'beanie'
  const colour = soft ? mix(spec.accent, leather, 0.35) : mix(leather, spec.accent, 0.12)
  return {
    kind,
    colour,
    accent: soft ? spec.colour : '#cdb27a',
    pattern: soft ? 'knit' : 'plain',
    variant: (n >>> 5) % 4,
  }
}
