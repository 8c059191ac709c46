/** A page whose bytes are at hand. Those of a Response come through a stream, which for a page costs as much as its compression. */
export class WholePage extends Response {
  readonly whole: Buffer

  constructor(html: string, init: ResponseInit) {
    const bytes = Buffer.from(html)
    super(bytes, init)
    this.whole = bytes
  }
}
