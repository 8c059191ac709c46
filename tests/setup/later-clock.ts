// Start a shop with `--import` of this file to set its clock LATER_DAYS ahead. The database's clock does not change.
const AHEAD_MS = Number(process.env.LATER_DAYS ?? 0) * 86_400_000
const RealDate = Date

class LaterDate extends RealDate {
  static override now(): number {
    return RealDate.now() + AHEAD_MS
  }

  constructor(...given: ConstructorParameters<typeof Date> | []) {
    if (given.length) super(...(given as ConstructorParameters<typeof Date>))
    else super(RealDate.now() + AHEAD_MS)
  }
}
globalThis.Date = LaterDate as DateConstructor
