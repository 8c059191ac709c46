/** Details of casual trousers. */
export const EASY_TROUSERS: readonly string[] = [
  'The pockets are deep and set forward, where hands fall.',
  'The seams are triple-stitched in thread that was dyed with the cloth.',
  'The hem is wide enough to turn up once or twice.',
  'There is one patch pocket at the back, with a loop for nothing in particular.',
]

/** Details of dresses made of T-shirt fabric. */
export const JERSEY_DRESS: readonly string[] = [
  'The neck is bound in its own jersey and keeps its shape.',
  'Seams are over-stitched flat, so nothing rubs.',
  'There are pockets in the side seams, on elastic tape so that they do not gape.',
  'The hem is twin-needled and falls clear of the knee.',
]

/** Details of shorts made like jeans. */
export const DENIM_SHORTS: readonly string[] = [
  'The pockets are cut shallower than the leg and never show below it.',
  'The fly is {buttoned|zipped with a brass zip}, and the yoke is that of our jeans.',
  'The inseams are felled, so the leg does not twist.',
]

/** Details of swim shorts. */
export const SWIM_SHORTS: readonly string[] = [
  'The pocket drains through a brass eyelet.',
  'The waist ties flat and has no velcro.',
  'The inseam is {13|15|18} cm.',
  'A mesh liner is sewn in and can be cut out.',
]

/** Details of beach skirts. */
export const LIGHT_SKIRT: readonly string[] = [
  'It ties at the hip and adjusts by two sizes.',
  'It is short enough to swim to and long enough for lunch.',
  'The hem is rolled and weighted with a double stitch.',
]

/** Details of knitted dresses. */
export const KNITTED_DRESS: readonly string[] = [
  'Panels are knitted to shape, so nothing is cut and nothing unravels.',
  'The skirt is knitted on larger needles than the body and hangs a little looser.',
  'The neck is picked up and knitted on by hand.',
  'A slip in matching cotton comes with it.',
]

/** Details of running caps and hats. */
export const RUNNING_HAT: readonly string[] = [
  'The brim is soft and dries flat.',
  'Vents at the side let heat out.',
  'The sweatband wicks and can be rinsed on the run.',
  'It weighs {38|42|45} g.',
]
